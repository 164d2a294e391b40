extension Workspace {
    /// A row of a list of documents, valid only while it is looked at: its bytes are the database's.
    package struct Row {
        package let name: DocumentName
        /// UTF-8.
        package let title: UnsafeRawBufferPointer
        package let rating: Float?
        /// UTF-8, with commas and blanks between.
        package let tags: UnsafeRawBufferPointer
        /// Why the document cannot be read; nil if it can.
        package let problem: String?
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
        guard selection == .all else { return false }
        return try withIndex { index in
            let statement = try index.database.statement(
                "SELECT id, title, rating, tags, problem FROM documents ORDER BY id")
            try body(Rows(statement: statement))
            return true
        } ?? false
    }

    /// The rows of a list, which can be gone through as often as one likes.
    package struct Rows {
        fileprivate let statement: Statement

        package func forEach(_ visit: (Row) throws -> Void) throws {
            try statement.forEachRow([]) { try visit(Row(statement)) }
        }
    }
}

extension Workspace.Row {
    fileprivate init(_ statement: Statement) {
        name = DocumentName(indexID: statement.integer(at: 0))
        title = statement.bytes(at: 1)
        rating = statement.isNull(2) ? nil : Float(statement.double(at: 2))
        tags = statement.bytes(at: 3)
        problem = statement.isNull(4) ? nil : statement.text(at: 4)
    }
}
