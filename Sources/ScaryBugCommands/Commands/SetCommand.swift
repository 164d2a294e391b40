import ScaryBugs

struct SetCommand: Command {
    static let printsDocuments = true

    static let declaration = Declaration(
        "set", "Change fields of documents.",
        discussion: """
            A document that has all the values already stays as it is. --dry-run prints the changes
            field by field: 3  rating 2 → 4.
            """,
        parameters: [.selection, .someAssignments],
        options: [.yes, .dryRun, .all, .damagedPicture],
        topics: [.selections, .fields, .dates],
        example: """
            alice> set 1-2 tags+=seen
            1  Bullet Ant
            2  Ladybird
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(
            changedBy: arguments[.selection], for: Self.declaration, hint: arguments.quotingHint)
        try arguments.checkOrder(by: Self.declaration)
        var changes: [DocumentKind: AssignedEdits] = [:]
        for kind in DocumentKind.distinct(names.map(\.kind)) {
            changes[kind] = try session.edits(
                arguments.assignments, of: kind, force: arguments.has(.damagedPicture))
        }
        try session.edit(names, asking: "change", arguments) { kind in
            changes[kind]?.documentEdit ?? Workspace.DocumentEdit([])
        }
    }
}

extension Session {
    /// Edits documents after a question about many, or tells what that would do.
    ///
    /// - Parameter verb: what the question asks about.
    func edit(
        _ names: [DocumentName], asking verb: String, _ arguments: Arguments,
        _ edit: @escaping (DocumentKind) -> Workspace.DocumentEdit
    ) throws {
        let isDryRun = arguments.has(.dryRun)
        if !isDryRun {
            try Confirmation.ask(to: verb, names, moreThan: 20, arguments, in: self)
        }
        let changed = try print(
            .edited, isDryRun: isDryRun, printsAll: arguments.has(.all),
            ifInterrupted: "nothing was changed"
        ) { [now] in try $0.edit(names, now: now, edit) }
        if !isDryRun { lastPrinted = changed }
    }
}
