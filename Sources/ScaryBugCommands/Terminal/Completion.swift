/// What could stand where the cursor is.
struct Completion {
    /// One of the possibilities.
    struct Candidate {
        /// What takes the place of the word up to the cursor, quoted where it must be.
        var replacement: String
        /// How a list of several shows it.
        var label: String
        /// Whether the word is complete, so that a blank follows.
        var isFinal: Bool

        init(replacement: String, label: String? = nil, isFinal: Bool = true) {
            self.replacement = replacement
            self.label = label ?? replacement
            self.isFinal = isFinal
        }
    }

    /// Where the word begins, as an offset in UTF-8.
    var start: Int
    var candidates: [Candidate]

    /// Nothing that the editor knows.
    static let none = Completion(start: 0, candidates: [])

    /// What all candidates begin with.
    var commonPrefix: String {
        guard let first = candidates.first?.replacement else { return "" }
        let prefix = candidates.dropFirst().reduce(first) { prefix, candidate in
            // Whole characters: half of an accented letter or an emoji is not what anybody typed.
            let pairs = zip(prefix, candidate.replacement)
            return String(pairs.prefix { $0 == $1 }.map(\.0))
        }
        // Nor is a backslash without what it quotes.
        let backslashes = prefix.reversed().prefix { $0 == "\\" }.count
        return String(prefix.dropLast(backslashes % 2))
    }
}
