import ScaryBugs

struct UndoCommand: Command {
    static let declaration = Declaration(
        "undo", "Undo the last step, or the last N.",
        discussion: """
            The command names the step with its number in 'history', and says what became of each
            document. If a document was changed again later, 'undo' fails and changes nothing.
            --dry-run prints the changes field by field.

            N is a number of steps, not the number of a step. At a terminal the command asks before
            it undoes several steps, or more than 20 documents.
            """,
        parameters: [.stepCount], options: [Confirmation.option, .dryRun],
        topics: [.history],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            alice> undo
            undid 2  delete 2
            restored 2  Ladybird
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        try session.revert(
            by: arguments, of: Self.declaration, ifInterrupted: "nothing was undone",
            plan: session.workspace.forEachChange(undoing:naming:_:), session.workspace.undo)
    }
}

struct RedoCommand: Command {
    static let declaration = Declaration(
        "redo", "Redo the step that was undone last, or the last N.",
        discussion: """
            After a new change there is nothing to redo. A document gets its number again. If
            another document has that number now, it gets the highest plus one. --dry-run prints
            the changes field by field. At a terminal the command asks before it redoes several
            steps, or more than 20 documents.
            """,
        parameters: [.stepCount], options: [Confirmation.option, .dryRun],
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

    let arguments: Arguments

    func run(in session: Session) throws {
        try session.revert(
            by: arguments, of: Self.declaration, ifInterrupted: "nothing was redone",
            plan: session.workspace.forEachChange(redoing:naming:_:), session.workspace.redo)
    }
}

extension Parameter {
    fileprivate static let stepCount = Parameter("N", .text, .optional)
}

extension Session {
    /// Undoes or redoes steps, or prints what that would change.
    fileprivate func revert(
        by arguments: Arguments, of declaration: Declaration, ifInterrupted consequence: String,
        plan: (
            Int, ([Workspace.RevertedStep]) throws -> Void,
            (Workspace.PlannedReversion) throws -> Void
        ) throws -> Void,
        _ revert: (Int, (([Workspace.RevertedStep]) throws -> Void)?) throws ->
            [Workspace.Reverted]
    ) throws {
        let word = arguments[.stepCount].first ?? "1"
        guard let count = Int(word), count > 0 else {
            throw declaration.misuse("takes a number of steps, not '\(word)'", at: word)
        }
        try checkNotInGroup(declaration.name)
        if arguments.has(.dryRun) {
            return try plan(
                count,
                { steps in
                    for step in steps { try output.print(row: Record(planned: step, declaration)) }
                    try output.endRows()
                },
                { try output.print(row: Record($0)) })
        }
        var steps: [Workspace.RevertedStep] = []
        let results = try interruptible(consequence) {
            try revert(count) { chosen in
                try self.confirm(chosen, to: declaration.name, arguments)
                steps = chosen
            }
        }
        for step in steps { try output.print(row: Record(step, declaration)) }
        try output.endRows()
        for item in results {
            if let openDocument, openDocument.number == item.number, !item.isPresent {
                self.openDocument = nil
            }
            try output.print(Record(item, by: declaration))
        }
    }

    /// Asks before several steps, or a step with many documents.
    private func confirm(
        _ steps: [Workspace.RevertedStep], to verb: String, _ arguments: Arguments
    ) throws {
        guard steps.count > 1 || steps.contains(where: \.changedMany),
            !arguments.has(Confirmation.option)
        else { return }
        let most = 10
        let names = steps.prefix(most).map { step in
            "\(step.number) " + DisplayWidth.cut(TerminalText.text(step.shownCommand), to: 40)
        }
        let all = (names + (steps.count > most ? ["..."] : [])).joined(separator: "; ")
        let what = steps.count > 1 ? steps.count.counting("step") : "a step of many documents"
        try Confirmation.ask("\(verb) \(what) (\(all))? [y/N] ", in: self)
    }
}

extension Workspace.RevertedStep {
    /// The command as `history` shows it.
    fileprivate var shownCommand: String {
        command + (lineCount.map { " (\($0.counting("line")))" } ?? "")
    }
}

extension Record {
    /// A step that was undone or redone.
    fileprivate init(_ step: Workspace.RevertedStep, _ declaration: Declaration) {
        let action = declaration.name == "undo" ? "undid" : "redid"
        let reverted: Values = [
            ("number", .null), ("title", .null), ("action", .string(action)), ("was", .null),
        ]
        self.init(step, action, action: action, columns: reverted)
    }

    /// A step that would be undone or redone.
    fileprivate init(planned step: Workspace.RevertedStep, _ declaration: Declaration) {
        let change = ["number", "kind", "field", "before", "after", "was"]
        let verb = declaration.name
        self.init(
            step, "would \(verb)", action: verb, columns: change.map { ($0, .null) })
    }

    /// - Parameter columns: the columns of the documents' rows.
    private init(
        _ step: Workspace.RevertedStep, _ shownAction: String, action: String, columns: Values
    ) {
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

    /// The empty columns of a step in a document's row.
    private static let noStep: Values = [("step", .null), ("command", .null)]

    fileprivate init(_ planned: Workspace.PlannedReversion) {
        let verb = planned.newPath == nil ? "remove" : "move"
        let record = Record(planned.change, verbs: ("restore", verb))
        let conflict = planned.formerNumber.map { " (\($0) is taken)" } ?? ""
        let move = planned.newPath.map { " to \($0)" } ?? ""
        let last = record.cells.suffix(1).map { Cell($0.text + conflict + move, $0.style) }
        let was = ("was", Value.integer(planned.formerNumber))
        self.init(
            record.cells.dropLast() + last,
            record.values + [was] + Self.values(ofNewPath: planned.newPath),
            columns: record.columns + [was] + Self.noStep)
    }

    /// Only a document that moves has a path.
    private static func values(ofNewPath path: String?) -> [(String, Value)] {
        path.map { [("path", .string($0))] } ?? []
    }

    fileprivate init(_ reverted: Workspace.Reverted, by declaration: Declaration) {
        let action =
            reverted.isChanged
            ? "changed"
            : reverted.isPresent ? "restored" : reverted.newPath == nil ? "removed" : "moved"
        let way = reverted.isChanged ? (declaration.name == "undo" ? " back" : " again") : ""
        let subject = reverted.number.map { Record.subject($0, reverted.title) } ?? reverted.title
        let conflict = reverted.formerNumber.map { " (\($0) was taken)" } ?? ""
        let move = reverted.newPath.map { " to \($0)" } ?? ""
        let values: Values = [
            ("number", .integer(reverted.number)),
            ("title", .string(reverted.title)), ("action", .string(action)),
            ("was", .integer(reverted.formerNumber)),
        ]
        self.init(
            [Cell("\(action)\(way) \(subject)\(conflict)\(move)")],
            values + Self.values(ofNewPath: reverted.newPath), columns: values + Self.noStep)
    }
}
