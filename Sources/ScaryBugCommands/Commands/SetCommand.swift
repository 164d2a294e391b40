import ScaryBugs

struct SetCommand: Command {
    private static let selection = Parameter("SELECTION", .selection, .any)

    static let declaration = Declaration(
        "set", aliases: ["edit"], "Change fields of documents.",
        discussion: [
            """
            FIELD=VALUE sets, FIELD= clears, FIELD+=VALUE and FIELD-=VALUE add to a list and take
            from it. FIELD=@PATH takes the text of a file, FIELD=@@… begins with an @.
            """,
            "Fields:", .list(FieldHelp.fields),
        ] + FieldHelp.changedSelection + [
            "At a terminal the command asks once before it changes more than 20 documents."
        ],
        parameters: [selection, .someAssignments], options: [Confirmation.option])

    private let words: [String]
    private let confirmation: Confirmation
    private let assignments: [Assignment]
    private let quotingHint: String?

    init(arguments: Arguments) throws {
        words = arguments[Self.selection]
        confirmation = Confirmation(to: "change", moreThan: 20, arguments)
        assignments = arguments.assignments
        quotingHint = arguments.quotingHint
    }

    func run(in session: Session) throws {
        let names = try session.documents(
            changedBy: words, for: Self.declaration, hint: quotingHint)
        var changes: [DocumentKind: FieldEdits] = [:]
        for kind in Set(names.map(\.kind)) {
            changes[kind] = try session.edits(assignments, of: kind)
        }
        try confirmation.ask(about: names, in: session)
        let results = try session.workspace.edit(names, now: session.now) { kind in
            Workspace.DocumentEdit(
                changes[kind]?.edits ?? [], picture: changes[kind]?.picture ?? .keep)
        }
        for result in results {
            try session.reportingErrors { try session.output.print(Record(brief: result.get())) }
        }
    }
}
