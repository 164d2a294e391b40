extension ExchangeStore {
    /// Keeps nothing of documents that are gone. The workspace gets another key, since their authors'
    /// times are forgotten, too.
    func forget(keeping present: Set<DocumentIdentifier.Key>) throws {
        var gone: [String] = []
        try naming {
            try database.statement("SELECT DISTINCT identifier FROM copies").forEachRow([]) { row in
                let identifier = row.text(0)
                if !present.contains(.init(identifier)) { gone.append(identifier) }
            }
        }
        guard !gone.isEmpty else { return }
        try transaction {
            for table in ["copies", "exchanges", "told", "withheld"] {
                let statement = try database.statement("DELETE FROM \(table) WHERE identifier = ?")
                for identifier in gone { try statement.run(.text(identifier)) }
            }
            // Other names are in the paths of bundles. The keys lead to the folders from which they go.
            try forgetBundles()
            try dropKey()
            guard try has(table: "names") else { return }
            // Of those with whom nothing is exchanged any more.
            try database.execute(
                """
                DELETE FROM names WHERE key NOT IN
                    (SELECT key FROM names JOIN exchanges ON peer = name)
                """)
        }
        try naming { try database.execute("VACUUM") }
    }

    /// Takes the key of the workspace away, so that it gets another one. The folders under the old one stay known.
    package func dropKey() throws {
        try naming {
            try database.execute("UPDATE owner SET machine = \(Self.noMachine) WHERE ended IS NULL")
        }
    }

    /// Removes rows before the history forgets changes: rows of undone changes, and rows before a change that
    /// the history doesn't know any more.
    func settle() throws {
        var rows: [(id: Int64, stands: Bool?)] = []
        try naming {
            try database.prepare(
                "SELECT id, history, change FROM copies WHERE change > 0 ORDER BY id"
            ).forEachRow([]) { rows.append(($0.integer(0), try stands(ChangeName($0, from: 1)))) }
        }
        rows.removeAll { $0.stands == true }
        if rows.isEmpty { return }
        try transaction {
            for (id, stands) in rows {
                let lines = stands == nil ? Self.keeping : ["DELETE FROM copies WHERE id = ?"]
                for line in lines { try database.statement(line).run(.integer(id)) }
            }
        }
    }

    private static let keeping = [
        """
        DELETE FROM copies WHERE change = 0 AND basis >= 0 AND id < ?1 AND (identifier, copy) =
            (SELECT identifier, copy FROM copies WHERE id = ?1)
        AND basis <> (SELECT basis FROM copies WHERE id = ?1)
        """,
        "UPDATE OR REPLACE copies SET history = 0, change = 0 WHERE id = ?",
    ]
}
