/// A line of the journal: a transaction, or an event that concerns transactions.
///
/// A transaction's line is appended before its first change, so it declares the changes and records
/// them.
struct JournalRecord: Sendable {
    enum Kind: String, Sendable {
        /// The first line of a journal, with the state after the forgotten lines.
        case start
        /// A change that the user made.
        case change
        /// An undo or redo of the transactions in ``JournalRecord/targets``.
        case undo, redo
        /// A rollback of transactions that failed, or whose group was not committed.
        case rollback
        /// A session looked for changes by other programs, and gave the documents' directory a new
        /// time.
        case scan
        /// The end of a group, whose changes stay.
        case commit
        /// The end of a script, whose lines are one step from then on.
        case end
        /// All transactions up to the only target are on the disk.
        case synced
        /// A sync failed, so it is unknown which changes are on the disk.
        case unsafe
    }

    /// The position of a transaction: `9.3.2` is line 2 of a script that line 3 of step 9 runs.
    struct Step: Hashable, Sendable {
        let number: Int
        /// The line numbers, the outermost script's first; empty for a single command.
        var lines: [Int] = []
    }

    /// The state of the journal, which every line repeats.
    struct State: Hashable, Sendable {
        /// The sequence number of the line.
        var number = 0
        /// The highest step so far.
        var step = 0
        /// The highest number of a document; nil if unknown.
        var highest: Int?
        /// The modification time of the documents' directory after the transaction.
        var time: FileTime?
        /// The bytes in all slots.
        var heldBytes: Int64 = 0
        /// Whether a sync has failed since the journal began.
        var isUnsafe = false
    }

    var kind: Kind
    var state: State
    /// The time of the line, in seconds since 1970.
    var date: Int64
    /// The name of the writer's directory in `Staging`.
    var writer: String
    /// The step of a change, or the step that is undone or redone.
    var step: Step?
    /// The number of the first transaction of the same group; nil outside a group.
    var group: Int?
    /// The numbers of the transactions that the line concerns.
    var targets: [Int] = []
    /// The modification time of the documents' directory before the transaction.
    var startTime: FileTime?
    /// The command as the user typed it.
    var command = ""
    /// The name of the script that contains the command; nil outside a script.
    var script: String?
    var recordedChanges = RecordedChanges.made([])

    /// The changes, in the order in which they are made.
    func changes() throws -> [JournalChange] { try recordedChanges.all() }

    var changeCount: Int { recordedChanges.count }

    var number: Int { state.number }
}

extension JournalRecord {
    /// Makes a line with the current time.
    init(_ kind: Kind, _ state: State, writer: String = "-") {
        self.init(kind: kind, state: state, date: FileTime.now.seconds, writer: writer)
    }
}
