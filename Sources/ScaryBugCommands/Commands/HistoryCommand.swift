import ScaryBugs

struct HistoryCommand: Command {
    private static let word = Parameter("STEP|forget", .stepOr([forget]), .optional)
    private static let forget = "forget"
    private static let of = Option("--of", "show only the steps that changed these documents")
    private static let numbers = Parameter("NUMBER", .text, .any)
    private static let all = Option("--all", "show all steps, not only the newest 20")

    static let declaration = Declaration(
        "history", "List the steps that 'undo' can undo, or show what a step changed.",
        discussion: """
            A row has the number of the step, its time, the numbers of its documents, the count of
            its changes, and the command or the name of the script. Undone steps are marked
            'undone'. A script is one row, also while it runs. The newest 20 steps are shown, the
            newest first; --all shows all.

            'history STEP' shows what the step changed, field by field. 'history --of NUMBER...'
            shows the steps that changed these documents, also deleted ones.

            The last line says how much disk space the history uses.

            'history forget' removes the whole history, the index and the lines that were typed
            in sessions. Deleted documents and replaced versions are then gone for good, and no
            earlier step can be undone. Before that, their texts stay on the disk. The index comes
            back without them. Entries of 'Lost and Found' stay, and a warning names them. At a
            terminal the command asks first.
            """,
        parameters: [word, numbers], options: [of, all, .yes],
        topics: [.history],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            alice> history 2
            2  2026-01-01 00:00  2  1 change  delete 2
            deleted 2  Ladybird
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[Self.word] + arguments[Self.numbers]
        if arguments.has(Self.of) {
            return try list(
                of: try words.flatMap {
                    try Self.declaration.numbers(
                        $0, most: 100_000,
                        or: "--of takes numbers of documents, such as 3 or 3-5")
                }, in: session)
        }
        if words.count > 1 {
            throw Self.declaration.misuse(
                "takes one step; 'history --of NUMBER...' shows the steps of documents",
                at: words[1])
        }
        switch words.first {
        case nil: try list(of: nil, in: session)
        case Self.forget?: try forget(in: session)
        case let word?:
            guard let step = Int(word), step > 0 else {
                throw Self.declaration.misuse(
                    "takes the number of a step or 'forget', not '\(word)'", at: word)
            }
            try show(step, in: session)
        }
    }

    private static let usualSteps = 20

    private func list(of documents: [Int]?, in session: Session) throws {
        if documents?.isEmpty == true {
            throw Self.declaration.misuse("--of needs the numbers of documents")
        }
        let isAll = arguments.has(Self.all) || documents != nil
        let history = try session.workspace.history(
            limit: isAll ? nil : Self.usualSteps, of: documents)
        for step in history.steps {
            try session.output.print(row: Record(step, isShort: session.output.isTerminal))
        }
        try session.output.endRows()
        let part = history.steps.count < history.count ? "\(history.steps.count.grouped) of " : ""
        let count = part + history.count.counting("step")
        let size = ByteCount.rounded(history.usedBytes)
        try session.output.print(note: "\(count); the history uses \(size)")
    }

    private func show(_ number: Int, in session: Session) throws {
        let (step, changes) = try session.workspace.historyStep(number)
        try session.output.print(
            Record(step, isShort: session.output.isTerminal).adding(columns: Record.noChange))
        for change in changes {
            let record = Record(change, verbs: ("added", "deleted"))
            try session.output.print(row: record.adding(columns: Record.noStep, isFirst: true))
        }
        try session.output.endRows()
    }

    private func forget(in session: Session) throws {
        try session.checkNotInGroup("history forget")
        if !arguments.has(.yes) {
            try Confirmation.ask(
                "forget the history, so that nothing done so far can be undone? [y/N] ", in: session
            )
        }
        let bytes = try session.workspace.forgetHistory()
        try forgetTypedLines(of: session)
        if Interruption.isRequested {
            throw Interrupted("; the history is gone, and the next commands remove its files")
        }
        try session.output.print(
            Record(
                "the history was removed, which frees \(ByteCount.rounded(bytes))",
                [("bytes", .integer(bytes))]))
    }
}

extension HistoryCommand {
    /// Removes the lines of all sessions, those before the workspace existed included.
    private func forgetTypedLines(of session: Session) throws {
        if let directory = try session.workspace.directory() {
            try LineHistory(directory: directory, name: LineHistory.fileName).remove()
        }
        let early = try ifPresent {
            try LineHistory(ofNewUser: session.user, in: session.environment)
        }
        try early??.remove()
        session.clearTypedLines?()
    }
}

extension Record {
    /// The empty columns of a step in the row of a change, and of a change in the row of a step. So all
    /// rows are one table of CSV.
    fileprivate static let noStep: Values = empty([
        "step", "time", "command", "documents", "changes", "undone",
    ])
    fileprivate static let noChange: Values = empty(["number", "kind", "field", "before", "after"])

    private static func empty(_ names: [String]) -> Values { names.map { ($0, .null) } }

    fileprivate func adding(columns added: Values, isFirst: Bool = false) -> Record {
        Record(cells, values, columns: isFirst ? added + columns : columns + added)
    }

    /// The most columns of a command at a terminal. A text in it may be long.
    static let commandWidth = 200

    /// - Parameter isShort: whether the time has no seconds and no offset, and the command is cut.
    fileprivate init(_ step: Workspace.HistoryStep, isShort: Bool) {
        let command = step.shownCommand
        let changes = (step.isUndone ? "undone, " : "") + step.changeCount.counting("change")
        let time = step.date.text(in: .local)
        let minute = time.prefix { $0 != "T" } + " " + time.drop { $0 != "T" }.dropFirst().prefix(5)
        self.init(
            [
                Cell(String(step.number), .number), Cell(isShort ? String(minute) : time),
                Cell("\(step.documentRanges)", .cutFirst), Cell(changes),
                Cell(isShort ? DisplayWidth.cut(command, to: Self.commandWidth) : command),
            ],
            [
                ("step", .integer(step.number)), ("time", .timestamp(step.date)),
                ("command", .string(command)),
                ("documents", .list(step.documents.map { .integer($0) })),
                ("changes", .integer(step.changeCount)), ("undone", .boolean(step.isUndone)),
            ])
    }
}
