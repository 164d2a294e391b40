extension QueryContext {
    /// The words with those of saved queries in the place of their names.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a query that refers to itself.
    func expanding(_ words: [String]) throws -> [String] {
        guard words.contains(where: { Self.savedQueryName($0) != nil }) else { return words }
        var expansion = Expansion(savedQuery: savedQuery)
        try expansion.append(words, inside: [])
        return expansion.words
    }

    /// `@scary` names a saved query; what has other characters in it is text.
    static func savedQueryName(_ word: String) -> String? {
        guard word.utf8.first == UInt8(ascii: "@") else { return nil }
        let name = word.dropFirst()
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
        else { return nil }
        return String(name)
    }
}

/// Saved queries with the words of others in the place of their names.
private struct Expansion {
    let savedQuery: (String) throws -> [String]
    private(set) var words: [String] = []
    private var steps = 0

    /// More words are nobody's query: those that name two others each grow without end.
    private static let mostSteps = 1_000

    init(savedQuery: @escaping (String) throws -> [String]) {
        self.savedQuery = savedQuery
    }

    mutating func append(_ words: [String], inside names: [String]) throws {
        for word in words {
            steps += 1
            guard steps <= Self.mostSteps else { throw Self.endless(names) }
            guard let name = QueryContext.savedQueryName(word) else {
                self.words.append(word)
                continue
            }
            guard !names.contains(name) else { throw Self.circle(names + [name]) }
            try append(savedQuery(name), inside: names + [name])
        }
    }

    private static func endless(_ names: [String]) -> ScaryBugsError {
        ScaryBugsError(
            .limitExceeded,
            names.first.map { "the saved query '\($0)' comes to more than a thousand words" }
                ?? "a query has at most a thousand words")
    }

    private static func circle(_ names: [String]) -> ScaryBugsError {
        let way = names.map { "@\($0)" }.joined(separator: ", ")
        return ScaryBugsError(.invalidValue, "a saved query refers to itself: \(way)")
    }
}
