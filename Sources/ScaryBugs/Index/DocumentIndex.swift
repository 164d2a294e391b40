import CSQLite

/// What is known of all documents without reading them: a cache in a SQLite file.
///
/// It is in step with the documents if it has the time that their directory has. Whoever changes
/// documents gives that directory a new time and then notes the change here together with the time;
/// a change of which the index knows nothing shows in a time that it doesn't have.
final class DocumentIndex {
    let database: Database
    /// What the tables must be made for.
    private let owner: String

    /// Of the tables, and of how words and values stand in them.
    private static let version: Int64 = 1

    /// A row that is to be put in the place of the one there is, or one that is to go.
    enum Change: Sendable {
        case put(IndexRow)
        case remove(DocumentName)
    }

    /// Opens the file, or makes it.
    ///
    /// - Parameters:
    ///   - directory: tells the documents' directory from others that had its path before.
    ///   - fields: the user's own fields, which rows depend on.
    init(
        path: String, directory: FileStatus.Identity, fields: [Field]
    ) throws(DatabaseError) {
        database = try Database(path: path)
        owner = Self.owner(directory, fields)
        guard try !isMade(for: owner) else { return }
        try database.transaction { () throws(DatabaseError) in
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
        for table in ["state", "documents", "facts", "words"] {
            try database.execute("DROP TABLE IF EXISTS \(table)")
        }
        try database.execute(Self.tables)
        try database.prepare("INSERT INTO state VALUES (?, NULL, 0)").run(.text(owner))
        try database.execute("PRAGMA user_version = \(Self.version)")
    }

    private static let tables = """
        CREATE TABLE state (owner TEXT NOT NULL, time INTEGER, count INTEGER NOT NULL);
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, title TEXT NOT NULL, rating REAL,
            tags TEXT NOT NULL, problem TEXT);
        CREATE TABLE facts (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5 (
            title, tags, notes, terms, tokenize = 'ascii', prefix = '2 3', columnsize = 0);
        """

    // MARK: State

    /// Whether the rows are those of the documents at a time of their directory.
    func isInStep(with time: FileTime) throws(DatabaseError) -> Bool {
        try database.statement("SELECT time FROM state WHERE owner = ?").integer(.text(owner))
            == time.packed
    }

    /// Another process may have made the tables anew, for fields of which this one does not know.
    private func checkOwner() throws(DatabaseError) {
        let isOwn = try database.statement("SELECT owner = ? FROM state").integer(.text(owner))
        if isOwn != 1 { throw .outdated }
    }

    func count() throws(DatabaseError) -> Int {
        Int(try database.statement("SELECT count FROM state").integer() ?? 0)
    }

    /// The highest number of a document; 0 if there is none.
    func highest() throws(DatabaseError) -> Int {
        try database.statement("SELECT max(id) FROM documents").integer()
            .map { DocumentName.number(indexID: $0) } ?? 0
    }

    // MARK: Changes

    /// Notes changes, all or none.
    ///
    /// - Parameters:
    ///   - from: the time with which the rows must be in step for them to be so afterwards; nil if
    ///     they will be in any case.
    ///   - time: the time with which they are in step then.
    func apply(
        _ changes: some Sequence<Change>, from: FileTime?, to time: FileTime?
    ) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try checkOwner()
            var count = try self.count()
            for change in changes {
                switch change {
                case .put(let row): count += try put(row)
                case .remove(let name): count += try remove(name.indexID)
                }
            }
            try database.statement("UPDATE state SET count = ?").run(.integer(Int64(count)))
            guard let time else { return }
            if let from, try !isInStep(with: from) { return }
            try database.statement("UPDATE state SET time = ?").run(.integer(time.packed))
        }
    }

    /// - Returns: by how many there are more rows.
    private func put(_ row: IndexRow) throws(DatabaseError) -> Int {
        let id = row.name.indexID
        let added = try 1 + remove(id)
        try database.statement("INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?)").run(
            .integer(id), .integer(row.stamp.value), .text(row.title),
            row.rating.map { .real(Double($0)) } ?? .null, .text(row.tags),
            row.problem.map(SQLValue.text) ?? .null)
        if row.problem == nil {
            try database.statement("INSERT INTO facts VALUES (?, ?)").run(
                .integer(id), .text(row.facts))
            try database.statement(
                "INSERT INTO words (rowid, title, tags, notes, terms) VALUES (?, ?, ?, ?, ?)"
            ).run(
                .integer(id), .text(row.words.title), .text(row.words.tags),
                .text(row.words.notes), .text(row.terms))
        }
        return added
    }

    private func remove(_ id: Int64) throws(DatabaseError) -> Int {
        let isThere = try database.statement("SELECT 1 FROM documents WHERE id = ?")
            .integer(.integer(id))
        guard isThere != nil else { return 0 }
        for table in ["documents WHERE id", "facts WHERE id", "words WHERE rowid"] {
            try database.statement("DELETE FROM \(table) = ?").run(.integer(id))
        }
        return -1
    }

    /// What makes it empty.
    func removals() throws -> [Change] {
        try stamps().map { .remove(DocumentName(indexID: $0.id)) }
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
    fileprivate var packed: Int64 { seconds &* 1_000_000_000 &+ Int64(nanoseconds) }
}
