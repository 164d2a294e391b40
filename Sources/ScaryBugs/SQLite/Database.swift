import CSQLite

/// A file of SQLite, open: the owner of its handle.
///
/// For one thread at a time. Nothing in it is put on the disk before it is reported: a transaction
/// lasts the death of the process, not a loss of power. Everything it throws is a ``DatabaseError``,
/// of the cache and not of the user's data: what calls it goes on without.
final class Database {
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Milliseconds that other processes are waited for to write, which takes them a moment, unless
    /// they build an index: for that it is not worth waiting.
    private static let patience: CInt = 500
    /// Those that they are waited for to read: who writes keeps others from their documents, and a
    /// list may wait for its reader without end.
    private static let patienceOfWriter: CInt = 200

    /// Done once, before the first file is opened; where another part of the program was first, it
    /// stays as that left it.
    private static let isConfigured = scarybugs_sqlite_count_no_memory() == SQLITE_OK

    /// Opens the file, or makes it.
    init(path: String) throws(DatabaseError) {
        _ = Self.isConfigured
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw DatabaseError(code: code, message: "cannot open \(path)")
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.patience)
        try execute("PRAGMA synchronous = OFF")
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give nothing.
    func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code) }
    }

    /// A statement, compiled once and ready to be bound.
    func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try prepare(sql)
        statements[sql] = statement
        return statement
    }

    /// A statement that is not kept.
    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        return Statement(prepared, of: self)
    }

    /// Runs `body` in one transaction, which other processes see whole or not at all.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        sqlite3_busy_timeout(handle, Self.patienceOfWriter)
        defer { sqlite3_busy_timeout(handle, Self.patience) }
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Runs `body` with all reads from one state, whatever others write meanwhile.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        return try body()
    }

    func error(_ code: CInt) -> DatabaseError {
        DatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// What SQLite says is wrong.
struct DatabaseError: Error {
    /// SQLite's extended result code.
    let code: CInt
    let message: String

    /// Whether the file is not what it should be, rather than out of reach.
    var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(code & 0xFF)
    }

    /// Where what SQLite does not notice is wrong.
    static let damaged = DatabaseError(code: SQLITE_CORRUPT, message: "not what it should be")

    /// Where the tables are no longer those that were opened.
    static let outdated = DatabaseError(
        code: SQLITE_SCHEMA, message: "rebuilt by another process")
    var isOutdated: Bool { code & 0xFF == SQLITE_SCHEMA }

    /// Whether the file is no longer in its place, where another may be.
    var isMoved: Bool { code == SQLITE_READONLY | 4 << 8 }  // SQLITE_READONLY_DBMOVED

    /// Whether another process holds what is needed.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
}
