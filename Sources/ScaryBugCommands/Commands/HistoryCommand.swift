import ScaryBugs

struct HistoryCommand: Command {
    private static let word = Parameter("LIMIT|forget", .choice([forget]), .optional)
    private static let forget = "forget"

    static let declaration = Declaration(
        "history", "List the steps that 'undo' can undo, the newest first.",
        discussion: """
            A row has the number of the step, its time, the numbers of its documents, the count of
            its changes, and the command or the name of the script. Undone steps are marked
            'undone'. A script is one row, also while it runs. LIMIT shows only the newest steps.

            The rows are in the order in which 'undo' takes the steps: by the last change of each.
            So the numbers may jump where several sessions changed something at the same time.

            The last line says how much disk space the history uses.

            'history forget' removes the whole history, the index and the lines that were typed
            in sessions. Deleted documents and replaced versions are then gone for good, and no
            earlier step can be undone. Before that, their texts stay on the disk. The index comes
            back without them. Entries of 'Lost and Found' stay, and a warning names them. At a
            terminal the command asks first.
            """,
        parameters: [word], options: [Confirmation.option],
        topics: [.history],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            alice> history 1
            2  2026-01-01 00:00  2  1 change  delete 2
            1 of 2 steps; the history uses 1.7 KiB
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        switch arguments[Self.word].first {
        case nil: try list(limit: nil, in: session)
        case Self.forget?: try forget(in: session)
        case let word?:
            guard let limit = Int(word), limit > 0 else {
                throw Self.declaration.misuse(
                    "takes a number of steps or 'forget', not '\(word)'", at: word)
            }
            try list(limit: limit, in: session)
        }
    }

    private func list(limit: Int?, in session: Session) throws {
        let history = try session.workspace.history(limit: limit)
        for step in history.steps.reversed() {
            try session.output.print(row: Record(step, isShort: session.output.isTerminal))
        }
        try session.output.endRows()
        let part = history.steps.count < history.count ? "\(history.steps.count.grouped) of " : ""
        let count = part + history.count.counting("step")
        let size = ByteCount.rounded(history.usedBytes)
        try session.output.print(note: "\(count); the history uses \(size)")
    }

    private func forget(in session: Session) throws {
        try session.checkNotInGroup("history forget")
        if !arguments.has(Confirmation.option) {
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
    /// The most columns of a command at a terminal. A text in it may be long.
    static let commandWidth = 200

    /// - Parameter isShort: whether the time has no seconds and no offset, and the command is cut.
    fileprivate init(_ step: Workspace.HistoryStep, isShort: Bool) {
        let lines = step.lineCount.map { " (\($0.counting("line")))" } ?? ""
        let command = step.command + lines
        let changes = (step.isUndone ? "undone, " : "") + step.changeCount.counting("change")
        let time = step.date.text(in: .local)
        let minute = time.prefix { $0 != "T" } + " " + time.drop { $0 != "T" }.dropFirst().prefix(5)
        self.init(
            [
                Cell(String(step.number), .number), Cell(isShort ? String(minute) : time),
                Cell(Self.ranges(of: step.documents), .cutFirst), Cell(changes),
                Cell(isShort ? DisplayWidth.cut(command, to: Self.commandWidth) : command),
            ],
            [
                ("step", .integer(step.number)), ("time", .timestamp(step.date)),
                ("command", .string(command)),
                ("documents", .list(step.documents.map { .integer($0) })),
                ("changes", .integer(step.changeCount)), ("undone", .boolean(step.isUndone)),
            ])
    }

    /// Numbers as ranges: `1-5,7`.
    private static func ranges(of numbers: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }.joined(separator: ",")
    }
}
