import Glibc

/// The line of a session, the command or the script that the user is running, for the history.
struct Activity {
    /// A running script, whose lines become one step when it ends.
    struct Script {
        let name: String
        /// The number of the step; nil until a line changes something.
        var step: Int?
    }

    /// Transactions that take effect together or not at all.
    struct Group {
        /// The number of the first transaction; nil until the group changes something.
        var first: Int?
        var changeCount = 0
        /// The number of the step that contains all of them.
        var step: Int?
        /// Whether the user began the group, rather than a command that changes many documents.
        var isOfUser = false
        /// The command in the history; nil for the one of the line.
        var command: String?
        /// The file that tells other sessions which documents they must not change.
        fileprivate var file: GroupFile?
    }

    var script: Script?
    /// The command as the user typed it; nil if unknown.
    var command: String?
    /// The line numbers of the running scripts, the outermost first.
    var lines: [Int] = []
    private var date: Timestamp?
    /// The step of the current line; nil until the line changes something.
    private(set) var step: Int?
    var group: Group?

    var isInGroup: Bool { group != nil }
    /// Whether the caller syncs once after several transactions.
    var defersSync = false

    static let groupFileName = "group"

    /// The most characters of a command that the history shows. Every line of the journal repeats
    /// it, so a command with thousands of paths would take quadratic time.
    private static let longestCommand = 1_000

    mutating func begin(_ command: String, lines: [Int], date: Timestamp?) {
        self.command = Self.shortened(command)
        (self.lines, self.date) = (lines, date)
        step = nil
    }

    private static func shortened(_ command: String) -> String {
        if command.utf8.count <= longestCommand { return command }
        let shown = command.unicodeScalars.prefix(longestCommand)
        return shown.endIndex == command.endIndex ? command : String(shown) + "…"
    }

    /// The journal's line for the next transaction, without its changes.
    func record(
        _ kind: JournalRecord.Kind, named name: String, after state: JournalRecord.State
    ) -> JournalRecord {
        var record = JournalRecord(
            kind: kind, state: state, date: date?.secondsSince1970 ?? Int64(time(nil)), writer: "")
        record.command = (script == nil ? group?.command : nil) ?? command ?? name
        record.script = script?.name
        record.step =
            JournalRecord.Step(
                number: group?.step ?? script?.step ?? (command == nil ? nil : step)
                    ?? state.step + 1,
                lines: script == nil ? [] : lines)
        if let group { record.group = group.first ?? state.number + 1 }
        return record
    }

    /// Tells other sessions which documents the open group is about to change.
    mutating func willChange(
        _ subjects: @autoclosure () -> Set<String>, _ staging: Staging
    ) throws {
        guard group != nil else { return }
        if group?.file == nil { group?.file = try GroupFile(in: staging) }
        try group?.file?.add(subjects())
    }

    mutating func didChange(_ record: JournalRecord) {
        if record.kind == .change, let number = record.step?.number {
            step = number
            if script != nil, script?.step == nil { script?.step = number }
            group?.step = number
            group?.changeCount += record.changeCount
        }
        if group?.first == nil { group?.first = record.number }
    }

    /// Ends the group, so that other sessions may change its documents again.
    mutating func endGroup() { group = nil }
}

/// A file in a staging directory that lists what an open group changes, one per line: the numbers of
/// documents, or the preferences file.
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
        try file.write(Array(names.map { $0 + "\n" }.joined().utf8))
    }
}
