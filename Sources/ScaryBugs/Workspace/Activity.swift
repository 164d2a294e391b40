import Glibc

/// What the user is doing, which the history shows: a line of a session, a command, a script.
struct Activity {
    /// A script, whose lines become one step when it ends.
    struct Script {
        let name: String
        /// The step; nil until a line changes something.
        var step: Int?
    }

    /// Transactions that stay together or not at all.
    struct Group {
        /// Numbers of the transactions so far.
        var transactions: [Int] = []
        /// The step that all of them belong to.
        var step: Int?
        /// Whether the user began it, rather than a command with many documents.
        var isOfUser = false
        /// Names what other sessions must leave alone.
        fileprivate var file: GroupFile?
    }

    var script: Script?
    /// The command as the user gave it; nil where nobody told.
    var command: String?
    /// Numbers of the script's lines that are being run, the outermost first.
    var lines: [Int] = []
    private var date: Timestamp?
    /// The step of the line; nil until it changes something.
    private var step: Int?
    var group: Group?

    var isInGroup: Bool { group != nil }
    /// Whether one sync follows for several transactions.
    var defersSync = false

    static let groupFileName = "group"

    /// Goes on with another line.
    mutating func begin(_ command: String, lines: [Int], date: Timestamp?) {
        (self.command, self.lines, self.date) = (command, lines, date)
        step = nil
    }

    /// The line of the journal for the next transaction.
    func record(
        _ kind: JournalRecord.Kind, named name: String, after state: JournalRecord.State
    ) -> JournalRecord {
        var record = JournalRecord(
            kind: kind, state: state, date: date?.secondsSince1970 ?? Int64(time(nil)), writer: "")
        record.command = command ?? name
        record.script = script?.name
        record.step =
            JournalRecord.Step(
                number: group?.step ?? script?.step ?? (command == nil ? nil : step)
                    ?? state.step + 1,
                lines: script == nil ? [] : lines)
        if let group { record.group = group.transactions.first ?? state.number + 1 }
        return record
    }

    /// Tells other sessions what a group is about to change.
    mutating func willChange(_ subjects: Set<String>, _ staging: Staging) throws {
        guard group != nil else { return }
        if group?.file == nil { group?.file = try GroupFile(in: staging) }
        try group?.file?.add(subjects)
    }

    /// Notes a transaction that was made.
    mutating func didChange(_ record: JournalRecord) {
        if record.kind == .change, let number = record.step?.number {
            step = number
            if script != nil, script?.step == nil { script?.step = number }
            group?.step = number
        }
        group?.transactions.append(record.number)
    }

    /// Ends the group: other sessions may change its documents again.
    mutating func endGroup() { group = nil }
}

/// The file in a staging directory that names what an open group changes: a document's directory or
/// the preferences file in each line.
private final class GroupFile {
    private let staging: Staging
    private let file: File

    init(in staging: Staging) throws {
        self.staging = staging
        try staging.directory.removeFile(named: Activity.groupFileName)
        file = try staging.directory.createFile(named: Activity.groupFileName)
    }

    deinit {
        if !staging.isLeft { try? staging.directory.removeFile(named: Activity.groupFileName) }
    }

    func add(_ names: Set<String>) throws {
        try file.write(names.map { $0 + "\n" }.joined().utf8)
    }
}
