/// A line of the journal: a transaction, or a note about transactions.
///
/// A transaction's line is appended before its first change, so it is intent and record at once.
struct JournalRecord: Sendable {
    enum Kind: String, Sendable {
        /// The first line of a journal, with the state that follows from forgotten lines.
        case start
        /// A change that a user asked for.
        case change
        /// The same change, undone or brought back; ``JournalRecord/targets`` has the transactions.
        case undo, redo
        /// Transactions that were taken back because they could not be finished.
        case rollback
        /// The documents' directory was given another time after other programs changed it.
        case scan
        /// The end of a group, whose changes stay.
        case commit
        /// The end of a script, whose lines are one step from now on.
        case end
        /// All transactions up to the only target are on the disk.
        case synced
        /// A sync failed: nobody knows what is on the disk.
        case unsafe
    }

    /// Where a transaction belongs: `9.3.2` is line 2 of a script that line 3 of step 9 runs.
    struct Step: Hashable, Sendable {
        let number: Int
        /// Line numbers, the outermost script's first; empty where the step is a single command.
        var lines: [Int] = []
    }

    /// State that the last line of a journal tells, whatever its kind.
    struct State: Hashable, Sendable {
        /// Sequence number of the line.
        var number = 0
        /// The highest step so far.
        var step = 0
        /// The highest number of a document; nil where nobody looked.
        var highest: Int?
        /// Time of the documents' directory once the transaction is done.
        var time: FileTime?
        /// Bytes in all slots.
        var heldBytes: Int64 = 0
        /// Whether a sync has failed since the journal began.
        var isUnsafe = false
    }

    var kind: Kind
    var state: State
    /// Seconds since 1970.
    var date: Int64
    /// The name of the writer's directory in `Staging`.
    var writer: String
    /// The step that a change belongs to, or that is undone or redone.
    var step: Step?
    /// The number of the first transaction of the group that this one belongs to; nil if none.
    var group: Int?
    /// Numbers of the transactions that the line is about.
    var targets: [Int] = []
    /// Time of the documents' directory when the transaction began.
    var startTime: FileTime?
    /// The command as the user gave it.
    var command = ""
    /// The name of the script that the command is a line of; nil if it is none.
    var script: String?
    var changes: [JournalChange] = []

    var number: Int { state.number }

    /// The names of the slots that it fills or empties.
    var slotNames: [String] {
        changes.compactMap {
            if case .contents(_, _, _, .history(let name)) = $0 { return name }
            return nil
        }
    }
}

extension JournalRecord {
    /// A line that is written now.
    init(_ kind: Kind, _ state: State, writer: String = "-") {
        self.init(kind: kind, state: state, date: FileTime.now.seconds, writer: writer)
    }
}
