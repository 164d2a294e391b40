import SystemPackage

/// The journal of a workspace, open for appending: one line for each transaction, in order.
///
/// The caller must hold the workspace's lock for all methods. The models are Jujutsu's operation
/// log (https://docs.jj-vcs.dev/latest/operation-log/) and the recovery of SQLite's write-ahead log
/// (https://www.sqlite.org/walformat.html#recovery).
final class Journal {
    static let directoryName = "History"
    static let fileName = "journal"

    /// The directory `History`, which contains the journal and the slots.
    let directory: Directory

    /// The state in the last line.
    private(set) var state = JournalRecord.State()
    /// The number of the first step in the journal.
    private(set) var firstStep = 1
    /// The size of the file in bytes.
    private(set) var size: Int64 = 0

    /// The steps so far; nil before somebody asks for them.
    private var knownHistory: History?

    private var file: JournalFile
    private var identity: FileStatus.Identity

    /// Opens the journal of a workspace, or creates it.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the file has no undamaged line.
    init(in workspace: Directory) throws {
        directory = try workspace.directory(creating: Self.directoryName)
        (file, identity) = try Self.open(in: directory)
        try readState()
        maintainReserve()
    }

    private static func open(
        in directory: Directory
    ) throws -> (JournalFile, FileStatus.Identity) {
        if let file = try directory.fileForAppending(named: fileName) {
            let identity = try file.status().identity
            return (JournalFile(file), identity)
        }
        // The first number follows the slots of a lost journal, so that no new slot gets the name
        // of an old one.
        try write([startLine(in: directory)], in: directory, .never)
        return try open(in: directory)
    }

    private static func startLine(in directory: Directory) throws -> JournalRecord {
        JournalRecord(.start, try .init(number: highestSlotNumber(in: directory)))
    }

    // MARK: Reading

    /// Reads lines that other processes have appended, and cuts off an incomplete line at the end.
    func catchUp() throws {
        let present = try directory.status(of: Self.fileName)
        if present?.identity != identity {
            (file, identity) = try Self.open(in: directory)
            knownHistory = nil
        } else if present?.size == size {
            return
        }
        let known = size
        try readState()
        if let knownHistory, size >= known {
            try file.visit(from: known, knownHistory.add)
        } else {
            knownHistory = nil
        }
    }

    private func readState() throws {
        guard try file.size() > 0 else {
            size = 0
            return try append(Self.startLine(in: directory))
        }
        guard let (last, end) = try file.last() else {
            throw ScaryBugsError(
                .damaged, "\(directory.path(of: Self.fileName)) has no complete line")
        }
        if try end < file.size() {
            try file.file.truncate(to: end)
            // Numbers continue after the slots of the lost lines, so that no new slot gets the name
            // of an old one.
            state = last.state
            state.number = try max(state.number, Self.highestSlotNumber(in: directory))
        } else {
            state = last.state
        }
        size = end
        firstStep = try readFirstStep()
    }

    /// The step after the last forgotten one, whose number is in the first line.
    private func readFirstStep() throws -> Int {
        let first = try file.file.prefix(512).prefix { $0 != JournalText.lineFeed }
        return JournalRecord(line: first).map { $0.state.step + 1 } ?? 1
    }

    private static func highestSlotNumber(in directory: Directory) throws -> Int {
        try directory.names().compactMap { SlotName($0)?.number }.max() ?? 0
    }

    /// All lines, the oldest first.
    func records() throws -> [JournalRecord] { try file.records() }

    /// The steps so far. It grows with the journal, as long as this is the only program that cuts
    /// lines off.
    func history() throws -> History {
        if let knownHistory { return knownHistory }
        let history = try file.history()
        knownHistory = history
        return history
    }

    /// The lines with these numbers, found from the end.
    func records(numbered numbers: [Int]) throws -> [JournalRecord] {
        var missing = Set(numbers)
        var records: [JournalRecord] = []
        try file.forEachBackwards { record, _ in
            if let record, missing.remove(record.number) != nil { records.append(record) }
            return !missing.isEmpty
        }
        return records
    }

    /// The bytes of the journal and of all slots.
    var usedBytes: Int64 { state.heldBytes + size }

    // MARK: A reserve for a full disk

    private static let reserveName = "reserve"
    private static let reserveBytes = 64 << 10

    /// Reserves bytes, so that the journal can be written on a full disk.
    private func maintainReserve() {
        guard (try? directory.status(of: Self.reserveName)) == .some(nil) else { return }
        do {
            try directory.createFile(named: Self.reserveName)
                .write([UInt8](repeating: 0, count: Self.reserveBytes))
        } catch {
            try? directory.removeFile(named: Self.reserveName)
        }
    }

    func releaseReserve() throws { try directory.removeFile(named: Self.reserveName) }

    /// Removes the directory and its journal if the workspace never had a transaction.
    static func removeIfUnused(in workspace: Directory) throws {
        guard let directory = try workspace.directory(named: directoryName) else { return }
        if let file = try directory.file(named: fileName),
            try JournalFile(file).last()?.record.kind ?? .start != .start
        {
            return
        }
        for name in [reserveName, fileName] { try directory.removeFile(named: name) }
        try workspace.removeEmptyDirectory(named: directoryName)
    }

    /// Whether an entry belongs in the directory although it is not a slot.
    static func isOwnEntry(_ name: String) -> Bool {
        [fileName, fileName + ".new", reserveName].contains(name)
    }

    // MARK: Appending

    /// Appends a line. If that fails, the journal stays as it was.
    func append(_ record: JournalRecord) throws {
        let line = try record.line()
        do { try file.file.write(line) } catch {
            try? file.file.truncate(to: size)
            throw error
        }
        if let knownHistory, var known = JournalRecord(line: line.dropLast()) {
            known.leaveChanges(in: file, of: size)
            knownHistory.add(known)
        }
        size += Int64(line.count)
        state = record.state
    }

    /// Appends a line without changes.
    ///
    /// - Parameter fill: adds to the line, which has its kind, writer and date already.
    func log(
        _ kind: JournalRecord.Kind, by writer: String = "-",
        _ fill: (inout JournalRecord) throws -> Void
    ) throws {
        var record = JournalRecord(kind, state, writer: writer)
        record.state.number += 1
        try fill(&record)
        try append(record)
    }

    /// Removes the line that was appended last.
    func removeLast(restoring previous: JournalRecord.State, size: Int64) throws {
        try file.file.truncate(to: size)
        knownHistory = nil
        state = previous
        self.size = size
    }

    /// Syncs all lines so far to the disk.
    func sync() throws {
        try file.file.sync()
    }

    /// Replaces the journal by one with these lines.
    ///
    /// The new file is synced before the rename, so that a loss of power leaves one complete
    /// journal, the old or the new.
    func replace(with records: [JournalRecord]) throws {
        try Self.write(records, in: directory, .replace)
        try catchUp()
        maintainReserve()
    }

    private static func write(
        _ records: [JournalRecord], in directory: Directory,
        _ replacement: Directory.Replacement
    ) throws {
        let newName = fileName + ".new"
        try directory.removeFile(named: newName)
        do {
            let new = try directory.createFile(
                named: newName, calledAs: directory.path(of: fileName))
            for record in records { try new.write(record.line()) }
            try new.sync()
            try directory.move(newName, to: fileName, in: directory, replacement)
        } catch {
            try? directory.removeFile(named: newName)
            throw error
        }
        try directory.sync()
    }
}

extension ScaryBugsError {
    /// Whether the file in the journal's place is unusable, so that it can be moved away.
    var isOfHistory: Bool {
        switch code {
        case .damaged, .refused, .system(.permissionDenied), .system(.isDirectory): true
        default: false
        }
    }
}
