/// The possible completions at the cursor.
struct Completion {
    /// One possible completion.
    struct Candidate {
        /// The text that replaces the word up to the cursor, quoted if necessary.
        var replacement: String
        /// The text in a list of several candidates.
        var label: String
        /// Whether the word is complete, so that a blank follows.
        var isFinal: Bool

        init(replacement: String, label: String? = nil, isFinal: Bool = true) {
            self.replacement = replacement
            self.label = label ?? replacement
            self.isFinal = isFinal
        }
    }

    /// The start of the word, as an offset in UTF-8.
    var start: Int
    var candidates: [Candidate]

    /// No completions.
    static let none = Completion(start: 0, candidates: [])

    /// The longest common prefix of all candidates.
    var commonPrefix: String {
        guard let first = candidates.first?.replacement else { return "" }
        let prefix = candidates.dropFirst().reduce(first) { prefix, candidate in
            // Compares whole characters, so as not to split an accented letter or an emoji.
            let pairs = zip(prefix, candidate.replacement)
            return String(pairs.prefix { $0 == $1 }.map(\.0))
        }
        // A backslash must not be separated from the character that it quotes.
        let backslashes = prefix.reversed().prefix { $0 == "\\" }.count
        return String(prefix.dropLast(backslashes % 2))
    }
}
