import Glibc
import SystemPackage

/// The history of a workspace, a SQLite database of immutable versions: which operation changed what,
/// and what was there before. The bytes of replaced files are in its rows, and replaced or removed
/// directories beside it, each under the number of its change.
///
/// The model is the operation log of Jujutsu (https://docs.jj-vcs.dev/latest/operation-log/).
package final class HistoryStore {
    package static let directoryName = "History"
    package static let fileName = "history.db"
    static let logName = fileName + "-wal"

    /// The directory `History`.
    let directory: Directory
    let database: Database
    var state: State
    /// The last error of the database.
    private var failure: (any Error)?
    /// Whether it only takes what a dry run plans.
    private var isPlanning = false

    /// How far the workspace has come.
    struct State: Sendable, Equatable {
        /// A random number, which tells this history from a later one at the same path.
        var identity: Int64 = 0
        /// The number of the last change that was made.
        var applied: Int64 = 0
        /// The number of a change up to which all are on the disk for good.
        var durable: Int64 = 0
        /// The number of a change up to which the rows may be forgotten.
        var forgotten: Int64 = 0
        /// Counts how often another program was found to have changed the documents' directory.
        var epoch: Int64 = 0
        /// The modification time of the documents' directory after the last change; nil if unknown.
        var time: FileTime?
        /// The highest number of a document; nil if unknown.
        var highest: Int?
        /// The highest step so far.
        var step = 0
    }

    private static let version: Int64 = 3
    /// The version without ``deletions()``, which is still read.
    private static let oldVersion: Int64 = 1

    // MARK: Opening

    /// Opens the history for writing, and makes it if it does not exist. The caller must hold the
    /// workspace's lock.
    ///
    /// - Throws: ``ScaryBugsError`` with ``ScaryBugsError/isOfHistory`` if what is there is no history.
    init(in workspace: Directory) throws {
        directory = try workspace.directory(creating: Self.directoryName)
        let isNew = try directory.status(of: Self.fileName) == nil
        if isNew { try directory.createFile(named: Self.fileName).sync() }
        (database, state) = try Self.opened(directory) { [directory] database in
            try database.keepLog()
            try Self.make(in: database, of: workspace)
            // A process reads a log that was left to it, so it must not be long. ``commit()`` syncs it.
            let hasLog = try directory.status(of: Self.logName) != nil
            try database.execute(
                """
                PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 50;
                PRAGMA synchronous = \(hasLog ? "NORMAL" : "FULL")
                """)
        }
        fillReserve()
    }

    /// Opens the history for reading; nil if there is none.
    package init?(reading workspace: Directory) throws {
        guard let directory = try workspace.directory(named: Self.directoryName),
            try directory.status(of: Self.fileName) != nil
        else { return nil }
        self.directory = directory
        (database, state) = try Self.opened(directory, for: .reading) { _ in }
    }

    /// A history without a file, for a dry run where there is none.
    init(emptyIn directory: Directory) throws {
        self.directory = directory
        (database, state) = try Database.naming(directory.path(of: Self.fileName)) {
            let database = try Database(path: ":memory:", for: .record)
            try Self.makeFirstTables(in: database)
            try Self.makeDeletions(in: database, after: 0)
            return (database, try Self.readState(in: database))
        }
    }

    /// The same history, opened for reading, which takes what a dry run plans into temporary tables. These
    /// hide the tables of the same names.
    func planning() throws -> HistoryStore {
        try naming { try database.execute(Self.temporaryTables) }
        isPlanning = true
        return self
    }

    /// Only the table of changes may be large. Nobody reads again what a plan corrects in it, or which
    /// deletions it knows.
    private static let temporaryTables = """
        CREATE TEMP TABLE steps AS SELECT * FROM main.steps;
        CREATE TEMP TABLE planned AS SELECT * FROM main.changes WHERE 0;
        CREATE TEMP VIEW changes AS SELECT * FROM main.changes UNION ALL SELECT * FROM planned;
        CREATE TEMP TRIGGER add_change INSTEAD OF INSERT ON changes BEGIN
            INSERT INTO planned VALUES (new.number, new.operation, new.document, new.kind, new.path,
                new.before, new.after, new.bytes, new.source, new.held);
        END;
        CREATE TEMP TRIGGER keep_change INSTEAD OF UPDATE ON changes BEGIN SELECT 1; END;
        CREATE TEMP TABLE operations (
            id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, step INTEGER NOT NULL,
            lines TEXT NOT NULL, target INTEGER NOT NULL, together INTEGER NOT NULL,
            undone INTEGER NOT NULL DEFAULT 0, open INTEGER NOT NULL, command TEXT);
        INSERT INTO operations SELECT * FROM main.operations;
        CREATE TEMP TABLE deletions (
            identifier TEXT PRIMARY KEY, date INTEGER NOT NULL, change INTEGER NOT NULL);
        CREATE TEMP TABLE deleted_photographs (
            identifier TEXT, high INTEGER, low INTEGER, UNIQUE (identifier, high, low));
        """

    private static func opened(
        _ directory: Directory, for use: Database.Use = .record,
        _ prepare: (Database) throws -> Void
    ) throws -> (Database, State) {
        let path = directory.path(of: fileName)
        if let log = try directory.status(of: logName), log.kind != .regular {
            throw ScaryBugsError(.damaged, "\(directory.path(of: logName)) is not a regular file")
        }
        return try Database.naming(path) {
            let database = try Database(record: fileName, in: directory, for: use)
            try prepare(database)
            let version = try database.prepare("PRAGMA user_version").integer() ?? 0
            guard (oldVersion...Self.version).contains(version) else {
                throw ScaryBugsError(.damaged, "\(path) is of another version of the program")
            }
            return (database, try readState(in: database))
        }
    }

    func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try Database.naming(directory.path(of: Self.fileName), body) } catch {
            failure = error
            throw error
        }
    }

    /// Makes the tables that are missing. Deletions were in another file before version 2, and version 3
    /// adds the photographs.
    private static func make(in database: Database, of workspace: Directory) throws {
        let present = try database.prepare("PRAGMA user_version").integer() ?? 0
        guard present < version else { return }
        let deletions = present < 2 ? try oldDeletions(in: workspace, for: .record) : [:]
        if present == 0 {
            try database.execute(
                """
                PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL
                """)
        }
        try database.execute("BEGIN IMMEDIATE")
        if present == 0 { try makeFirstTables(in: database) }
        try makeDeletions(in: database, after: present)
        for (identifier, deletion) in deletions {
            try addDeletion(identifier, deletion.date, 0, in: database)
        }
        try database.execute("PRAGMA user_version = \(version); COMMIT")
    }

    private static func makeDeletions(in database: Database, after version: Int64) throws {
        if version < 2 {
            try database.execute(
                """
                CREATE TABLE deletions (
                    identifier TEXT PRIMARY KEY, date INTEGER NOT NULL, change INTEGER NOT NULL)
                    STRICT, WITHOUT ROWID
                """)
        }
        try database.execute(
            """
            CREATE TABLE deleted_photographs (
                identifier TEXT NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
                PRIMARY KEY (identifier, high, low)) STRICT, WITHOUT ROWID
            """)
    }

    private static func makeFirstTables(in database: Database) throws {
        try database.execute(
            """
            CREATE TABLE state (
                identity INTEGER NOT NULL, applied INTEGER NOT NULL, durable INTEGER NOT NULL,
                forgotten INTEGER NOT NULL, epoch INTEGER NOT NULL, time INTEGER, highest INTEGER,
                step INTEGER NOT NULL) STRICT;
            CREATE TABLE steps (
                step INTEGER PRIMARY KEY, date INTEGER NOT NULL, command TEXT NOT NULL, script TEXT,
                lines INTEGER NOT NULL, last TEXT NOT NULL, changes INTEGER NOT NULL,
                documents TEXT NOT NULL) STRICT;
            CREATE TABLE operations (
                id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, step INTEGER NOT NULL,
                lines TEXT NOT NULL, target INTEGER NOT NULL, together INTEGER NOT NULL,
                undone INTEGER NOT NULL DEFAULT 0, open INTEGER NOT NULL, command TEXT) STRICT;
            CREATE INDEX steps_operations ON operations (step, undone);
            CREATE INDEX reversions ON operations (target) WHERE target > 0;
            CREATE INDEX groups ON operations (open) WHERE open > 0;
            CREATE TABLE changes (
                number INTEGER PRIMARY KEY, operation INTEGER NOT NULL, document INTEGER,
                kind INTEGER NOT NULL, path BLOB NOT NULL, before TEXT, after TEXT, bytes BLOB,
                source BLOB, held INTEGER NOT NULL) STRICT;
            CREATE INDEX operations_changes ON changes (operation);
            CREATE INDEX documents_changes ON changes (document);
            CREATE INDEX held_changes ON changes (number, held) WHERE held > 0;
            INSERT INTO state VALUES (\(Int64.random(in: 1 ... .max)), 0, 0, 0, 0, NULL, NULL, 0)
            """)
    }

    // MARK: State

    private static func readState(in database: Database) throws -> State {
        let state = try database.prepare("SELECT * FROM state").first { row in
            let most = Int64(DocumentName.numbers.upperBound)
            return try State(
                identity: row.integer(0), applied: row.number(1), durable: row.number(2),
                forgotten: row.number(3), epoch: row.number(4),
                time: row.isNull(5) ? nil : FileTime(packed: row.integer(5)),
                highest: row.isNull(6) ? nil : Int(row.integer(6).counted(to: most)),
                step: Int(row.number(7)))
        }
        guard let state else { throw DatabaseError.damaged }
        return state
    }

    /// Writes the state within a transaction.
    private func writeState() throws {
        try database.statement(
            """
            UPDATE state SET applied = ?, durable = ?, forgotten = ?, epoch = ?, time = ?,
                highest = ?, step = ?
            """
        ).run(
            .integer(state.applied), .integer(state.durable), .integer(state.forgotten),
            .integer(state.epoch), SQLValue(state.time?.packed),
            SQLValue(state.highest.map(Int64.init)), .integer(state.step))
    }

    // MARK: Transactions

    /// Begins a transaction, unless one is open.
    func begin() throws {
        guard database.isOutsideTransaction else { return }
        try run(isPlanning ? "BEGIN" : "BEGIN IMMEDIATE")
    }

    /// Commits the transaction with the state. It then survives a loss of power.
    ///
    /// SQLite itself would sync the directory, too, in each process. The log's name has been synced once.
    func commit() throws {
        try naming {
            try writeState()
            try database.execute("COMMIT")
        }
        // A file system without shared memory has no log. There, SQLite has synced its journal.
        try directory.file(named: Self.logName)?.sync()
    }

    func rollBack() {
        if !database.isOutsideTransaction { try? database.execute("ROLLBACK") }
    }

    /// Writes the state without a sync. After a loss of power, the recovery finds it again.
    func record(_ change: (inout State) throws -> Void) throws {
        try change(&state)
        try naming { try writeState() }
    }

    /// Runs `body` so that all that it writes takes effect, or nothing.
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try naming { try database.execute("SAVEPOINT line") }
        do {
            let result = try body()
            // `body` may take an error that ended the transaction for one of a single document.
            if database.isOutsideTransaction, let failure { throw failure }
            try naming { try database.execute("RELEASE line") }
            return result
        } catch {
            try? database.execute("ROLLBACK TO line; RELEASE line")
            throw error
        }
    }

    // MARK: Removal

    /// Removes the directory and its database if the workspace never had a change.
    static func removeIfUnused(in workspace: Directory) throws {
        guard let store = try HistoryStore(reading: workspace), try store.isUnused else { return }
        for name in try store.directory.names() where isOwnEntry(name) {
            try store.directory.removeFile(named: name)
        }
        try workspace.removeEmptyDirectory(named: directoryName)
    }

    private var isUnused: Bool {
        get throws { try number("SELECT 1 FROM operations LIMIT 1") == nil }
    }
}

extension ScaryBugsError {
    /// Whether the file in the history's place is unusable, so that it can be moved away.
    var isOfHistory: Bool {
        switch code {
        case .damaged, .refused, .system(.isDirectory), .system(.notDirectory): true
        default: false
        }
    }

    /// Whether a database turned out to be damaged.
    var isOfDamagedHistory: Bool { cause is Database.Damage }
}
