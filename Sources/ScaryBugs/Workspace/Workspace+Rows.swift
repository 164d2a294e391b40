extension Workspace {
    /// A row of a list of documents, valid only while it is looked at: its bytes are the database's.
    package struct Row {
        fileprivate let columns: SQLRow

        package var number: Int { DocumentName.number(indexID: columns.integer(0)) }
        /// UTF-8.
        package var title: UnsafeRawBufferPointer { columns.bytes(1) }
        package var rating: Float? {
            columns.isNull(2) ? nil : Float(columns.double(2))
        }
        /// UTF-8, with commas and blanks between.
        package var tags: UnsafeRawBufferPointer { columns.bytes(3) }
        /// Why the document cannot be read; nil if it can.
        package var problem: String? { columns.isNull(4) ? nil : columns.text(4) }
    }

    /// The rows of a list, which can be gone through as often as one likes.
    package struct Rows {
        fileprivate let statement: Statement
        fileprivate let values: [SQLValue]

        package func visit(_ body: (Row) throws -> Void) throws {
            try statement.forEachRow(values) { try body(Row(columns: $0)) }
        }
    }

    /// How many documents there are.
    public func documentCount() throws -> Int {
        try withIndex { try $0.count() } ?? documentNames().count
    }

    /// Lets `body` look at the rows of documents, as often as it wants, all the same each time.
    ///
    /// - Returns: false where there is no index that knows them.
    package func withRows(
        of selection: Selection, _ body: (Rows) throws -> Void
    ) throws -> Bool {
        guard selection.named.isEmpty else { return false }
        return try withIndex { index in
            guard
                let query = IndexQuery(
                    selection.query(naming: []),
                    columns: "d.id, d.title, d.rating, d.tags, d.problem")
            else { return false }
            try body(Rows(statement: index.database.prepare(query.sql), values: query.values))
            return true
        } ?? false
    }
}
