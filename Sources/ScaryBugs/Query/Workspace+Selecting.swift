extension Workspace {
    /// The names of the selected documents, in the order of the query or else sorted by number.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if a selected number has no document,
    ///   ``ScaryBugsError/Code/invalidValue`` if several documents have it.
    public func documentNames(in selection: Selection) throws -> [DocumentName] {
        let kinds = selection.kinds
        let named = try selection.named.map {
            try documentName($0.number, of: $0.kind, preferring: kinds.first)
        }
        // Named documents are few, so they are read without the index.
        if !named.isEmpty, selection.ranges.isEmpty {
            return try plainlySelected(by: selection.query, among: Set(named).sorted())
        }
        let query = selection.query(naming: named)
        if let names = try withIndex(for: query, { try $0.names(query) }) ?? nil { return names }
        return try plainlySelected(by: query, among: documentNames())
    }

    /// Answers a query without the index, by reading the documents that it needs.
    ///
    /// - Parameter names: the candidates, in the order of their numbers.
    func plainlySelected(
        by query: Query, among names: [DocumentName]
    ) throws -> [DocumentName] {
        let asksForPicture = query.asksForPicture
        return try query.answer(among: names) { name in
            try ifIntact { try document(name, looksAtPicture: asksForPicture) }
        }
    }
}
