/// What a line, or a command from the shell, did to a workspace, as the history records it.
struct Operation: Sendable {
    enum Kind: Int64, Sendable {
        case change, undo, redo
        /// A rollback, or a part of the group that it took back. Nothing reverts it.
        case void
    }

    var kind = Kind.change
    /// The number that `history` shows; 0 if the operation belongs to no step, as one that undoes a
    /// step as a whole.
    var step = 0
    /// The line numbers in the running scripts, the outermost first; empty outside a script.
    var lines: [Int] = []
    /// The line of a script; nil outside a script, where the step has the command.
    var command: String?
    /// The step that it undoes or redoes; 0 for a change.
    var target = 0
    /// The first of the operations that one `undo` made together; 0 for other operations.
    var together: Int64 = 0

    /// The line numbers as text: `3.2` is line 2 of a script that line 3 runs.
    var linesText: String { lines.map(String.init).joined(separator: ".") }
}

/// A change as the history has it.
struct HistoryRow: Sendable {
    let number: Int64
    let operation: Int64
    let change: WorkspaceChange
    /// Where the new contents were before the change was made, from the user's directory; nil if it
    /// needed none.
    let source: WorkspacePath?

    /// The place of the directory that the change replaced or removed.
    var slot: WorkspacePath { Self.slot(number) }

    static func slot(_ number: Int64) -> WorkspacePath {
        .other([RawName(HistoryStore.directoryName), RawName(String(number))])
    }
}

/// What `history` shows of a step.
struct StepSummary: Sendable {
    var number: Int
    var date: Int64
    var command: String
    /// The name of the script; nil for a single command.
    var script: String?
    /// The number of script lines that changed something.
    var lineCount = 0
    var lastLine = ""
    var changeCount = 0
    var documents = NumberRanges()
}
