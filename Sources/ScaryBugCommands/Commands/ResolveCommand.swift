import ScaryBugs

struct ResolveCommand: Command {
    static let printsDocuments = true
    private static let selection = Parameter("SELECTION", .query)
    private static let names = Parameter("FIELD", .text, .any)
    private static let other = Option("--other", "take the other value, and not the shown one")
    private static let by = Option("--by", value: "NAME", "take the values of NAME")
    private static let both = Option(
        "--both", "keep both files, the other one under a free name; join notes")

    static let declaration = Declaration(
        "resolve", "End conflicts, and keep the values that documents show.",
        discussion: """
            Two people may have changed a field or a file before they exchanged their copies. Then the
            document keeps both values: 'show N' prints them, 'list' has a ! before the title, and 'list
            has:conflict' finds such documents. SELECTION is one word, such as 3, 1-5 or has:conflict.
            FIELD is a field or a file; without one, all conflicts end. 'set' ends the conflict of a field, too,
            and chooses among three values or more, as --by NAME does.

            Everybody shows the value with the latest time. A conflict that one side has resolved is over
            for all after the next exchange. --both keeps both files, the other one under a name such as
            "wing 2.jpg", and makes another photograph a further file. It joins notes, each after the name
            of its author.
            """,
        parameters: [selection, names], options: [other, by, both, .yes, .dryRun, .all],
        topics: [.selections],
        example: """
            alice> resolve 3 rating --other
            3  Stag Beetle
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = try SelectionWord.words(
            arguments[Self.selection].first ?? "", for: Self.declaration)
        let resolution = ConflictResolution(of: arguments[Self.names], try choice())
        var names = try session.documents(changedBy: words, for: Self.declaration)
        if names.count > 1 {
            // Most documents have no conflict, and need no error.
            names = try names.filter { name in
                resolution.applies(to: try session.workspace.document(name).data)
            }
            if names.isEmpty {
                throw ScaryBugsError(
                    .notFound,
                    "none of the documents has such a conflict; 'list has:conflict' has all")
            }
        }
        try session.edit(names, asking: "resolve", arguments) { _ in
            Workspace.DocumentEdit(resolution)
        }
        let mayLeaveSome = arguments.has(Self.by) || arguments.has(Self.both)
        if mayLeaveSome, arguments[Self.names].isEmpty, !arguments.has(.dryRun) {
            // The choice has no meaning in these, such as --both for numbers.
            try session.tellConflicts(of: names)
        }
    }

    private func choice() throws -> ConflictResolution.Choice {
        let given = [Self.other, Self.by, Self.both].filter(arguments.has)
        guard given.count < 2 else {
            throw Self.declaration.misuse(
                "takes one of --other, --by and --both", at: given[given.count - 1].name)
        }
        if let person = arguments.value(of: Self.by) { return .by(person) }
        return arguments.has(Self.other) ? .other : arguments.has(Self.both) ? .both : .shown
    }
}
