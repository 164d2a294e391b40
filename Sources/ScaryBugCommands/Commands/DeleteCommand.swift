import ScaryBugs

struct DeleteCommand: Command {
    static let declaration = Declaration(
        "delete", aliases: ["rm"], "Delete documents.",
        discussion: """
            'undo' restores deleted documents as long as the history keeps them; 'history forget'
            removes them for good.
            """,
        parameters: [.selection], options: [.yes, .dryRun, .all],
        topics: [.selections],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(changedBy: arguments[.selection], for: Self.declaration)
        let isDryRun = arguments.has(.dryRun)
        if !isDryRun {
            try Confirmation.ask(to: "delete", names, moreThan: 1, arguments, in: session)
        }
        try session.print(
            .deleted, isDryRun: isDryRun, printsAll: arguments.has(.all),
            ifInterrupted: "nothing was deleted"
        ) { try $0.delete(names) }
    }
}
