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
        let name = try session.document(arguments[Self.number], for: Self.declaration)
        let document = try session.workspace.document(name)
        session.openDocument = name
        if session.walk?.move(to: name) == false { session.walk = nil }
        try session.output.print(Record(brief: document))
    }
}

struct CloseCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "close", "Close the open document, and end the walk.",
        example: """
            alice> open 3
            3  Stag Beetle
            alice/3> close
            closed 3
            """)

    func run(in session: Session) throws { try session.closeDocument() }
}

struct EditCommand: Command {
    private static let number = Parameter("N", .document, .any)

    static let declaration = Declaration(
        "edit", "Change document N as a text in an editor.",
        discussion: """
            The editor is $VISUAL, else $EDITOR, else the program editor. The text has a line for each field, an
            empty line, and the notes. A line 'image: PATH' adds a picture, or replaces it, and 'image:' removes
            it. Saving it is one step. If it has an error, the editor opens again with the error at the top.

            A script has no editor: it uses 'set'.
            """,
        parameters: [number],
        topics: [.fields],
        example: """
            alice> edit 3
            3  Stag Beetle
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[Self.number]
        if words.contains(where: { Assignment($0) != nil }) {
            throw ScaryBugsError(
                .invalidValue,
                "edit opens an editor; write '\(LineLexer.line(of: ["set"] + words))'")
        }
        guard session.position == nil, session.ask != nil else {
            throw ScaryBugsError(
                .refused, "edit needs a terminal and a typed line; use 'set N FIELD=VALUE'")
        }
        let name = try session.document(words, for: Self.declaration)
        try DocumentEditing(of: name, in: session).run()
    }
}
