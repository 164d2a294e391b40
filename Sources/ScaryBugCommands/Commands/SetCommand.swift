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

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(
            changedBy: arguments[Self.selection], for: Self.declaration, hint: arguments.quotingHint
        )
        var changes: [DocumentKind: FieldEdits] = [:]
        for kind in Set(names.map(\.kind)) {
            changes[kind] = try session.edits(arguments.assignments, of: kind)
        }
        try Confirmation(to: "change", moreThan: 20, arguments).ask(about: names, in: session)
        let results = try session.workspace.edit(names, now: session.now) { kind in
            Workspace.DocumentEdit(
                changes[kind]?.edits ?? [], picture: changes[kind]?.picture ?? .keep)
        }
        for result in results {
            try session.reportingErrors { try session.output.print(Record(brief: result.get())) }
        }
    }
}
