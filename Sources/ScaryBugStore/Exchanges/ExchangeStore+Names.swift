internal import Containers

/// A name of somebody who has a workspace.
package struct PeerName: Hashable, Sendable {
    package let name: String
    /// The key of the workspace.
    package let key: String
    /// Whether messages came from the name. Otherwise bundles had it.
    package let isSender: Bool

    package init(_ name: String, key: String, isSender: Bool) {
        (self.name, self.key, self.isSender) = (name, key, isSender)
    }
}

extension ExchangeStore {
    /// The names of those whose own changes came in messages and bundles.
    package func peerNames() throws -> [PeerName] {
        var names: [PeerName] = []
        try naming {
            guard try has(table: "names") else { return }
            try database.statement("SELECT name, key, isSender FROM names ORDER BY 1, 2, 3")
                .forEachRow([]) {
                    names.append(.init($0.text(0), key: $0.text(1), isSender: $0.integer(2) == 1))
                }
        }
        return names
    }

    /// Remembers that changes of an author came, perhaps from a sender. The author may take another name.
    ///
    /// - Parameter sender: empty if nobody knows.
    package func meet(_ author: Author, from sender: String) throws {
        let key = String(author.workspaceKey)
        guard let name = author.name else { return }
        if !sender.isEmpty { try add(.init(sender, key: key, isSender: true)) }
        try add(.init(name, key: key, isSender: false))
    }

    package func add(_ name: PeerName) throws {
        try naming {
            try database.execute(
                """
                CREATE TABLE IF NOT EXISTS names (
                    name TEXT NOT NULL, key TEXT NOT NULL, isSender INTEGER NOT NULL,
                    PRIMARY KEY (name, key, isSender)) STRICT, WITHOUT ROWID
                """)
            try database.statement("INSERT OR IGNORE INTO names VALUES (?, ?, ?)")
                .run(.text(name.name), .text(name.key), .integer(name.isSender ? 1 : 0))
        }
    }

    /// Forgets which messages came from whom.
    package func forget(names: Set<String>) throws {
        for name in try peerNames() where names.contains(name.name.collisionKey) {
            try naming {
                try database.statement("DELETE FROM names WHERE key = ?").run(.text(name.key))
            }
        }
    }
}

/// The names that belong together, since one person has them.
package struct PeerNames: Sendable {
    private var people: [Set<String>] = []
    /// The names of each workspace, also those that several people seem to have.
    private var workspaces: [Set<String>] = []

    /// - Parameters:
    ///   - chosen: the names of each person whom the user named. They settle whose names all but the
    ///     first ones are.
    ///   - known: what messages and bundles told.
    package init(_ chosen: [[String]], _ known: [PeerName]) {
        let settled = Set(chosen.flatMap { $0.dropFirst() }.map(\.collisionKey))
        let names = known.map { PeerName($0.name.collisionKey, key: $0.key, isSender: $0.isSender) }
        let byKey = Dictionary(grouping: names, by: \.key)
        let byName = Dictionary(grouping: names) { "\($0.isSender) \($0.name)" }
        // A family may share an address, and two people a name. Their other names differ then.
        let isClear = { (name: PeerName) in
            let others = (byName["\(name.isSender) \(name.name)"] ?? []).compactMap { same in
                let all = byKey[same.key]?.filter { $0.isSender != name.isSender }
                return all.flatMap { $0.isEmpty ? nil : Set($0.map(\.name)) }
            }
            guard let first = others.first else { return true }
            return !others.reduce(first) { $0.intersection($1) }.isEmpty
        }
        let open = byKey.values.map { $0.filter { !settled.contains($0.name) } }
        workspaces = open.map { Set($0.map(\.name)) }
        let clear = open.map { Set($0.filter(isClear).map(\.name)) }
        for names in chosen.map({ Set($0.map(\.collisionKey)) }) + clear {
            let same = people.filter { !$0.isDisjoint(with: names) }
            people.removeAll { !$0.isDisjoint(with: names) }
            people.append(same.reduce(names) { $0.union($1) })
        }
    }

    /// The names of the person with a name, as ``Swift/String/collisionKey``, and this one.
    package func names(of name: String) -> Set<String> {
        let name = name.collisionKey
        return people.first { $0.contains(name) } ?? [name]
    }

    /// The same, with names that may be another person's.
    package func possibleNames(of name: String) -> Set<String> {
        workspaces.filter { $0.contains(name.collisionKey) }
            .reduce(names(of: name)) { $0.union($1) }
    }
}
