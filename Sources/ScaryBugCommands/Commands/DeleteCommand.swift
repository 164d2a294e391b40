import ScaryBugs

struct DeleteCommand: Command {
    static let declaration = Declaration(
        "delete", aliases: ["rm"], "Delete documents.",
        discussion: """
            'undo' restores deleted documents as long as the history keeps them; 'history forget'
            removes them for good.
            """,
        parameters: [.selection], options: [Confirmation.option, .dryRun],
        topics: [.selections],
        example: """
            alice> delete 2
            deleted 2  Ladybird
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let names = try session.documents(changedBy: arguments[.selection], for: Self.declaration)
        if arguments.has(.dryRun) {
            return try session.printDryRun(verbs: ("would add", "would delete")) {
                try $0.delete(names)
            }
        }
        try Confirmation.ask(to: "delete", names, moreThan: 1, arguments, in: session)
        let results = try session.interruptible("nothing was deleted") {
            try session.workspace.delete(names)
        }
        for result in results {
            try session.reportingErrors {
                let deleted = try result.get()
                if session.openDocument == deleted.document { session.openDocument = nil }
                try session.output.print(Record(deleted: deleted, "deleted"))
            }
        }
    }
}

extension Record {
    init(deleted: Effect, _ verb: String) {
        let number = deleted.document?.number ?? 0
        self.init(
            "\(verb) \(Record.subject(number, deleted.title))",
            [("number", .integer(number)), ("title", .string(deleted.title))])
    }
}
