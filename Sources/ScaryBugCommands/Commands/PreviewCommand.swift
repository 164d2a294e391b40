import ScaryBugs

struct PreviewCommand: Command {
    private static let full = Option("--full", "show everything about each document")

    static let declaration = Declaration(
        "preview", "Show what an import would bring, without importing.",
        parameters: ImportArguments.parameters, options: ImportArguments.options + [full],
        topics: [.bundles],
        example: """
            alice> preview moth.scarybug
            moth.scarybug  as 4 (1 is taken)  Hawk Moth  2.5
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = try ImportArguments(arguments)
        let printer = ImportPrinter(
            .rows(isFull: arguments.has(Self.full)), words, isPreview: true, in: session)
        try ImportCommand.importAll(words, printer, in: session)
    }
}
