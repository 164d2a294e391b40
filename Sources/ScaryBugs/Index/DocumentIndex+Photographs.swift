/// A version of a picture's file in the documents' file system.
struct PhotographFile: Hashable, Sendable {
    fileprivate let inode: Int64
    fileprivate let size: Int64
    fileprivate let changed: Int64

    init(_ status: FileStatus) {
        inode = Int64(bitPattern: status.identity.inode)
        size = status.size
        changed = status.changed.packed
    }

    fileprivate init(_ row: SQLRow) {
        (inode, size, changed) = (row.integer(0), row.integer(1), row.integer(2))
    }
}

extension DocumentIndex {
    typealias Photographs = [PhotographFile: Digest]

    static let photographsTable = """
        CREATE TABLE photographs (
            inode INTEGER PRIMARY KEY, size INTEGER NOT NULL, changed INTEGER NOT NULL,
            high INTEGER NOT NULL, low INTEGER NOT NULL) STRICT;
        """

    func photographs() throws -> Photographs {
        var known: Photographs = [:]
        let sql = "SELECT inode, size, changed, high, low FROM photographs"
        try database.prepare(sql).forEachRow([]) { row in
            known[PhotographFile(row)] = Digest(high: row.integer(3), low: row.integer(4))
        }
        return known
    }

    /// Adds the digests of new files, and removes files that are gone.
    func replace(_ known: Photographs, with present: Photographs) throws {
        let added = present.filter { known[$0.key] == nil }
        let gone = known.keys.filter { present[$0] == nil }
        if added.isEmpty, gone.isEmpty { return }
        try database.transaction {
            try checkOwner()
            let remove = try database.statement("DELETE FROM photographs WHERE inode = ?")
            for file in gone { try remove.run(.integer(file.inode)) }
            let insert = try database.statement(
                "INSERT OR REPLACE INTO photographs VALUES (?, ?, ?, ?, ?)")
            for (file, digest) in added {
                try insert.run(
                    .integer(file.inode), .integer(file.size), .integer(file.changed),
                    .integer(digest.high), .integer(digest.low))
            }
        }
    }
}
