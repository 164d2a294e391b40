extension QueryContext {
    /// More words are nobody's query: saved queries that name others twice each grow without end.
    private static let mostWords = 1_000

    /// The words with those of saved queries in the place of their names.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a query that refers to itself.
    func expanding(_ words: [String]) throws -> [String] {
        var result: [String] = []
        try append(words, to: &result, inside: [])
        return result
    }

    private func append(
        _ words: [String], to result: inout [String], inside names: [String]
    ) throws {
        for word in words {
            guard let name = Self.savedQueryName(word) else {
                result.append(word)
                continue
            }
            guard !names.contains(name) else { throw Self.circle(names + [name]) }
            try append(savedQuery(name), to: &result, inside: names + [name])
            guard result.count <= Self.mostWords else {
                throw ScaryBugsError(
                    .limitExceeded, "the saved query '\(name)' comes to more than a thousand words")
            }
        }
    }

    /// `@scary` names a saved query; what has other characters in it is text.
    static func savedQueryName(_ word: String) -> String? {
        guard word.utf8.first == UInt8(ascii: "@") else { return nil }
        let name = word.dropFirst()
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
        else { return nil }
        return String(name)
    }

    private static func circle(_ names: [String]) -> ScaryBugsError {
        let way = names.map { "@\($0)" }.joined(separator: ", ")
        return ScaryBugsError(.invalidValue, "a saved query refers to itself: \(way)")
    }
}
