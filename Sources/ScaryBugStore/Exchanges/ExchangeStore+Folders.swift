internal import Containers

extension ExchangeStore {
    /// The memory of a folder that several people share, as text; empty for none.
    package func folder(_ path: String) throws -> String {
        var text = ""
        try naming {
            guard try has(table: "folders") else { return }
            try database.statement("SELECT state FROM folders WHERE folder = ?")
                .forEachRow([.text(path)]) { text = $0.text(0) }
        }
        return text
    }

    /// The paths of the folders that several people share.
    package func folders() throws -> [String] {
        try naming {
            guard try has(table: "folders") else { return [] }
            return try database.statement("SELECT folder FROM folders").rows { $0.text(0) }
        }
    }

    /// Whether there is a table that most workspaces lack.
    func has(table: String) throws -> Bool {
        try database.statement("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
            .integer(.text(table)) != nil
    }

    /// Remembers something of a folder. Most workspaces have none.
    package func setFolder(_ path: String, to text: String) throws {
        try naming {
            try database.execute(
                """
                CREATE TABLE IF NOT EXISTS folders (folder TEXT PRIMARY KEY, state TEXT NOT NULL)
                """)
            try database.statement("INSERT OR REPLACE INTO folders VALUES (?, ?)")
                .run(.text(path), .text(text))
        }
    }

    /// Forgets all bundles of folders, also those that were written here. The answers about what the folders
    /// get stay.
    func forgetBundles() throws {
        try naming {
            guard try has(table: "folders") else { return }
            try database.execute(
                """
                UPDATE folders SET state = CASE WHEN state LIKE 'answer %'
                    THEN substr(state, 1, instr(state, char(10))) ELSE '' END
                """)
        }
    }

    /// Lets somebody get what he didn't get before.
    package func forgetWithheld(from peer: String) throws {
        try naming {
            try database.statement("DELETE FROM withheld WHERE peer = ?")
                .run(.text(peer.collisionKey))
        }
    }

    /// The present key of the workspace, and those of other machines that use the same home.
    package func keysOfHome() throws -> [String] {
        var keys: [String] = []
        try naming {
            try database.statement(
                "SELECT key FROM owner WHERE ended IS NULL AND inode = ? AND birth = ?"
            ).forEachRow(Array(place().prefix(2))) { keys.append($0.text(0)) }
        }
        return keys
    }
}
