import Containers

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

    /// - Parameter time: a time before the file was read.
    /// - Returns: nil if a change after that time could still leave the status as it is.
    init?(_ status: FileStatus, readAfter time: FileTime) {
        // Many file systems have the ticks of the kernel's clock, and some whole milliseconds or seconds.
        let isCoarse = status.changed.nanoseconds % 1_000_000 == 0
        let granularity: Int64 = isCoarse ? 3_000_000_000 : 20_000_000
        guard status.changed.packed < time.packed - granularity else { return nil }
        self.init(status)
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

    func digest(of file: PhotographFile) throws -> Digest? {
        let sql = "SELECT inode, size, changed, high, low FROM photographs WHERE inode = ?"
        return try database.statement(sql).first([.integer(file.inode)]) { row in
            PhotographFile(row) == file
                ? Digest(high: row.integer(3), low: row.integer(4)) : nil
        }
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

// MARK: Small pictures

extension DocumentIndex {
    static let picturesTable = """
        CREATE TABLE pictures (
            inode INTEGER NOT NULL, pixels INTEGER NOT NULL, hash INTEGER NOT NULL,
            bytes BLOB NOT NULL, UNIQUE (inode, pixels)) STRICT;
        """

    /// The most bytes of all small pictures. The oldest make room for new ones.
    private static let mostPictureBytes = 64 << 20

    /// The small picture of a photograph; nil if there is none, or one of another version.
    ///
    /// - Parameter pixels: the longer side at most, for which the picture was made.
    func picture(of file: PhotographFile, pixels: Int) throws -> [UInt8]? {
        let statement = try database.statement(
            "SELECT hash, bytes FROM pictures WHERE inode = ? AND pixels = ?")
        return try statement.first([.integer(file.inode), .integer(pixels)]) { row in
            let bytes = Array(row.blob(1))
            return row.integer(0) == file.hash(bytes, pixels) ? bytes : nil
        }
    }

    /// Adds small pictures, which replace the pictures of earlier versions.
    func keep(_ pictures: [(file: PhotographFile, bytes: [UInt8])], pixels: Int) throws {
        try database.transaction {
            try checkOwner()
            let insert = try database.statement(
                "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?)")
            for (file, bytes) in pictures {
                try insert.run(
                    .integer(file.inode), .integer(pixels), .integer(file.hash(bytes, pixels)),
                    .blob(bytes))
            }
            try database.execute(
                """
                DELETE FROM pictures WHERE rowid IN (SELECT rowid FROM
                (SELECT rowid, sum(length(bytes)) OVER (ORDER BY rowid DESC) AS total FROM pictures)
                WHERE total > \(Self.mostPictureBytes))
                """)
        }
    }
}

extension PhotographFile {
    /// The hash of a small picture of this version. A page of the index that an earlier version left
    /// would match the page's own hash.
    fileprivate func hash(_ picture: [UInt8], _ pixels: Int) -> Int64 {
        var hash = FNV1a<UInt64>()
        for number in [inode, size, changed, Int64(pixels)] {
            withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
        }
        hash.add(picture)
        return Int64(bitPattern: hash.value)
    }
}
