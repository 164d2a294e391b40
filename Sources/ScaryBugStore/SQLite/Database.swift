import CSQLite
import Glibc

/// An open SQLite database, which owns its handle.
///
/// It must be used by one thread at a time. Its methods throw ``DatabaseError``.
package final class Database {
    /// The purpose of a database.
    enum Use {
        /// A cache. It never syncs, so a transaction survives the death of the process but not a loss
        /// of power. Each page has a checksum.
        case cache
        /// A record with a write-ahead log, whose commits survive a loss of power.
        case record
        /// A record that this process only reads.
        case reading
    }

    private let handle: OpaquePointer
    private let path: String
    /// The checksums of a cache's pages.
    private let pages: CheckedPages?
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

    /// Timeout for a record that another program has locked, in milliseconds.
    private static let patienceForRecord: CInt = 2_000

    /// Turns SQLite's memory statistics off, once, before the first file is opened. If other code
    /// has initialized SQLite already, the setting stays as it is.
    private static let isConfigured = scarybugs_sqlite_count_no_memory() == SQLITE_OK

    /// The name of a file system of SQLite that takes paths as they are. The usual one first resolves
    /// links, even the link to an open directory, and another program may exchange a directory on the way.
    /// The usual one also syncs the directory of a journal that was there before.
    private static let plainPaths: String? = {
        guard let usual = sqlite3_vfs_find(nil) else { return nil }
        let name = "scarybugs-plain-paths"
        let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        system.initialize(to: usual.pointee)
        system.pointee.pNext = nil
        system.pointee.zName = UnsafePointer(strdup(name))
        system.pointee.xFullPathname = { _, path, size, target in
            guard let path, let target, strlen(path) < Int(size) else { return SQLITE_CANTOPEN }
            strcpy(target, path)
            return SQLITE_OK
        }
        system.pointee.xOpen = { system, path, file, flags, usedFlags in
            let isThere =
                flags & SQLITE_OPEN_MAIN_JOURNAL != 0 && path.map { access($0, F_OK) == 0 } == true
            let flags = isThere ? flags & ~SQLITE_OPEN_CREATE : flags
            return sqlite3_vfs_find(nil)?.pointee.xOpen?(system, path, file, flags, usedFlags)
                ?? SQLITE_CANTOPEN
        }
        return sqlite3_vfs_register(system, 0) == SQLITE_OK ? name : nil
    }()

    /// Opens the file, or creates it.
    init(path: String, for use: Use = .cache) throws(DatabaseError) {
        _ = Self.isConfigured
        var opened: OpaquePointer?
        let access =
            switch use {
            case .cache:
                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW
            case .record: SQLITE_OPEN_READWRITE
            case .reading: SQLITE_OPEN_READONLY
            }
        let code = sqlite3_open_v2(
            path, &opened, access | SQLITE_OPEN_NOMUTEX, use == .cache ? nil : Self.plainPaths)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw DatabaseError(code: code, message: "cannot open \(path)")
        }
        handle = opened
        self.path = path
        do {
            pages = use == .cache ? try CheckedPages(of: opened, at: path) : nil
        } catch {
            sqlite3_close_v2(opened)
            throw error
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, use == .cache ? Self.patience : Self.patienceForRecord)
        if use == .cache { addDistance() }
    }

    /// Adds the function of ``IndexPlaces`` to SQL.
    private func addDistance() {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        sqlite3_create_function_v2(
            handle, "distance", 6, flags, nil,
            { context, _, values in
                guard let values, sqlite3_value_type(values[0]) == SQLITE_INTEGER,
                    sqlite3_value_type(values[1]) == SQLITE_INTEGER
                else { return sqlite3_result_null(context) }
                let units = { (index: Int) in sqlite3_value_int64(values[index]) }
                let box = PlaceBox(
                    latitudes: units(2)...max(units(2), units(3)),
                    longitudes: units(4)...max(units(4), units(5)))
                sqlite3_result_double(
                    context, box.distance(toLatitude: units(0), longitude: units(1)))
            }, nil, nil, nil)
    }

    deinit {
        statements = []
        // A statement that still exists keeps the file open, and the file needs its methods.
        if sqlite3_close(handle) == SQLITE_OK {
            pages?.deallocate()
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
    package func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let known = statements.first(where: { $0.sql == sql }) { return known }
        let statement = try prepare(sql)
        statements.append(statement)
        return statement
    }

    /// Compiles a statement without caching it.
    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        return Statement(prepared, sql, of: self)
    }

    /// Whether SQLite finds the file intact.
    ///
    /// - Throws: ``DatabaseError`` if a call has failed. SQLite reports a page that it can't read like a
    ///   damaged one, and goes on.
    func isIntact() throws -> Bool {
        // The file notes each failed call but those for memory, which hardly fail twice.
        for _ in 0..<2 {
            var verdict = ""
            try prepare("PRAGMA quick_check(1)").forEachRow([]) { verdict = $0.text(0) }
            if verdict == "ok" { return true }
            let error = error(SQLITE_CORRUPT)
            if !error.isDamage { throw error }
        }
        return false
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
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        return try body()
    }

    /// Runs `body` with a cache of another size.
    ///
    /// - Parameter size: the number of pages or, negative, the size in KiB; nil for the usual one.
    func caching<Result>(_ size: Int?, _ body: () throws -> Result) throws -> Result {
        guard let size else { return try body() }
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
        try pages?.whileReserved(body) ?? false
    }

    /// Keeps the write-ahead log when the database is closed, so that closing it syncs nothing.
    func keepLog() throws(DatabaseError) {
        let code = scarybugs_sqlite_keep_log(handle)
        if code != SQLITE_OK { throw error(code) }
    }

    /// Whether no transaction is open, also because an error has ended it.
    var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

    var lastRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    func error(_ code: CInt) -> DatabaseError {
        // SQLite calls a file damaged that it could not read.
        if [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF), let number = lastFileError {
            return DatabaseError(code: SQLITE_IOERR, message: String(cString: strerror(number)))
        }
        // At the end of a transaction, only the file knows the error.
        if code & 0xFF == SQLITE_IOERR,
            let number = [sqlite3_system_errno(handle), lastFileError ?? 0].first(where: { $0 != 0 }
            )
        {
            // SQLite knows no quota.
            return DatabaseError(
                code: number == EDQUOT ? SQLITE_FULL : code,
                message: String(cString: strerror(number)))
        }
        return DatabaseError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }

    /// The error number of the last call that failed on the file or its log; nil if none failed.
    private var lastFileError: CInt? {
        for pointer in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            guard sqlite3_file_control(handle, "main", pointer, &file) == SQLITE_OK, let file,
                let methods = file.pointee.pMethods
            else { continue }
            var number: CInt = 0
            let code = methods.pointee.xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number)
            if code == SQLITE_OK, number != 0 { return number }
        }
        return nil
    }
}

package struct DatabaseError: Error {
    /// SQLite's extended result code.
    let code: CInt
    let message: String

    /// Whether the file's contents are damaged, rather than inaccessible. All tables and columns were
    /// made at once, so one that is missing is damage, too.
    var isDamage: Bool {
        [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(code & 0xFF)
            || code == SQLITE_ERROR
                && ["no such table", "no such column"].contains { message.hasPrefix($0) }
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

    var isOfFullDisk: Bool { code & 0xFF == SQLITE_FULL }
    var isReadOnly: Bool { code & 0xFF == SQLITE_READONLY }

    /// Whether another process holds a lock that this one needs.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }
}
