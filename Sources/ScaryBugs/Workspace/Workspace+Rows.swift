extension Workspace {
    /// A row of a list of documents. It is valid only during the call that receives it, since
    /// SQLite owns its bytes.
    package struct Row {
        fileprivate let columns: SQLRow

        package var name: DocumentName { DocumentName(indexID: columns.integer(0)) }
        /// The title in UTF-8.
        package var titleBytes: UnsafeRawBufferPointer { columns.bytes(1) }
        package var rating: Float? {
            let rating = columns.double(2)
            // Null is 0, too. Most documents have a rating, and another call costs time.
            return rating == 0 && columns.isNull(2) ? nil : Float(rating)
        }
        /// The tags in UTF-8, separated by `, `.
        package var tagsBytes: UnsafeRawBufferPointer { columns.bytes(3) }
        /// The reason why the document cannot be read; nil if it can.
        package var problem: String? { columns.isNull(4) ? nil : columns.text(4) }
    }

    /// The rows of a list, which can be visited any number of times.
    package struct Rows {
        fileprivate let statement: Statement
        fileprivate let values: [SQLValue]

        package func visit(_ body: (Row) throws -> Void) throws {
            try statement.forEachRow(values) { try body(Row(columns: $0)) }
        }
    }

    /// A selected document with its values. It is valid only during the call that receives it.
    package struct RecordRow {
        fileprivate let columns: SQLRow

        package var name: DocumentName { DocumentName(indexID: columns.integer(0)) }
        /// The reason why the document cannot be read; nil if it can.
        package var problem: String? { columns.isNull(1) ? nil : columns.text(1) }
        /// Its values; nil if the document must be read.
        package var record: StoredRecord? { StoredRecord(columns.bytes(2)) }
    }

    package func documentCount() throws -> Int {
        try withIndex { try $0.count() } ?? documentNames().count
    }

    /// Calls `body` with the rows of the selected documents. Every visit sees the same rows.
    ///
    /// - Returns: false if the index cannot answer, or the selection names single documents.
    package func withRows(
        of selection: Selection, _ body: (Rows) throws -> Void
    ) throws -> Bool {
        guard selection.named.isEmpty else { return false }
        let query = selection.query(naming: [])
        return try withIndex(for: query) { index in
            guard
                let query = IndexQuery(
                    query,
                    columns: "d.id, d.title, d.rating, d.tags, d.problem",
                    textFields: index.textFields)
            else { return false }
            let rows = Rows(
                statement: try index.database.prepare(query.sql), values: query.values)
            try index.database.reading(inOrder: query.isInOrder) { try body(rows) }
            return true
        } ?? false
    }

    /// Calls `body` with each selected document.
    ///
    /// - Parameter prepare: called first, with the kinds among the documents.
    /// - Returns: false if the index cannot answer, or the selection names single documents.
    package func forEachRecord(
        of selection: Selection, _ prepare: ([DocumentKind]) -> Void,
        _ body: (RecordRow) throws -> Void
    ) throws -> Bool {
        guard selection.named.isEmpty else { return false }
        let query = selection.query(naming: [])
        return try withIndex(for: query) { index in
            guard let names = try index.names(query),
                let rows = IndexQuery(
                    query, columns: "d.id, d.problem, f.record",
                    textFields: index.textFields)
            else { return false }
            prepare(kinds(of: names))
            try index.database.reading(inOrder: rows.isInOrder) {
                try index.database.prepare(rows.sql).forEachRow(rows.values) {
                    try body(RecordRow(columns: $0))
                }
            }
            return true
        } ?? false
    }

    /// Reads a document of a row without a record. The index is in use, so it isn't corrected.
    package func document(of row: RecordRow) throws -> Document {
        try reader().read(row.name, looksAtPicture: true).document
    }
}
