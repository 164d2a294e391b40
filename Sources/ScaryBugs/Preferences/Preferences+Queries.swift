internal import KeyedArchive

/// A query that a user gave a name.
public struct SavedQuery: Hashable, Sendable {
    public let name: String
    /// As they stand in a line, their quotes resolved.
    public let words: [String]

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a name that it cannot have, or no words.
    public init(name: String, words: [String]) throws {
        try OwnName.check(name, of: "query")
        guard !words.isEmpty else {
            throw ScaryBugsError(.invalidValue, "the query '\(name)' has no words")
        }
        self.name = name
        self.words = words
    }
}

extension Preferences {
    /// Under which the file has a dictionary: the names of saved queries, and their words.
    static let queriesKey = "queries"

    /// What can be meant of them, and what is wrong with the others.
    func readSavedQueries() -> Readable<SavedQuery> {
        Readable(dictionary(Self.queriesKey), limit: .max) { entry, _ in
            guard case .string(let name) = entry.key, case .array(let values) = entry.value else {
                throw ScaryBugsError(.damaged, "its name or its words are not understood")
            }
            let words = values.compactMap(DocumentData.text)
            guard words.count == values.count else {
                throw ScaryBugsError(.damaged, "it has words that are no texts")
            }
            return try SavedQuery(name: name, words: words)
        }
    }

    /// The query of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest that there is.
    public func savedQuery(named name: String) throws -> SavedQuery {
        if let query = savedQueries.first(where: { $0.name == name }) { return query }
        throw Self.notFound(name, "saved query", savedQueries.map(\.name))
    }

    /// Keeps a query under its name, in the place of the one that had it.
    mutating func save(_ query: SavedQuery) {
        set(.array(query.words.map(ArchivedValue.string)), for: query.name, in: Self.queriesKey)
    }

    /// Takes a query away, also one that is not understood.
    mutating func removeQuery(named name: String) throws {
        try remove(name, from: Self.queriesKey, what: "saved query", savedQueries.map(\.name))
    }
}
