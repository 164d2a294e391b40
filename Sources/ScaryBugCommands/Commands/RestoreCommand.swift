import ScaryBugs

struct RestoreCommand: Command {
    private static let list = Option("--list", "show what the backup holds")

    static let declaration = Declaration(
        "restore", "Take everything of a backup into the workspace.",
        discussion: """
            In an empty workspace, documents keep their numbers. In any other, a document whose number
            is taken gets the highest plus one. Missing fields and queries are added. Existing ones
            stay. Only an empty workspace takes the preferences, and none takes the limits.

            A backup is restored or refused as a whole, as one step, which 'undo' undoes.
            """,
        parameters: [.file],
        options: [list, ImportArguments.keepGoing, ImportArguments.skipKnown, .dryRun],
        example: """
            alice> restore --list alice.zip
            1  Bullet Ant     4
            2  Ladybird     0.5
            3  Stag Beetle    2
            """)

    private let file: LineWord
    private let words: ImportArguments
    private let isList: Bool
    private let isDryRun: Bool

    init(arguments: Arguments) throws {
        file = try arguments.path(.file) ?? LineWord("")
        words = try ImportArguments(arguments)
        isList = arguments.has(Self.list)
        isDryRun = arguments.has(.dryRun)
    }

    func run(in session: Session) throws {
        let workspace = session.workspace
        if isList { return try list(in: session) }
        if isDryRun {
            return try words.plan(to: "restore", in: session, read: each(workspace.preview))
        }
        let before = workspace.preferences
        try words.forEachSource(
            in: session, ifInterrupted: "nothing was restored", read: each(workspace.restore)
        ) { documents in
            try words.report(documents, "restored", in: session)
            try session.output.endRows()
            try reportSettings(since: before, in: session)
        }
    }

    /// The most settings that a message names.
    private static let mostSettings = 10

    private func reportSettings(since before: Preferences, in session: Session) throws {
        let after = session.workspace.preferences
        let settings = before.changes(to: after).compactMap(\.field).map(after.title)
        guard !settings.isEmpty else { return }
        let more = settings.count - Self.mostSettings
        try session.notice(
            "also restored: \(settings.prefix(Self.mostSettings).joined(separator: ", "))"
                + (more > 0 ? " and \(more.grouped) more" : ""))
    }

    private func list(in session: Session) throws {
        try words.forEachSource(in: session, read: each(session.workspace.preview)) { documents in
            let table = DocumentTable(DocumentKind.distinct(documents.map(\.kind)))
            for preview in documents {
                let (contents, number) = (try preview.contents(), preview.was ?? 0)
                let cells: [Record.Cell] = [
                    .init(String(number), .right), .init(contents.data.title, .cutFirst),
                    .init(contents.data.ratingText, .rating),
                ]
                try session.output.print(row: Record(cells, contents, number: number, in: table))
            }
        }
        guard let preferences = try? Backup(path: file.text).preferences else { return }
        for (name, value) in preferences.settings {
            try session.output.print(
                row: Record(
                    [.init(name), .init(value.text)],
                    [("setting", .string(name)), ("value", .string(value.text))]))
        }
    }

    /// Reads the backup as the only source.
    private func each<Element>(
        _ read: @escaping (Backup, ImportOptions) throws -> Workspace.Outcome<Element>
    ) -> ImportArguments.Read<Element> {
        { [file] _, options, body in
            try body(Result { try read(parsing(file) { try Backup(path: file.text) }, options) })
        }
    }
}
