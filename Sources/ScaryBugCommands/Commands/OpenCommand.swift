import ScaryBugs

struct OpenCommand: Command {
    private static let number = Parameter("N", .document)

    static let declaration = Declaration(
        "open", aliases: ["load"], "Open document N for the lines that follow.",
        discussion: "The prompt shows it. Commands without a SELECTION then act on it.",
        parameters: [number],
        topics: [.selections],
        example: """
            alice> open 3
            3  Stag Beetle
            alice/3> set rating=3
            3  Stag Beetle
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[Self.number]
        let selection = try session.selection(words)
        guard selection.isOne else { throw Self.declaration.takesOne(selection, of: words) }
        guard let name = try session.workspace.documentNames(in: selection).first else { return }
        let document = try session.workspace.document(name)
        session.openDocument = name
        try session.output.print(Record(brief: document))
    }
}
