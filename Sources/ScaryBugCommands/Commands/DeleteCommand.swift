import ScaryBugs

struct DeleteCommand: Command {
    private static let selection = Parameter("SELECTION", .selection, .any)

    static let declaration = Declaration(
        "delete", aliases: ["rm"], "Delete documents.",
        discussion: [
            """
            'undo' restores deleted documents as long as the history keeps them; 'history forget'
            removes them for good.
            """
        ],
        parameters: [selection], options: [Confirmation.option, .dryRun],
        topics: [.selections],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(
            changedBy: arguments[Self.selection], for: Self.declaration)
        if arguments.has(.dryRun) {
            return try session.print(
                dryRun: session.workspace.changes(deleting: names), verbs: ("add", "delete"))
        }
        try Confirmation(to: "delete", moreThan: 1, arguments).ask(about: names, in: session)
        let results = try session.interruptible("nothing was deleted") {
            try session.workspace.delete(names)
        }
        for result in results {
            try session.reportingErrors {
                let (name, title) = try result.get()
                if session.openDocument == name { session.openDocument = nil }
                try session.output.print(
                    Record(
                        "deleted \(Record.subject(name.number, title))",
                        [("number", .integer(name.number)), ("title", .string(title))]))
            }
        }
    }
}
