import CSQLite
import Glibc

/// An open SQLite database, which owns its handle.
///
/// It must be used by one thread at a time. It never syncs, so a transaction survives the death of
/// the process but not a loss of power. Its methods throw ``DatabaseError``. The database is only a
/// cache, so callers handle that error by continuing without it.
final class Database {
    private let handle: OpaquePointer
    private let path: String
    private let pages: CheckedPages
    private var statements: [Statement] = []
    /// Whether SQLite knows that it must not sync.
    private var isUnsynced = false

    /// Timeout for waiting until another process has written, in milliseconds. A write takes a
    /// moment, except to build an index, which is not worth waiting for.
    private static let patience: CInt = 500
    /// Timeout for a writer that waits for readers, in milliseconds. It is shorter, because a
    /// waiting writer keeps other processes from their documents, and a reader stuck on a pager may
    /// never end.
    private static let patienceOfWriter: CInt = 200

    /// Turns SQLite's memory statistics off, once, before the first file is opened. If other code
    /// has initialized SQLite already, the setting stays as it is.
    private static let isConfigured = scarybugs_sqlite_count_no_memory() == SQLITE_OK

    /// Opens the file, or creates it.
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
        self.path = path
        do {
            pages = try CheckedPages(of: opened, at: path)
        } catch {
            sqlite3_close_v2(opened)
            throw error
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.patience)
        addDistance()
    }

    /// Adds the function of ``IndexPlaces`` to SQL.
    private func addDistance() {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(
            handle, "distance", 4, flags, nil,
            { context, _, values in
                guard let values, sqlite3_value_type(values[0]) == SQLITE_INTEGER,
                    sqlite3_value_type(values[1]) == SQLITE_INTEGER
                else { return sqlite3_result_null(context) }
                let units = { (index: Int) in sqlite3_value_int64(values[index]) }
                sqlite3_result_double(
                    context, Position.distance((units(0), units(1)), (units(2), units(3))))
            }, nil, nil, nil)
    }

    deinit {
        statements = []
        // A statement that still exists keeps the file open, and the file needs its methods.
        if sqlite3_close(handle) == SQLITE_OK {
            pages.deallocate()
        } else {
            sqlite3_close_v2(handle)
        }
    }

    /// Runs statements that return no rows.
    func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code) }
    }

    /// Returns a statement from the cache of compiled statements, ready to be bound.
    func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let known = statements.first(where: { $0.sql == sql }) { return known }
        let statement = try prepare(sql)
        statements.append(statement)
        return statement
    }

    /// Compiles a statement without caching it.
    func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        return Statement(prepared, sql, of: self)
    }

    /// Runs `body` in a transaction: other processes see all of its changes or none.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        sqlite3_busy_timeout(handle, Self.patienceOfWriter)
        defer { sqlite3_busy_timeout(handle, Self.patience) }
        // Not at the start, because it reads the file, and most commands only read an index.
        if !isUnsynced { try execute("PRAGMA synchronous = OFF") }
        isUnsynced = true
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

    /// Runs `body` in a read transaction, so that all its reads see one state while other processes
    /// write.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        return try body()
    }

    /// Runs `body`, which reads rows.
    ///
    /// - Parameter isInOrder: whether the rows are in the order of their tables. Each page is then needed
    ///   once, and few pages stay in memory, since memory for a page takes longer than reading it.
    func reading<Result>(inOrder isInOrder: Bool, _ body: () throws -> Result) throws -> Result {
        guard isInOrder else { return try body() }
        return try caching("64", body)
    }

    /// Runs `body`, which writes rows.
    ///
    /// - Parameter isAll: whether these are all rows. They lie all over the file, and a cache of 8 MB saves
    ///   most pages from being written and read again.
    func writing<Result>(all isAll: Bool, _ body: () throws -> Result) throws -> Result {
        isAll ? try caching("-8000", body) : try body()
    }

    private func caching<Result>(_ size: String, _ body: () throws -> Result) throws -> Result {
        try execute("PRAGMA cache_size = \(size)")
        // The usual 2,000 KiB.
        defer { try? execute("PRAGMA cache_size = -2000") }
        return try body()
    }

    /// Throws ``DatabaseError/abandoned`` if another program keeps a log beside the file. SQLite
    /// would read pages from it, and these have no hash.
    func checkHasNoLog() throws(DatabaseError) {
        if access(path + "-wal", F_OK) == 0 { throw .abandoned }
    }

    /// Runs `body`, which removes the file. Meanwhile no other process writes to it.
    ///
    /// - Throws: ``DatabaseError`` if another process is writing to the file, or has removed it.
    func removing(_ body: () -> Bool) throws(DatabaseError) -> Bool {
        try pages.whileReserved(body)
    }

    func error(_ code: CInt) -> DatabaseError {
        DatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

struct DatabaseError: Error {
    /// SQLite's extended result code.
    let code: CInt
    let message: String

    /// Whether the file's contents are damaged, rather than inaccessible. All tables and columns were
    /// made at once, so one that is missing is damage, too.
    var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(code & 0xFF)
            || code == SQLITE_ERROR && message.utf8.starts(with: "no such ".utf8)
    }

    /// Damage that SQLite itself doesn't notice.
    static let damaged = DatabaseError(code: SQLITE_CORRUPT, message: "not what it should be")

    /// The file is not worth keeping, such as after a killed process. That is no damage.
    static let abandoned = DatabaseError(
        code: CheckedPages.abandoned, message: "has an unfinished transaction")
    var isAbandoned: Bool { code == CheckedPages.abandoned }

    /// Another process has replaced the tables since they were opened.
    static let outdated = DatabaseError(
        code: SQLITE_SCHEMA, message: "rebuilt by another process")
    var isOutdated: Bool { code & 0xFF == SQLITE_SCHEMA }

    /// Whether the file was moved or removed, so that its path may lead to another file.
    var isMoved: Bool { code == CheckedPages.moved }

    /// Whether another process holds a lock that this one needs.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
}
