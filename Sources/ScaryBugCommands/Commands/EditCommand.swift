import ScaryBugs

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
        if !words.isEmpty {
            let selection = try session.selection(words)
            guard selection.isOne else { throw Self.declaration.takesOne(selection, of: words) }
        }
        let names = try session.documents(selectedBy: words, for: Self.declaration)
        guard let name = names.first else { return }
        try DocumentEditing(of: name, in: session).run()
    }
}
