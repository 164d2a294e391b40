extension Workspace {
    /// A row of a list of documents. It is valid only during the call that receives it, since
    /// SQLite owns its bytes.
    package struct Row {
        fileprivate let columns: SQLRow

        package var name: DocumentName { DocumentName(indexID: columns.integer(0)) }
        package var title: String { columns.text(1) }
        package var rating: Float? {
            columns.isNull(2) ? nil : Float(columns.double(2))
        }
        /// The tags, separated by `, `.
        package var tags: String { columns.text(3) }
        /// The reason why the document cannot be read; nil if it can.
        package var problem: String? { columns.isNull(4) ? nil : columns.text(4) }
        /// Its values, if the rows have records; nil if the document must be read.
        package var record: StoredRecord? { StoredRecord(columns.bytes(5)) }
    }

    /// The rows of a list.
    package struct Rows {
        /// The kinds among the documents, if the rows have records.
        package let kinds: [DocumentKind]
        fileprivate let statement: Statement
        fileprivate let values: [SQLValue]

        package func visit(_ body: (Row) throws -> Void) throws {
            try statement.forEachRow(values) { try body(Row(columns: $0)) }
        }
    }

    package func documentCount() throws -> Int {
        try withIndex { try $0.count() } ?? documentNames().count
    }

    /// Calls `body` with the rows of the selected documents.
    ///
    /// - Parameter hasRecords: whether the rows have the values of all fields.
    /// - Returns: false if the index cannot answer, or the selection names single documents.
    package func withRows(
        of selection: Selection, withRecords hasRecords: Bool = false,
        _ body: (Rows) throws -> Void
    ) throws -> Bool {
        guard selection.named.isEmpty else { return false }
        let query = selection.query(naming: [])
        return try withIndex(for: query) { index in
            let columns = "d.id, d.title, d.rating, d.tags, d.problem"
            guard let names = try hasRecords ? index.names(query) : [],
                let query = IndexQuery(
                    query, columns: columns + (hasRecords ? ", f.record" : ""),
                    textFields: index.textFields)
            else { return false }
            let rows = Rows(
                kinds: kinds(of: names), statement: try index.database.prepare(query.sql),
                values: query.values)
            try index.database.reading(inOrder: query.isInOrder) { try body(rows) }
            return true
        } ?? false
    }

    /// Reads a document of a row without a record. The index is in use, so it isn't corrected.
    package func document(of row: Row) throws -> Document {
        try reader().read(row.name, looksAtPicture: true).document
    }
}

extension Workspace {
    /// All documents with their contents, by their identifiers, read from their files.
    package func contentByIdentifier() throws -> [DocumentIdentifier.Key: [(
        name: DocumentName, content: Digest
    )]] {
        let reader = try reader()
        let read = {
            @Sendable (name: DocumentName, place: WorkPlace) in
            try ifIntact { () -> (DocumentName, DocumentIdentifier.Key, Digest)? in
                let reader = reader.at(place)
                guard let document = try reader.openIfPresent(name) else { return nil }
                let data = try reader.read(document).data
                return (
                    name, .init(data.identifier), try Digest(data, document.files())
                )
            }
        }
        var table: [DocumentIdentifier.Key: [(name: DocumentName, content: Digest)]] = [:]
        try documentNames().forEachResult(of: read) { found in
            if let (name, key, content) = found ?? nil {
                table[key, default: []].append((name, content))
            }
        }
        return table
    }
}
