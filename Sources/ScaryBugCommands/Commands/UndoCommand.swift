import ScaryBugs

struct UndoCommand: Command {
    static let declaration = Declaration(
        "undo", "Undo the newest step, or the steps with these numbers.",
        discussion: """
            STEP is the number of a step in 'history'; 7-9 are all from 7 to 9. A step can be undone
            whatever came later, if each of its documents still is as the step left it. Otherwise
            'undo' changes nothing, and names the steps that must be undone together.

            The command says what it undid and what became of each document. 'redo' brings it back
            at any time. --dry-run prints the changes field by field.

            Without STEP, a script undoes its own newest line, and otherwise the newest step. At a
            terminal the command asks before it undoes several steps, or more than 20 documents.
            """,
        parameters: [steps], options: [.yes, .dryRun, .all],
        topics: [.history],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            alice> undo
            undid 2  delete 2
            restored 2  Ladybird
            """)

    private static let steps = Parameter("STEP", .step(isUndone: false), .any)

    let arguments: Arguments

    func run(in session: Session) throws {
        try session.revert(
            arguments[Self.steps], by: arguments, of: Self.declaration,
            ifInterrupted: "nothing was undone", session.workspace.undo)
    }
}

struct RedoCommand: Command {
    static let declaration = Declaration(
        "redo", "Redo what the last 'undo' took back, or undone steps.",
        discussion: """
            STEP is the number of an undone step in 'history'. Later changes don't prevent a redo,
            unless they changed the same documents. A document gets its number again. If another
            document has that number now, it gets the highest plus one. --dry-run prints the
            changes field by field. At a terminal the command asks before it redoes several steps,
            or more than 20 documents.
            """,
        parameters: [steps], options: [.yes, .dryRun, .all],
        topics: [.history],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            alice> undo
            undid 2  delete 2
            restored 2  Ladybird
            alice> redo
            redid 2  delete 2
            removed 2  Ladybird
            """)

    private static let steps = Parameter("STEP", .step(isUndone: true), .any)

    let arguments: Arguments

    func run(in session: Session) throws {
        try session.revert(
            arguments[Self.steps], by: arguments, of: Self.declaration,
            ifInterrupted: "nothing was redone", session.workspace.redo)
    }
}

extension Session {
    /// Undoes or redoes steps, or prints what that would change.
    fileprivate func revert(
        _ words: [String], by arguments: Arguments, of declaration: Declaration,
        ifInterrupted consequence: String,
        _ revert: ([Int], (([Workspace.HistoryStep]) throws -> Void)?) throws ->
            Workspace.Reversal
    ) throws {
        try checkNotInGroup(declaration.name)
        let numbers = try words.flatMap { word in
            let numbers = try declaration.numbers(
                word, most: 10_000, or: "takes the numbers of steps in 'history', such as 7 or 7-9")
            return numbers.count > 1
                ? try steps(of: numbers, isUndone: declaration.name == "redo") : numbers
        }
        let isDryRun = arguments.has(.dryRun)
        let confirm = { try self.confirm($0, to: declaration.name, arguments) }
        let reversal = try interruptible(isDryRun ? nil : consequence) {
            try workspace.dryRun(if: isDryRun) { try revert(numbers, isDryRun ? nil : confirm) }
        }
        for step in reversal.steps {
            try output.print(row: Record(step, declaration, isDryRun: isDryRun))
        }
        try output.endRows()
        let words: EffectPrinter.Words = declaration.name == "undo" ? .undone : .redone
        let printer = EffectPrinter(words, isDryRun: isDryRun, in: self)
        if !arguments.has(.all) { printer.shorten(count: reversal.effects.count) }
        for effect in reversal.effects { try printer.print(effect) }
        try printer.printTotals()
        let isSync = reversal.steps.contains { $0.command.prefix { $0 != " " } == "sync" }
        if isSync, declaration.name == "undo", !isDryRun {
            try notice("what others have read of the folder stays with them")
        }
    }

    /// Asks before several steps, or many documents.
    private func confirm(
        _ steps: [Workspace.HistoryStep], to verb: String, _ arguments: Arguments
    ) throws {
        let documents = steps.reduce(0) { $0 + $1.documentRanges.count }
        guard steps.count > 1 || documents > Self.fewDocuments,
            !arguments.has(.yes)
        else { return }
        let most = 10
        let names = steps.prefix(most).map { step in
            "\(step.number) " + DisplayWidth.cut(TerminalText.text(step.shownCommand), to: 40)
        }
        let all = (names + (steps.count > most ? ["..."] : [])).joined(separator: "; ")
        let what =
            steps.count > 1
            ? steps.count.counting("step") : "a step of \(documents.counting("document"))"
        try Confirmation.ask("\(verb) \(what) (\(all))? [y/N] ", in: self)
    }

    /// The steps of a range that can be reverted: a rollback leaves a gap, and some may be reverted already.
    /// If there is none, the error names the first.
    private func steps(of range: [Int], isUndone: Bool) throws -> [Int] {
        let steps = Set(
            try workspace.history().steps.lazy.filter { $0.isUndone == isUndone }.map(\.number))
        let found = range.filter(steps.contains)
        return found.isEmpty ? range : found
    }

    /// The most documents that need no confirmation.
    private static let fewDocuments = 20
}

extension Workspace.HistoryStep {
    /// The command as `history` shows it.
    var shownCommand: String {
        command + (lineCount.map { " (\($0.counting("line")))" } ?? "")
    }
}

extension Record {
    /// A step that was undone or redone, or would be.
    fileprivate init(
        _ step: Workspace.HistoryStep, _ declaration: Declaration, isDryRun: Bool
    ) {
        let verb = declaration.name
        let past = verb == "undo" ? "undid" : "redid"
        let (shownAction, action) = isDryRun ? ("would \(verb)", verb) : (past, past)
        // The columns of the documents' rows.
        let columns: Values =
            isDryRun
            ? ["number", "kind", "field", "before", "after", "was"].map { ($0, .null) }
            : [("number", .null), ("title", .null), ("action", .string(action)), ("was", .null)]
        let command = step.shownCommand
        let values: Values = [
            ("step", .integer(step.number)), ("command", .string(command)),
        ]
        self.init(
            [
                Cell(shownAction, .label), Cell(String(step.number), .number),
                Cell(DisplayWidth.cut(command, to: Self.commandWidth)),
            ],
            values + [("action", .string(action))], columns: columns + values)
    }
}
