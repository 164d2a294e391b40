extension Workspace {
    /// Documents that have something in common that only one of them should have.
    package struct Duplicates: Hashable, Sendable {
        /// The thing that is the same in all of them.
        package enum Reason: String, Sendable { case photograph, identifier }

        package let reason: Reason
        /// At least two, sorted by number.
        package let documents: [DocumentName]
    }

    /// Finds documents with the same photograph or the same identifier. A photograph whose metadata
    /// was edited is still the same.
    ///
    /// The first time this reads all photographs. The index keeps the result for unchanged files.
    package func duplicates() throws -> [Duplicates] {
        let photographs = try photographDigests().values
        let identifiers =
            try withIndex { try $0.namesWithSharedIdentifiers() }
            ?? contentByIdentifier().values.map { $0.map(\.name) }
        return Self.groups(photographs, .photograph) + Self.groups(identifiers, .identifier)
    }

    /// - Parameter lists: lists of documents, in any order. Two photographs of the same documents make
    ///   one group.
    private static func groups(
        _ lists: some Sequence<[DocumentName]>, _ reason: Duplicates.Reason
    ) -> [Duplicates] {
        Set(lists.filter { $0.count > 1 }).sorted { $0.lexicographicallyPrecedes($1) }.map {
            Duplicates(reason: reason, documents: $0)
        }
    }
}

extension DocumentIndex {
    /// The documents of each identifier that several have, sorted by number.
    fileprivate func namesWithSharedIdentifiers() throws -> [[DocumentName]] {
        var names: [Int64: [DocumentName]] = [:]
        let sql = """
            SELECT identifier, id FROM documents WHERE identifier IN (
                SELECT identifier FROM documents GROUP BY identifier HAVING count(*) > 1)
            ORDER BY id
            """
        try database.prepare(sql).forEachRow([]) {
            names[$0.integer(0), default: []].append(DocumentName(indexID: $0.integer(1)))
        }
        return Array(names.values)
    }
}
