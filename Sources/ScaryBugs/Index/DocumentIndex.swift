/// What is known of all documents without reading them: a cache in a SQLite file.
///
/// It is in step with the documents if it has the time that their directory has. Whoever changes
/// documents gives that directory a new time and notes the change in the journal together with the
/// time. A change of which the journal knows nothing shows in a time that it doesn't have.
final class DocumentIndex {
    let database: Database
    /// What the tables must be made for.
    private let owner: String

    /// Of the tables, and of how words and values stand in them.
    private static let version: Int64 = 3

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - directory: tells the documents' directory from others that had its path before.
    ///   - fields: the user's own fields, which rows depend on.
    init(
        path: String, directory: FileStatus.Identity, fields: [Field]
    ) throws {
        database = try Database(path: path)
        owner = Self.owner(directory, fields)
        guard try !isMade(for: owner) else { return }
        try database.transaction {
            if try !isMade(for: owner) { try make(for: owner) }
        }
    }

    /// What the tables are good for: the documents of one directory, with these fields, and until
    /// the machine is started again. For nothing is ever synced here, so that a loss of power may
    /// leave anything in the file.
    private static func owner(_ directory: FileStatus.Identity, _ fields: [Field]) -> String {
        let boot = try? File.open(path: "/proc/sys/kernel/random/boot_id").contents(limit: 64)
        let fields = fields.map { "\($0.name):\($0.type)" }.joined(separator: ",")
        return """
            \(String(decoding: boot ?? [], as: UTF8.self).trimmed) \
            \(directory.device) \(directory.inode) \(fields)
            """
    }

    private func isMade(for owner: String) throws(DatabaseError) -> Bool {
        guard try database.prepare("PRAGMA user_version").integer() == Self.version else {
            return false
        }
        return try database.prepare("SELECT owner = ? FROM state").integer(.text(owner)) == 1
    }

    private func make(for owner: String) throws(DatabaseError) {
        for table in ["state", "documents", "words", "facts"] {
            try database.execute("DROP TABLE IF EXISTS \(table)")
        }
        try database.execute(Self.tables)
        try database.prepare("INSERT INTO state VALUES (?, NULL, 0)").run(.text(owner))
        try database.execute("PRAGMA user_version = \(Self.version)")
    }

    private static let tables = """
        CREATE TABLE state (
            owner TEXT NOT NULL, time INTEGER, count INTEGER NOT NULL);
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, title TEXT NOT NULL, rating REAL,
            tags TEXT NOT NULL, problem TEXT);
        CREATE TABLE facts (
            id INTEGER PRIMARY KEY, json TEXT NOT NULL, title TEXT NOT NULL, tags TEXT NOT NULL,
            notes TEXT NOT NULL, terms TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5 (
            title, tags, notes, terms, content = 'facts', content_rowid = 'id',
            tokenize = 'ascii', prefix = '2 3', columnsize = 0);
        """

    // MARK: State

    /// Whether the rows are those of the documents at a time of their directory.
    func isInStep(with time: FileTime) throws(DatabaseError) -> Bool {
        try database.statement("SELECT time FROM state WHERE owner = ?").integer(.text(owner))
            == time.packed
    }

    /// The time of the documents' directory with which the rows were in step; nil if none.
    func time() throws(DatabaseError) -> FileTime? {
        try database.statement("SELECT time FROM state WHERE owner = ?").integer(.text(owner))
            .map { FileTime(packed: $0) }
    }

    /// Another process may have made the tables anew, for fields of which this one does not know.
    func checkOwner() throws(DatabaseError) {
        let isOwn = try database.statement("SELECT owner = ? FROM state").integer(.text(owner))
        if isOwn != 1 { throw .outdated }
    }

    /// Whether it is still the one that was once in step with the documents.
    func checkWasInStep() throws(DatabaseError) {
        let sql = "SELECT time IS NOT NULL FROM state WHERE owner = ?"
        if try database.statement(sql).integer(.text(owner)) != 1 { throw .outdated }
    }

    func count() throws(DatabaseError) -> Int {
        Int(try database.statement("SELECT count FROM state").integer() ?? 0)
    }

    /// Whether a row says what was read of a document.
    ///
    /// - Parameters:
    ///   - stamp: of the files that were read.
    ///   - row: made only where the stamp doesn't tell.
    func isCurrent(
        _ name: DocumentName, _ stamp: IndexStamp, _ row: () throws -> IndexRow
    ) throws -> Bool {
        let known = try database.statement("SELECT stamp FROM documents WHERE id = ?")
            .integer(.integer(name.indexID))
        if known == stamp.value, stamp != .unknown { return true }
        let row = try row()
        // What was just written has no stamp, and need not be written again each time it is read.
        guard known == IndexStamp.unknown.value, row.stamp == .unknown else { return false }
        let isSame = try database.statement(
            """
            SELECT d.title = ? AND rating IS ? AND d.tags = ? AND problem IS NULL AND json = ?
            FROM documents AS d JOIN facts USING (id) WHERE id = ?
            """
        ).integer(
            .text(row.title), row.rating.map { .real(Double($0)) } ?? .null, .text(row.tags),
            .utf8(row.facts), .integer(name.indexID))
        return isSame == 1
    }

    /// Whether a row says why a document cannot be read.
    func hasProblem(_ problem: String, with name: DocumentName) throws -> Bool {
        try database.statement("SELECT problem = ? FROM documents WHERE id = ?")
            .integer(.text(problem), .integer(name.indexID)) == 1
    }

    // MARK: Answers

    /// The names of the documents that a query asks for; nil where it cannot be put.
    func names(_ query: Query) throws -> [DocumentName]? {
        guard let query = IndexQuery(query, columns: "d.id") else { return nil }
        var names: [DocumentName] = []
        try database.prepare(query.sql).forEachRow(query.values) {
            names.append(DocumentName(indexID: $0.integer(0)))
        }
        return names
    }

    /// All documents with the stamps of what was read of them, in the order of their numbers.
    func stamps() throws -> [(id: Int64, stamp: IndexStamp)] {
        var stamps: [(id: Int64, stamp: IndexStamp)] = []
        stamps.reserveCapacity(try count())
        let statement = try database.statement("SELECT id, stamp FROM documents ORDER BY id")
        try statement.forEachRow([]) { row in
            stamps.append((row.integer(0), IndexStamp(value: row.integer(1))))
        }
        return stamps
    }
}

extension DocumentName {
    /// The row of a document: rows are in the order of the names.
    var indexID: Int64 { Int64(number) << 2 | kind.indexOrder }

    static func number(indexID: Int64) -> Int { Int(indexID >> 2) }

    init(indexID: Int64) {
        self.init(number: Self.number(indexID: indexID), kind: .withIndexOrder(indexID & 3))
    }
}

extension DocumentKind {
    private static let inIndexOrder = all.sorted { $0.name < $1.name }

    fileprivate var indexOrder: Int64 {
        Int64(Self.inIndexOrder.firstIndex(of: self) ?? 0)
    }

    fileprivate static func withIndexOrder(_ order: Int64) -> DocumentKind {
        inIndexOrder[min(Int(order), inIndexOrder.count - 1)]
    }
}

extension FileTime {
    /// Nanoseconds since 1970, good until the year 2262.
    var packed: Int64 { seconds &* 1_000_000_000 &+ Int64(nanoseconds) }

    init(packed: Int64) {
        let nanoseconds = packed % 1_000_000_000
        self.init(
            seconds: packed / 1_000_000_000, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
    }
}
