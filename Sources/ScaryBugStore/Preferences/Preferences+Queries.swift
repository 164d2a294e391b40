internal import KeyedArchive

package struct SavedQuery: Hashable, Sendable {
    package let name: String
    /// The words of the query, without the quotes around them.
    package let words: [String]

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for an invalid name, or no words.
    package init(name: String, words: [String]) throws {
        try parsing(name) { try CustomName.check(name, of: "query") }
        guard !words.isEmpty else {
            throw ScaryBugsError(.invalidValue, "the query '\(name)' has no words")
        }
        self.name = name
        self.words = words
    }

    /// The query with another name of a field in its qualifiers.
    func renaming(field old: String, to new: String) throws -> SavedQuery {
        try SavedQuery(name: name, words: words.map { Self.renaming(old, to: new, in: $0) })
    }

    fileprivate var archived: ArchivedValue { .array(words.map(ArchivedValue.string)) }

    private static func renaming(_ old: String, to new: String, in word: String) -> String {
        let sign = word.hasPrefix("-") ? "-" : ""
        guard let qualifier = Qualifier(word.dropFirst(sign.count)) else { return word }
        let name = qualifier.name == old ? new : qualifier.name
        var value = qualifier.value
        switch qualifier.name {
        case "has":
            value = value.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0 == old ? new : String($0) }.joined(separator: "|")
        case "sort" where value == old: value = new
        case "sort" where value == "-\(old)": value = "-\(new)"
        default: break
        }
        return "\(sign)\(name):\(value)"
    }
}

extension Preferences {
    /// The key of a dictionary in the file that maps the names of saved queries to their words.
    static let queriesKey = "queries"

    func readSavedQueries() -> Readable<SavedQuery> {
        Readable(
            dictionary(Self.queriesKey), limit: limits.savedQueries, .savedQueries
        ) { entry, _ in
            guard case .string(let name) = entry.key, case .array(let values) = entry.value else {
                throw ScaryBugsError(.damaged, "its name or its words are not understood")
            }
            let words = values.compactMap(\.text)
            guard words.count == values.count else {
                throw ScaryBugsError(.damaged, "it has words that are no texts")
            }
            return try SavedQuery(name: name, words: words)
        }
    }

    /// The words of the saved query of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest existing name.
    func savedQuery(named name: String) throws -> [String] {
        if let words = queryWords[name] { return words }
        throw Self.notFound(name, "saved query", savedQueries.map(\.name))
    }

    /// Saves a query, replacing one with the same name.
    mutating func save(_ query: SavedQuery) throws {
        guard queryWords[query.name] != nil || savedQueries.count < limits.savedQueries else {
            throw ScaryBugsError.over(
                .savedQueries,
                "there are \(limits.savedQueries.grouped) saved queries, the most that there can "
                    + "be; 'query remove NAME' removes one")
        }
        set(query.archived, for: query.name, in: Self.queriesKey)
    }

    mutating func renameInQueries(_ field: String, to newName: String) throws {
        guard !savedQueries.isEmpty else { return }
        var renamed: [String: ArchivedValue] = [:]
        for query in savedQueries {
            renamed[query.name] = try query.renaming(field: field, to: newName).archived
        }
        self[Self.queriesKey] = .dictionary(
            dictionary(Self.queriesKey).map { entry in
                guard case .string(let name) = entry.key, let value = renamed[name] else {
                    return entry
                }
                return .init(key: entry.key, value: value)
            })
    }

    /// Removes a query, even one that this program does not understand.
    mutating func removeQuery(named name: String) throws {
        try remove(name, from: Self.queriesKey, what: "saved query", savedQueries.map(\.name))
    }
}

extension Preferences {
    /// Adds the custom fields and saved queries of other preferences that are missing here. Existing
    /// ones stay.
    ///
    /// - Returns: warnings about fields and queries that could not be added.
    package mutating func addMissing(from other: Preferences) -> [String] {
        var warnings: [String] = []
        for field in other.customFields {
            do { _ = try add(field) } catch {
                warnings.append("the field '\(field.name)' was not restored: \(error)")
            }
        }
        for query in other.savedQueries
        where !savedQueries.contains(where: { $0.name == query.name }) {
            do { try save(query) } catch {
                warnings.append("the query '\(query.name)' was not restored: \(error)")
            }
        }
        return warnings
    }
}
