internal import Containers

/// What others don't get of documents.
extension ExchangeStore {
    /// The fields of documents that somebody doesn't get, as in the preference `share`, by identifiers. An
    /// empty text is of one that got all, whatever another name of that person doesn't get.
    package func withheld(from peer: String) throws -> [String: String] {
        var withheld: [String: String] = [:]
        try naming {
            try database.statement("SELECT identifier, fields FROM withheld WHERE peer = ?")
                .forEachRow([.text(peer.collisionKey)]) { withheld[$0.text(0)] = $0.text(1) }
        }
        return withheld
    }

    /// - Parameter names: all names that may be that one's.
    package func withheld(
        from peer: String, alias names: Set<String>
    ) throws -> [String: [String]] {
        let own = try withheld(from: peer)
        var all = own.mapValues { [$0] }
        for name in names where name != peer.collisionKey {
            for (identifier, fields) in try withheld(from: name) where own[identifier] != "" {
                all[identifier, default: []].append(fields)
            }
        }
        return all
    }

    /// What somebody doesn't get of a document, by one name; nil for nothing.
    package func withheld(of identifier: String, from peer: String) throws -> String? {
        var fields: String?
        try naming {
            try database.statement("SELECT fields FROM withheld WHERE peer = ? AND identifier = ?")
                .forEachRow([.text(peer.collisionKey), .text(identifier)]) { fields = $0.text(0) }
        }
        return fields
    }

    /// - Parameters:
    ///   - fields: the fields that somebody doesn't get from now on; nil if he gets all.
    ///   - names: all names that may be that one's. Each goes on without what it didn't get.
    package func setWithheld(
        _ fields: String?, of identifier: String, from peer: String, alias names: Set<String> = []
    ) throws {
        let (peer, all) = (peer.collisionKey, names.union([peer.collisionKey]))
        let isHeld = try all.contains {
            try $0 != peer && withheld(of: identifier, from: $0)?.isEmpty == false
        }
        let (text, identifier) = (fields ?? (isHeld ? "" : nil), SQLValue.text(identifier))
        try naming {
            for name in fields == nil ? [peer] : all {
                try database.statement(
                    "DELETE FROM withheld WHERE peer = ?1 AND identifier = ? AND (?1 = ? OR fields = '')"
                ).run(.text(name), identifier, .text(peer))
            }
            guard let text else { return }
            try database.statement("INSERT INTO withheld VALUES (?, ?, ?)")
                .run(.text(peer), identifier, .text(text))
        }
    }

    /// Lets what somebody doesn't get hold for a new name, too.
    func keepWithheld(from peer: String, as newName: String) throws {
        try naming {
            try database.statement(
                "INSERT OR IGNORE INTO withheld SELECT ?, identifier, fields FROM withheld WHERE peer = ?"
            ).run(.text(newName.collisionKey), .text(peer.collisionKey))
        }
    }
}
