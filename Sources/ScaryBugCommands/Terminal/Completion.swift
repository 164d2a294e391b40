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
        var length = candidates.reduce(first.utf8.count) { length, candidate in
            var common = 0
            for (byte, other) in zip(first.utf8, candidate.replacement.utf8) {
                guard common < length, byte == other else { break }
                common += 1
            }
            return common
        }
        // Takes whole characters, so as not to split an accented letter or an emoji.
        while !candidates.allSatisfy({ $0.replacement.hasCharacterBoundary(at: length) }) {
            length -= 1
        }
        let prefix = first[..<first.utf8.index(first.startIndex, offsetBy: length)]
        // A backslash must not be separated from the character that it quotes.
        let backslashes = prefix.reversed().prefix { $0 == "\\" }.count
        return String(prefix.dropLast(backslashes % 2))
    }
}

extension String {
    /// Whether a character begins or ends at an offset in UTF-8.
    fileprivate func hasCharacterBoundary(at offset: Int) -> Bool {
        utf8.index(startIndex, offsetBy: offset).samePosition(in: self) != nil
    }
}
