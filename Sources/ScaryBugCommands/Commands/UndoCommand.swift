import ScaryBugs

struct UndoCommand: Command {
    static let declaration = Declaration(
        "undo", "Undo the last step, or the last N.",
        discussion: """
            The command says what became of each document. If a document was changed again later,
            'undo' fails and changes nothing. --dry-run prints the changes field by field.
            """,
        parameters: [.stepCount], options: [.dryRun],
        topics: [.history],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            alice> undo
            restored 2  Ladybird
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        try session.revert(
            by: arguments, of: Self.declaration, ifInterrupted: "nothing was undone",
            plan: session.workspace.forEachChange(undoing:_:), session.workspace.undo)
    }
}

struct RedoCommand: Command {
    static let declaration = Declaration(
        "redo", "Redo the step that was undone last, or the last N.",
        discussion: """
            After a new change there is nothing to redo. A document gets its number again. If
            another document has that number now, it gets the highest plus one. --dry-run prints
            the changes field by field.
            """,
        parameters: [.stepCount], options: [.dryRun],
        topics: [.history],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            alice> undo
            restored 2  Ladybird
            alice> redo
            removed 2  Ladybird
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        try session.revert(
            by: arguments, of: Self.declaration, ifInterrupted: "nothing was redone",
            plan: session.workspace.forEachChange(redoing:_:), session.workspace.redo)
    }
}

extension Parameter {
    fileprivate static let stepCount = Parameter("N", .text, .optional)
}

extension Session {
    /// Undoes or redoes steps, or prints what that would change.
    fileprivate func revert(
        by arguments: Arguments, of declaration: Declaration, ifInterrupted consequence: String,
        plan: (Int, (Workspace.PlannedReversion) throws -> Void) throws -> Void,
        _ revert: (Int) throws -> StoredResults<Workspace.Reverted>
    ) throws {
        let word = arguments[.stepCount].first ?? "1"
        guard let count = Int(word), count > 0 else {
            throw declaration.misuse("takes a number of steps, not '\(word)'", at: word)
        }
        try checkNotInGroup(declaration.name)
        if arguments.has(.dryRun) {
            return try plan(count) { try output.print(row: Record($0)) }
        }
        try interruptible(consequence, { try revert(count) }).visit { item in
            if let openDocument, openDocument.number == item.number, !item.isPresent {
                self.openDocument = nil
            }
            try output.print(Record(item, by: declaration))
        }
    }
}

extension Record {
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
            columns: record.columns + [was])
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
        self.init(
            "\(action)\(way) \(subject)\(conflict)\(move)",
            [
                ("number", .integer(reverted.number)),
                ("title", .string(reverted.title)), ("action", .string(action)),
                ("was", .integer(reverted.formerNumber)),
            ] + Self.values(ofNewPath: reverted.newPath))
    }
}
