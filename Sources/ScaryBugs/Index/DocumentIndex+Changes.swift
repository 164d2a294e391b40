extension DocumentIndex {
    /// A row that is to be put in the place of the one there is, or one that is to go.
    enum Change: Sendable {
        case put(IndexRow)
        case remove(DocumentName)
    }

    /// Makes changes, all or none.
    ///
    /// - Parameters:
    ///   - time: the time with which the rows are in step then; nil where that stays the same.
    ///   - body: gets what makes a change.
    func update(
        to time: FileTime?, _ body: (_ change: (Change) throws -> Void) throws -> Void
    ) throws {
        try database.transaction {
            try checkOwner()
            let writer = try IndexWriter(database)
            var count = try self.count()
            try body { count += try writer.make($0) }
            try database.statement("UPDATE state SET count = ?").run(.integer(Int64(count)))
            if let time {
                try database.statement("UPDATE state SET time = ?").run(.integer(time.packed))
            }
        }
    }
}

/// Writes rows, with statements at hand, since there may be a million of them.
private struct IndexWriter {
    private let documents: Statement
    private let facts: Statement
    private let words: Statement
    private let removals: [Statement]

    init(_ database: Database) throws(DatabaseError) {
        documents = try database.statement(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
        facts = try database.statement("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?)")
        words = try database.statement(
            "INSERT INTO words (rowid, title, tags, notes, terms) VALUES (?, ?, ?, ?, ?)")
        // The words first: which they were is in the facts.
        removals = [
            try database.statement("DELETE FROM words WHERE rowid = ?"),
            try database.statement("DELETE FROM facts WHERE id = ?"),
            try database.statement("DELETE FROM documents WHERE id = ?"),
        ]
    }

    /// - Returns: by how many there are more rows.
    func make(_ change: DocumentIndex.Change) throws(DatabaseError) -> Int {
        switch change {
        case .put(let row): try put(row)
        case .remove(let name): try remove(name.indexID)
        }
    }

    private func put(_ row: IndexRow) throws(DatabaseError) -> Int {
        if try insert(row) { return 1 }
        let removed = try remove(row.name.indexID)
        return try removed + (insert(row) ? 1 : 0)
    }

    /// - Returns: false if there is a row of that name.
    private func insert(_ row: IndexRow) throws(DatabaseError) -> Bool {
        let id = SQLValue.integer(row.name.indexID)
        let count = try documents.run(
            id, .integer(row.stamp.value), .text(row.title),
            row.rating.map { .real(Double($0)) } ?? .null, .text(row.tags),
            row.problem.map(SQLValue.text) ?? .null)
        guard count > 0 else { return false }
        guard row.problem == nil else { return true }
        let (title, tags, notes) = row.words
        try facts.run(
            id, .utf8(row.facts), .utf8(title), .utf8(tags), .utf8(notes), .utf8(row.terms))
        try words.run(id, .utf8(title), .utf8(tags), .utf8(notes), .utf8(row.terms))
        return true
    }

    private func remove(_ id: Int64) throws(DatabaseError) -> Int {
        var count = 0
        // The last one tells whether there was such a document.
        for removal in removals { count = try removal.run(.integer(id)) }
        return -count
    }
}
