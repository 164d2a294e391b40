internal import Containers
internal import SystemFiles
import SystemPackage

/// What a workspace remembers of its exchange with others: which copies went out and came in, when,
/// and in which state. It is a SQLite file outside of the documents and their history, so that an `undo`
/// doesn't forget what others have.
///
/// Rows belong to the identifier of a document. A copy that comes under the number of an earlier one is
/// a copy of its own. A copy has a row for each text about its changes that its document ever had. A row
/// names the change that it came with, and counts unless that change is undone.
package final class ExchangeStore {
    static let fileName = "exchanged.db"

    /// A copy of a document in this workspace.
    package struct Copy: Sendable {
        /// The number that distinguishes it from other copies of the document here, from 1.
        package let index: Int
        /// What it told or learned last, beyond what the document itself says; nil if nothing.
        package var state: CopyState?
        /// What the document itself tells then, as ``DocumentData/changesChecksum``; nil for anything.
        package var basis: Int64?
        /// The change that this came with; nil if nothing takes it back.
        package var change: ChangeName?
        /// Whether it has a row.
        package let isKnown: Bool

        package init(
            index: Int, state: CopyState? = nil, basis: Int64? = nil, change: ChangeName? = nil,
            isKnown: Bool
        ) {
            (self.index, self.state, self.basis) = (index, state, basis)
            (self.change, self.isKnown) = (change, isKnown)
        }
    }

    /// A copy that was sent or taken.
    package struct Exchange: Sendable {
        package enum Direction: Int64, Sendable {
            case sent, taken
        }

        package let direction: Direction
        /// The other one's name; `-` if nobody knows it.
        package let peer: String
        package let date: Timestamp
        /// The content at that time.
        package let content: Digest?

        package init(direction: Direction, peer: String, date: Timestamp, content: Digest?) {
            (self.direction, self.peer, self.date, self.content) = (direction, peer, date, content)
        }
    }

    private let directory: Directory
    let database: Database
    /// The file that is open.
    let identity: FileStatus.Identity?
    /// The history, and its file.
    private var history: (identity: FileStatus.Identity?, store: HistoryStore)?

    /// A checksum of the machine's ID, which must not leave the machine (machine-id(5)); 0 without one.
    private let machine: Int64

    /// The machine of a key that no machine uses any more.
    static let noMachine: Int64 = -1

    /// The file with the ID of the machine (machine-id(5)).
    static let machineIDPath = "/etc/machine-id"

    private static let version: Int64 = 3

    /// Opens the file; nil if there is none and it is not to be made.
    init?(
        in directory: Directory, making isMaking: Bool,
        machineIDPath: String = ExchangeStore.machineIDPath
    ) throws {
        self.directory = directory
        if try directory.status(of: Self.fileName) == nil {
            guard isMaking else { return nil }
            do { try directory.createFile(named: Self.fileName).sync() } catch let error
                as ScaryBugsError where error.code == .system(.fileExists) || error.code == .exists
            {}
        }
        let machineID = try? File.open(path: machineIDPath, waiting: false).prefix(64)
        machine = machineID.map { Digest(of: Array("scarybug ".utf8) + $0).high } ?? 0
        identity = try directory.status(of: Self.fileName)?.identity
        database = try Database.naming(directory.path(of: Self.fileName)) { [machine] in
            let database = try Database(record: Self.fileName, in: directory, for: .record)
            // A journal that stays, empty, needs no sync of its directory in each process.
            try database.execute(
                """
                PRAGMA secure_delete = ON; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL
                """)
            try Self.make(in: database, of: machine)
            return database
        }
    }

    private static func make(in database: Database, of machine: Int64) throws {
        if try database.prepare("PRAGMA user_version").integer() == version { return }
        try database.execute("BEGIN IMMEDIATE")
        defer { if !database.isOutsideTransaction { try? database.execute("ROLLBACK") } }
        let present = try database.prepare("PRAGMA user_version").integer() ?? 0
        guard (0...version).contains(present) else {
            throw ScaryBugsError(.damaged, "\(fileName) is of another version of the program")
        }
        if present == version { return }
        if present == 1 {
            // The machine that opens the file first goes on with the key of an older version.
            try database.execute(
                """
                ALTER TABLE owner ADD COLUMN machine INTEGER NOT NULL DEFAULT \(machine);
                ALTER TABLE owner ADD COLUMN ended INTEGER;
                ALTER TABLE copies ADD COLUMN basis INTEGER
                """)
        }
        if present > 0 { try database.execute("ALTER TABLE copies RENAME TO earlier") }
        try database.execute(tables + "PRAGMA user_version = \(version)")
        if present > 0 {
            try database.execute(
                """
                INSERT INTO copies (identifier, copy, number, basis, state)
                    SELECT identifier, copy, number, coalesce(basis, -1), state FROM earlier;
                DROP TABLE earlier
                """)
        }
        try database.execute("COMMIT")
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS owner (
            key TEXT NOT NULL, inode INTEGER NOT NULL, birth INTEGER NOT NULL,
            machine INTEGER NOT NULL, ended INTEGER) STRICT;
        CREATE TABLE copies (
            id INTEGER PRIMARY KEY, identifier TEXT NOT NULL, copy INTEGER NOT NULL,
            number INTEGER NOT NULL, basis INTEGER NOT NULL, history INTEGER NOT NULL DEFAULT 0,
            change INTEGER NOT NULL DEFAULT 0, state TEXT,
            UNIQUE (identifier, copy, basis, history, change)) STRICT;
        CREATE TABLE IF NOT EXISTS exchanges (
            identifier TEXT NOT NULL, copy INTEGER NOT NULL, direction INTEGER NOT NULL,
            peer TEXT NOT NULL, date INTEGER NOT NULL, high INTEGER, low INTEGER,
            PRIMARY KEY (identifier, copy, direction, peer)) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS peers ON exchanges (peer, direction);
        CREATE TABLE IF NOT EXISTS told (
            identifier TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (identifier, state))
            STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS withheld (
            peer TEXT NOT NULL, identifier TEXT NOT NULL, fields TEXT NOT NULL,
            PRIMARY KEY (peer, identifier)) STRICT, WITHOUT ROWID;

        """

    func naming<Result>(_ body: () throws -> Result) throws -> Result {
        try Database.naming(directory.path(of: Self.fileName), body)
    }

    /// Runs `body`, whose changes survive a loss of power together.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try naming {
            try database.execute("BEGIN IMMEDIATE")
            defer { if !database.isOutsideTransaction { try? database.execute("ROLLBACK") } }
            let result = try body()
            try database.execute("COMMIT")
            return result
        }
    }

    /// Runs several questions as one, so that the file is locked and checked once.
    package func reading<Result>(_ body: () throws -> Result) throws -> Result {
        try naming {
            try database.execute("BEGIN")
            defer { if !database.isOutsideTransaction { try? database.execute("ROLLBACK") } }
            return try body()
        }
    }

    // MARK: Tables

    /// The names of the tables from which records came, with digests of their headers.
    package func tables() throws -> [(name: String, header: String)] {
        var tables: [(name: String, header: String)] = []
        try naming {
            guard try has(table: "tables") else { return }
            try database.statement("SELECT name, header FROM tables ORDER BY rowid").forEachRow([])
            {
                tables.append(($0.text(0), $0.text(1)))
            }
        }
        return tables
    }

    /// Remembers a table. Most workspaces have none.
    package func add(table name: String, header: String) throws {
        try database.execute(
            "CREATE TABLE IF NOT EXISTS tables (name TEXT NOT NULL, header TEXT NOT NULL, UNIQUE (name, header))"
        )
        try database.statement("INSERT OR IGNORE INTO tables VALUES (?, ?)")
            .run(.text(name), .text(header))
    }

    // MARK: The workspace

    /// The key of the workspace in the names of authors, nil before the first exchange, and former keys that
    /// another clone may use. A workspace that was copied or restored is another directory, and gets
    /// another key. So does each machine with a clone of the disk.
    package func workspaceKeys() throws -> (present: String?, former: [String]) {
        var (present, former): (String?, [String]) = (nil, [])
        try naming {
            try database.statement(
                """
                SELECT key, ended FROM owner
                WHERE ended IS NOT NULL OR inode = ? AND birth = ? AND machine = ?
                """
            ).forEachRow(place()) { row in
                if row.isNull(1) { present = row.text(0) } else { former.append(row.text(0)) }
            }
        }
        return (present, former)
    }

    /// Gives the workspace a key, if it has none.
    package func makeWorkspaceKey() throws {
        if try workspaceKeys().present == nil { try transaction(addWorkspaceKey) }
    }

    private func addWorkspaceKey() throws {
        guard try workspaceKeys().present == nil else { return }
        let key = String(UInt32.random(in: 1 ... .max), radix: 16, width: 8)
        let place = try place()
        try database.statement(
            "DELETE FROM owner WHERE ended IS NULL AND NOT (inode = ? AND birth = ?)"
        ).run(place[0], place[1])
        try database.statement("INSERT INTO owner VALUES (?, ?, ?, ?, NULL)")
            .run(.text(key), place[0], place[1], place[2])
    }

    /// Gives the workspace another key, at most once a day.
    ///
    /// - Returns: whether it has another one now.
    package func replaceKey(at date: Timestamp) throws -> Bool {
        let now = SQLValue.integer(date.secondsSince1970)
        let isTooSoon = try database.statement("SELECT 1 FROM owner WHERE abs(ended - ?) < 86400")
            .integer(now)
        guard isTooSoon == nil, let key = try workspaceKeys().present else { return false }
        try database.statement("UPDATE owner SET ended = ? WHERE key = ?").run(now, .text(key))
        try addWorkspaceKey()
        return true
    }

    func place() throws -> [SQLValue] {
        let inode = Int64(bitPattern: try directory.status().identity.inode)
        return [.integer(inode), .integer(Int64(directory.birth)), .integer(machine)]
    }

    /// Records the changes that a copy tells under the key of the workspace.
    ///
    /// - Parameter removed: the elements of lists that it lacks now.
    package func tell(
        _ state: CopyState, removing removed: CopyState? = nil, of identifier: String
    ) throws {
        guard let key = try workspaceKeys().present else { return }
        let told = state.telling(removed) { $0.workspaceKey == key }
        try naming {
            try database.statement("INSERT OR IGNORE INTO told VALUES (?, ?)")
                .run(.text(identifier), .text(told.text()))
        }
    }

    /// The changes that copies of a document told under the key of the workspace.
    package func toldChanges(of identifier: String) throws -> ToldChanges {
        var told = ToldChanges(key: try workspaceKeys().present)
        try naming {
            for (table, list) in [("told", \ToldChanges.states), ("copies", \.known)] {
                try database.statement("SELECT state FROM \(table) WHERE identifier = ?")
                    .forEachRow([.text(identifier)]) { row in
                        if let state = try? CopyState(text: row.text(0)) {
                            told[keyPath: list].append(state)
                        }
                    }
            }
        }
        return told
    }

    // MARK: Copies

    /// The copy that has a number, with all that its rows say of it.
    ///
    /// - Parameter basis: what the document itself tells, as ``DocumentData/changesChecksum``.
    package func copy(
        of identifier: String, number: Int, telling basis: Int64? = nil
    ) throws -> Copy {
        var found: Copy?
        try naming {
            try database.statement(
                """
                SELECT copy, basis, history, change, state FROM copies
                WHERE identifier = ? AND number = ? ORDER BY copy, id
                """
            ).forEachRow([.text(identifier), .integer(Int64(number))]) { row in
                let change = ChangeName(row, from: 2)
                guard try stands(change) != false else { return }
                let index = Int(try row.number(0))
                var copy =
                    found.flatMap { $0.index == index ? $0 : nil }
                    ?? Copy(index: index, basis: basis, isKnown: true)
                if [Self.anyBasis, basis ?? Self.anyBasis].contains(row.integer(1)) {
                    copy.change = change ?? copy.change
                    let state = row.isNull(4) ? nil : try? CopyState(text: row.text(4))
                    copy.state = state.map { copy.state?.join($0) ?? $0 } ?? copy.state
                }
                found = copy
            }
        }
        return try found
            ?? Copy(index: nextIndex(of: identifier), basis: basis, isKnown: false)
    }

    /// The basis of what a copy knew from the beginning.
    private static let anyBasis: Int64 = -1

    /// Whether a change is in effect; nil if the history doesn't know it, or there is none.
    func stands(_ change: ChangeName?) throws -> Bool? {
        guard let change else { return nil }
        return try withHistory { store in
            guard store.state.identity == change.history else { return nil }
            return try store.stands(change.number)
        }
    }

    /// The versions of a document that the history has, the newest first; none if it can't be read now.
    package func earlierVersions(of name: DocumentName) throws -> [EarlierVersion] {
        try ifPossible { try withHistory { try $0.earlierVersions(of: name) } } ?? []
    }

    /// Runs `body` with the history; nil if there is none, or it can't be used.
    private func withHistory<Result>(_ body: (HistoryStore) throws -> Result?) throws -> Result? {
        let identity = try directory.directory(named: HistoryStore.directoryName)?
            .status(of: HistoryStore.fileName)?.identity
        do {
            if history?.identity != identity {
                history = try HistoryStore(reading: directory).map { (identity, $0) }
            }
            return try history.flatMap { try body($0.store) }
        } catch let error as ScaryBugsError where error.isOfHistory { return nil }
    }

    private func nextIndex(of identifier: String) throws -> Int {
        try naming {
            try Int(
                database.statement(
                    """
                    SELECT max(copy) FROM (SELECT identifier, copy FROM copies
                        UNION ALL SELECT identifier, copy FROM exchanges) WHERE identifier = ?
                    """
                ).integer(.text(identifier))?.counted() ?? 0) + 1
        }
    }

    /// Records what a copy told or learned.
    package func set(_ copy: Copy, of identifier: String, number: Int) throws {
        try naming {
            try database.statement(
                "INSERT OR REPLACE INTO copies VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)"
            ).run(
                .text(identifier), .integer(Int64(copy.index)), .integer(Int64(number)),
                .integer(copy.basis ?? Self.anyBasis), .integer(copy.change?.history ?? 0),
                .integer(copy.change?.number ?? 0), copy.state.map { .text($0.text()) } ?? .null)
        }
    }

    /// The copy that has a number, which gets a row if it has none.
    package func knownCopy(
        of identifier: String, number: Int, telling basis: Int64? = nil
    ) throws -> Copy {
        let copy = try copy(of: identifier, number: number, telling: basis)
        return copy.isKnown ? copy : try addCopy(of: identifier, number: number, nil, with: nil)
    }

    /// Records a new copy.
    ///
    /// - Parameter change: the change that brought it from outside; nil for one that began here.
    package func addCopy(
        of identifier: String, number: Int, _ state: CopyState?, with change: ChangeName?
    ) throws -> Copy {
        let copy = Copy(
            index: try nextIndex(of: identifier), state: state, change: change, isKnown: true)
        try set(copy, of: identifier, number: number)
        return copy
    }

    // MARK: Exchanges

    /// Whether a copy ever went out.
    package func hasSent() throws -> Bool {
        try naming {
            try database.statement("SELECT 1 FROM exchanges WHERE direction = ? LIMIT 1")
                .integer(.integer(Exchange.Direction.sent.rawValue)) != nil
        }
    }

    /// Records an exchange. Its time is later than that of any other version of the copy, also within a second.
    package func add(_ exchange: Exchange, of identifier: String, _ copy: Copy) throws {
        try naming {
            let key: [SQLValue] = [
                .text(identifier), .integer(Int64(copy.index)),
                .integer(exchange.direction.rawValue), .text(exchange.peer),
            ]
            let content: [SQLValue] = [
                exchange.content.map { .integer($0.high) } ?? .null,
                exchange.content.map { .integer($0.low) } ?? .null,
            ]
            var last = Int64.min
            try database.statement(
                """
                SELECT max(date) FROM exchanges WHERE identifier = ? AND copy = ?
                AND NOT (direction = ? AND peer = ?) AND (high IS NOT ? OR low IS NOT ?)
                """
            ).forEachRow(key + content) { if !$0.isNull(0) { last = $0.integer(0) } }
            let date = max(exchange.date.secondsSince1970, last &+ 1)
            try database.statement("INSERT OR REPLACE INTO exchanges VALUES (?, ?, ?, ?, ?, ?, ?)")
                .run(key[0], key[1], key[2], key[3], .integer(date), content[0], content[1])
        }
    }

    /// Whether another version of a copy went out after somebody's version came in.
    package func hasSentSince(
        _ peer: String, had content: Digest?, of identifier: String, _ copy: Copy
    ) throws -> Bool {
        guard let content else { return false }
        return try naming {
            try database.statement(
                """
                SELECT 1 FROM exchanges AS taken JOIN exchanges AS sent USING (identifier, copy)
                WHERE identifier = ? AND copy = ? AND taken.direction = ? AND taken.peer = ?
                AND taken.high = ? AND taken.low = ? AND sent.direction = ? AND sent.date > taken.date
                LIMIT 1
                """
            ).integer(
                .text(identifier), .integer(Int64(copy.index)),
                .integer(Exchange.Direction.taken.rawValue), .text(peer), .integer(content.high),
                .integer(content.low), .integer(Exchange.Direction.sent.rawValue)) != nil
        }
    }

    /// The last exchanges of a copy with each other one, the oldest first.
    package func exchanges(of identifier: String, _ copy: Copy) throws -> [Exchange] {
        var exchanges: [Exchange] = []
        try naming {
            try database.statement(
                """
                SELECT direction, peer, date, high, low FROM exchanges WHERE identifier = ? AND copy = ?
                ORDER BY date, direction DESC, peer
                """
            ).forEachRow([.text(identifier), .integer(Int64(copy.index))]) { row in
                guard let direction = Exchange.Direction(rawValue: row.integer(0)) else { return }
                exchanges.append(Exchange(direction, row, from: 1))
            }
        }
        return exchanges
    }

    /// A document by its number and its identifier.
    package struct DocumentKey: Hashable, Sendable {
        package let number: Int
        package let identifier: String
    }

    /// The exchanges of copies with somebody.
    package func exchanges(
        _ direction: Exchange.Direction, with peer: String
    ) throws -> [(key: DocumentKey, exchange: Exchange)] {
        var exchanges: [(key: DocumentKey, exchange: Exchange)] = []
        try naming {
            try database.statement(
                """
                SELECT DISTINCT number, identifier, peer, date, high, low FROM exchanges
                JOIN copies AS c USING (identifier, copy) WHERE peer = ? AND direction = ? AND copy =
                (SELECT max(copy) FROM copies WHERE identifier = c.identifier AND number = c.number)
                """
            ).forEachRow([.text(peer), .integer(direction.rawValue)]) { row in
                let key = DocumentKey(number: Int(try row.number(0)), identifier: row.text(1))
                exchanges.append((key, Exchange(direction, row, from: 2)))
            }
        }
        return exchanges
    }

    /// The names of those with whom copies were exchanged.
    package func peers() throws -> [String] {
        var peers: [String] = []
        try naming {
            try database.statement(
                "SELECT DISTINCT peer FROM exchanges WHERE peer <> '-' ORDER BY peer"
            )
            .forEachRow([]) { peers.append($0.text(0)) }
        }
        return peers
    }
}

extension ExchangeStore.Exchange {
    fileprivate init(_ direction: Direction, _ row: SQLRow, from column: CInt) {
        self.direction = direction
        peer = row.text(column)
        date = Timestamp(secondsSince1970: row.integer(column + 1))
        content =
            row.isNull(column + 2)
            ? nil : Digest(high: row.integer(column + 2), low: row.integer(column + 3))
    }
}
