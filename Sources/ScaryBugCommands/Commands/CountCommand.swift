import ScaryBugs

struct CountCommand: Command {
    private static let selectionParameter = Parameter("SELECTION", .selection, .any)

    static let declaration = Declaration(
        "count", "Show how many documents there are.",
        discussion: FieldHelp.selection + ["Without a SELECTION, all documents are counted."],
        parameters: [selectionParameter])

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[Self.selectionParameter]
        let workspace = session.workspace
        let count =
            try words.isEmpty
            ? workspace.documentCount()
            : workspace.documentNames(in: session.selection(words)).count
        try session.output.print(Record(String(count), [("count", .integer(count))]))
    }
}
