/// The documents that were deleted, by their identifiers. An import that updates leaves them out. They
/// stay when the steps that deleted them are forgotten.
extension HistoryStore {
    /// Records that a change deletes a document. A table or a map may have any identifier.
    func addDeletion(of identifier: String, at date: Timestamp, change: Int64) throws {
        try naming { try Self.addDeletion(identifier, date, change, in: database) }
    }

    static func addDeletion(
        _ identifier: String, _ date: Timestamp, _ change: Int64, in database: Database
    ) throws {
        try database.statement("INSERT OR REPLACE INTO deletions VALUES (?, ?, ?)")
            .run(.text(identifier), .integer(date.secondsSince1970), .integer(change))
    }

    /// Takes over deletions that another history knows.
    func addDeletions(_ dates: [String: Timestamp]) throws {
        for (identifier, date) in dates { try addDeletion(of: identifier, at: date, change: 0) }
    }

    /// Forgets the deletion of documents that come back.
    package func removeDeletions(of identifiers: [String]) throws {
        try naming {
            let statement = try database.statement("DELETE FROM deletions WHERE identifier = ?")
            for identifier in identifiers { try statement.run(.text(identifier)) }
        }
    }

    /// The dates of the deletions; nil if the history is of a version that doesn't know them.
    func deletions() throws -> [String: Timestamp]? {
        try naming { try Self.deletions(in: database) }
    }

    /// The deletions that an older version of the program put into the record of exchanges.
    static func oldDeletions(
        in workspace: Directory, for use: Database.Use
    ) throws -> [String: Timestamp] {
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

    private static func deletions(in database: Database) throws -> [String: Timestamp]? {
        let table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'deletions'"
        guard try database.prepare(table).integer() != nil else { return nil }
        var dates: [String: Timestamp] = [:]
        try database.prepare("SELECT identifier, date FROM deletions").forEachRow([]) { row in
            dates[row.text(0)] = Timestamp(secondsSince1970: row.integer(1))
        }
        return dates
    }
}
