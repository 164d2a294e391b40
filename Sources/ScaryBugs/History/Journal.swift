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
    private(set) var firstStep = 1
    /// The size of the file in bytes.
    private(set) var size: Int64 = 0

    /// The steps so far; nil before somebody asks for them.
    private var knownHistory: History?

    private(set) var file: JournalFile
    private var identity: FileStatus.Identity

    /// Opens the journal of a workspace, or creates it.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the file has no undamaged line.
    init(in workspace: Directory) throws {
        directory = try workspace.directory(creating: Self.directoryName)
        (file, identity) = try Self.open(in: directory)
        try readState()
        fillReserve()
    }

    private static func open(
        in directory: Directory
    ) throws -> (JournalFile, FileStatus.Identity) {
        if let file = try directory.file(named: fileName, appending: true) {
            let identity = try file.status().identity
            return (JournalFile(file), identity)
        }
        // The first number follows the slots of a lost journal, so that no new slot gets the name
        // of an old one.
        try write(in: directory, .never) { write in try write(startLine(in: directory)) }
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
        // A new journal has its first line already, so that an empty one has lost its lines.
        guard let (last, end) = try file.last() else {
            throw Self.hasNoLine(directory)
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
        state.heldBytes = try Self.heldBytes(state, in: directory)
        size = end
        firstStep = try readFirstStep()
    }

    /// The error for an empty or unreadable journal.
    ///
    /// - Parameter directory: the directory `History`.
    static func hasNoLine(_ directory: Directory) -> ScaryBugsError {
        ScaryBugsError(.damaged, "\(directory.path(of: fileName)) has no complete line")
    }

    /// The step after the last forgotten one, whose number is in the first line.
    private func readFirstStep() throws -> Int {
        let first = try file.file.prefix(512).prefix { $0 != JournalText.lineFeed }
        return JournalRecord(line: first).map { $0.state.step + 1 } ?? 1
    }

    private static func highestSlotNumber(in directory: Directory) throws -> Int {
        try directory.names().compactMap { SlotName($0)?.number }.max() ?? 0
    }

    /// The steps so far. It grows with the journal, as long as this is the only program that cuts
    /// lines off.
    func history() throws -> History {
        if let knownHistory { return knownHistory }
        let history = try file.history()
        knownHistory = history
        return history
    }

    /// The bytes in all slots. A journal of an earlier version may have a sum below zero, and then the
    /// files tell.
    static func heldBytes(_ state: JournalRecord.State, in directory: Directory?) throws -> Int64 {
        try state.heldBytes < 0 ? directory?.slotBytes() ?? 0 : state.heldBytes
    }

    /// The bytes of the journal and of all slots.
    var usedBytes: Int64 { state.heldBytes + size }

    // MARK: A reserve for a full disk

    private static let reserveName = "reserve"
    private static let reserveBytes = 64 << 10

    /// Reserves bytes, so that the journal can be written on a full disk. If fewer are left, it takes
    /// these.
    func fillReserve() {
        guard let present = try? directory.status(of: Self.reserveName)?.size ?? -1,
            present < Self.reserveBytes
        else { return }
        let opened =
            present < 0
            ? try? directory.createFile(named: Self.reserveName)
            : try? directory.file(named: Self.reserveName, appending: true)
        guard let file = opened else { return }
        let block = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<(Self.reserveBytes - Int(max(0, present))) / block.count {
            guard (try? file.write(block)) != nil else { return }
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
        guard line.count <= JournalFile.longestLine else {
            throw ScaryBugsError(
                .limitExceeded, "the change has too many files for a line of the journal")
        }
        do { try file.file.write(line) } catch {
            try? file.file.truncate(to: size)
            throw error
        }
        if let knownHistory {
            let text = line.dropLast()
            let known = record.read(from: text)
            knownHistory.add(known, JournalLine(known, text, at: size))
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

    func removeLast(restoring previous: JournalRecord.State, size: Int64) throws {
        try file.file.truncate(to: size)
        knownHistory = nil
        state = previous
        self.size = size
    }

    func sync() throws {
        try file.file.sync()
    }

    /// Replaces the journal by one with the lines that `body` writes.
    ///
    /// The new file is synced before the rename, so that a loss of power leaves one complete
    /// journal, the old or the new.
    func replace(_ body: (_ write: (JournalRecord) throws -> Void) throws -> Void) throws {
        try Self.write(in: directory, .replace, body)
        try catchUp()
        fillReserve()
    }

    /// Removes the first lines.
    ///
    /// - Parameter end: the number of the last line to remove.
    func forgetLines(upTo end: Int) throws {
        try replace { write in
            guard end < state.number else { return try write(firstLine(after: state)) }
            var forgotten = state
            var isFirst = true
            try file.visit { record, _ in
                guard record.number > end else {
                    forgotten = record.state
                    return
                }
                if isFirst { try write(firstLine(after: forgotten)) }
                isFirst = false
                var record = record
                record.state.heldBytes -= forgotten.heldBytes
                try write(record)
            }
        }
    }

    private func firstLine(after forgotten: JournalRecord.State) -> JournalRecord {
        var line = JournalRecord(.start, forgotten)
        (line.state.heldBytes, line.state.isUnsafe) = (0, state.isUnsafe)
        line.targets = [line.number]
        return line
    }

    private static let writtenTogether = 64 << 10

    private static func write(
        in directory: Directory, _ replacement: Directory.Replacement,
        _ body: (_ write: (JournalRecord) throws -> Void) throws -> Void
    ) throws {
        let newName = fileName + ".new"
        try directory.removeFile(named: newName)
        do {
            let new = try directory.createFile(
                named: newName, calledAs: directory.displayPath(of: fileName))
            var lines: [UInt8] = []
            try body { record in
                lines += try record.line()
                guard lines.count >= writtenTogether else { return }
                try new.write(lines)
                lines = []
            }
            try new.write(lines)
            try new.sync()
            try directory.move(newName, to: fileName, in: directory, replacement)
        } catch {
            try? directory.removeFile(named: newName)
            throw error
        }
        try directory.sync()
    }
}

extension Directory {
    /// The bytes of all slots, as the files have them.
    func slotBytes() throws -> Int64 {
        let slots = try names { SlotName($0) != nil }
        return try slots.reduce(0) { try $0 + (version(of: $1, checksums: .nothing)?.size ?? 0) }
    }
}

extension ScaryBugsError {
    /// Whether the file in the journal's place is unusable, so that it can be moved away.
    var isOfHistory: Bool {
        switch code {
        case .damaged, .refused, .system(.isDirectory): true
        default: false
        }
    }
}
