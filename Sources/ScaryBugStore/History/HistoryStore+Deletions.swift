/// The deletion of a document.
package struct Deletion: Sendable {
    package let date: Timestamp
    /// The digests of its photographs.
    package internal(set) var photographs: [Digest] = []
}

/// The documents that were deleted, by their identifiers. An import that updates leaves them out, and their
/// photographs. They stay when the steps that deleted them are forgotten.
extension HistoryStore {
    /// Records that a change deletes a document. A table or a map may have any identifier.
    package func add(_ deletion: Deletion, of identifier: String, change: Int64) throws {
        try naming {
            try Self.addDeletion(identifier, deletion.date, change, in: database)
            let insert = try database.statement(
                "INSERT OR IGNORE INTO deleted_photographs VALUES (?, ?, ?)")
            for digest in deletion.photographs {
                try insert.run(.text(identifier), .integer(digest.high), .integer(digest.low))
            }
        }
    }

    static func addDeletion(
        _ identifier: String, _ date: Timestamp, _ change: Int64, in database: Database
    ) throws {
        try database.statement("INSERT OR REPLACE INTO deletions VALUES (?, ?, ?)")
            .run(.text(identifier), .integer(date.secondsSince1970), .integer(change))
    }

    /// Takes over deletions that another history knows.
    func addDeletions(_ deletions: [String: Deletion]) throws {
        for (identifier, deletion) in deletions { try add(deletion, of: identifier, change: 0) }
    }

    /// Forgets the deletion of documents that come back by a reversion.
    func removeDeletions(of identifiers: [String]) throws {
        for identifier in identifiers {
            try run("DELETE FROM deletions WHERE identifier = ? AND change >= 0", .text(identifier))
        }
    }

    /// Ends the deletion of a document that a change adds, as long as that change stands. The negative number of
    /// the change says so.
    package func endDeletion(of identifier: String, by change: Int64) throws {
        try run(
            "UPDATE deletions SET change = ? WHERE identifier = ?", .integer(-change),
            .text(identifier))
    }

    /// The deletions; nil if the history is of a version that doesn't know them.
    func deletions() throws -> [String: Deletion]? {
        try naming {
            var deletions = try Self.deletions(in: database)
            if deletions == nil { return nil }
            // A deletion goes with the `restore` that brought it, and an import may have ended another one.
            try database.prepare("SELECT identifier, change FROM deletions WHERE change <> 0")
                .forEachRow([]) { row in
                    let change = row.integer(1)
                    let stands = try stands(abs(change))
                    if change > 0 ? stands == false : stands != false {
                        deletions?[row.text(0)] = nil
                    }
                }
            return deletions
        }
    }

    /// The deletions that an older version of the program put into the record of exchanges.
    static func oldDeletions(
        in workspace: Directory, for use: Database.Use
    ) throws -> [String: Deletion] {
        let name = ExchangeStore.fileName
        guard try workspace.status(of: name) != nil else { return [:] }
        do {
            return try Database.naming(workspace.path(of: name)) {
                try deletions(in: Database(record: name, in: workspace, for: use)) ?? [:]
            }
        } catch let error as ScaryBugsError where error.code == .damaged {
            // Who needs that record says so.
            return [:]
        }
    }

    private static func deletions(in database: Database) throws -> [String: Deletion]? {
        let hasTable = { (name: String) in
            let table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(name)'"
            return try database.prepare(table).integer() != nil
        }
        guard try hasTable("deletions") else { return nil }
        var deletions: [String: Deletion] = [:]
        try database.prepare("SELECT identifier, date FROM deletions").forEachRow([]) { row in
            deletions[row.text(0)] = Deletion(
                date: Timestamp(secondsSince1970: row.integer(1)))
        }
        guard try hasTable("deleted_photographs") else { return deletions }
        let photographs = "SELECT identifier, high, low FROM deleted_photographs"
        try database.prepare(photographs).forEachRow([]) { row in
            deletions[row.text(0)]?.photographs.append(
                Digest(high: row.integer(1), low: row.integer(2)))
        }
        return deletions
    }
}
