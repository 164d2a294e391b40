import ScaryBugs

struct ResolveCommand: Command {
    static let printsDocuments = true
    private static let number = Parameter("N", .document)
    private static let names = Parameter("FIELD", .text, .any)
    private static let other = Option("--other", "take the other value, and not the shown one")
    private static let both = Option(
        "--both", "keep both files of one name; the other one gets a free name")

    static let declaration = Declaration(
        "resolve", "End conflicts of document N, and keep the values that it shows.",
        discussion: """
            Two people may have changed a field or a file before they exchanged their copies. Then the
            document keeps both values: 'show N' prints them, and 'list has:conflict' finds such documents.
            FIELD is a field or a file; without one, all conflicts end. 'set' ends the conflict of a field, too,
            and chooses among three values or more.

            Everybody shows the value with the latest time. A conflict that one side has resolved is over
            for all after the next exchange. Two files that met under one name: --both gives the other one
            a name such as "wing 2.jpg", and makes another photograph a further file.
            """,
        parameters: [number, names], options: [other, both, .dryRun],
        topics: [.selections],
        example: """
            alice> resolve 3 rating --other
            3  Stag Beetle
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let name = try session.document(arguments[Self.number], for: Self.declaration)
        guard !arguments.has(Self.other) || !arguments.has(Self.both) else {
            throw Self.declaration.misuse("takes one of --other and --both", at: "--both")
        }
        let choice: ConflictResolution.Choice =
            arguments.has(Self.other) ? .other : arguments.has(Self.both) ? .both : .shown
        let edit = Workspace.DocumentEdit(
            ConflictResolution(of: arguments[Self.names], choice))
        try session.edit(name, edit, isDryRun: arguments.has(.dryRun))
    }
}
