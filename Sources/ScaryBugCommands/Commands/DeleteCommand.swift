import ScaryBugs

struct DeleteCommand: Command {
    private static let selection = Parameter("SELECTION", .selection, .any)

    static let declaration = Declaration(
        "delete", aliases: ["rm"], "Delete documents.",
        discussion: """
            \(FieldHelp.selection)
            \(FieldHelp.changedSelection)

            Without a SELECTION, the open document is deleted. A deleted document does not come
            back. At a terminal the command asks once before it deletes several documents.
            """,
        parameters: [selection], options: [Confirmation.option])

    private let words: [String]
    private let confirmation: Confirmation

    init(_ arguments: Arguments) throws {
        words = arguments[Self.selection]
        confirmation = Confirmation(to: "delete", moreThan: 1, arguments)
    }

    func run(in session: Session) throws {
        let names = try session.documents(changedBy: words, for: Self.declaration)
        try confirmation.ask(about: names, in: session)
        for name in names {
            try session.checkpoint()
            try session.reportingErrors {
                // A document that cannot be read can still be deleted.
                let title = (try? session.workspace.document(name).title) ?? ""
                try session.workspace.delete(name)
                if session.openDocument == name { session.openDocument = nil }
                try session.output.print(
                    Record(
                        "deleted \(name.number)  \(title)",
                        [("number", .integer(Int64(name.number))), ("title", .string(title))]))
            }
        }
    }
}
