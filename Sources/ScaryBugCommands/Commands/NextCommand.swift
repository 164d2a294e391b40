import ScaryBugs

struct NextCommand: Command {
    static let printsDocuments = true

    static let declaration = Declaration(
        "next", "Walk through documents: open the next one.",
        discussion: """
            It also draws the photograph. A SELECTION begins a walk through its documents, and without one, all documents after the open one
            are walked through. In a walk, Enter alone goes on, and an assignment alone, such as rating=4, sets the
            open document. 'close' ends the walk, and so does 'next' after the last document.

            In a script, an empty line doesn't go on.
            """,
        parameters: [.selection],
        topics: [.selections, .fields],
        example: """
            alice> next 2-3
            2  Ladybird  1 of 2  rating 0.5  tags garden,red
            alice/2> rating=1
            2  Ladybird
            alice/2> next
            3  Stag Beetle  2 of 2  rating 2  tags garden  place Kent
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[.selection]
        if !words.isEmpty || session.walk == nil {
            let names = try session.documents(
                selectedBy: words.isEmpty ? ["all"] : words, for: Self.declaration,
                keepingOrder: true)
            session.walk = Walk(names, after: words.isEmpty ? session.openDocument : nil)
        }
        try session.walk(by: 1)
    }
}

struct PreviousCommand: CommandWithoutArguments {
    static let printsDocuments = true

    static let declaration = Declaration(
        "previous", "Go back in the walk that 'next' began.",
        example: """
            alice> next 2-3
            2  Ladybird  1 of 2  rating 0.5  tags garden,red
            alice/2> next
            3  Stag Beetle  2 of 2  rating 2  tags garden  place Kent
            alice/3> previous
            2  Ladybird  1 of 2  rating 0.5  tags garden,red
            """)

    func run(in session: Session) throws { try session.walk(by: -1) }
}
