import ScaryBugs

struct ImportCommand: Command {
    static let declaration = Declaration(
        "import", "Import bundles, documents of the apps, archives, tables.",
        discussion: [
            """
            A document keeps its number where that is free here, else it gets the highest plus one.
            The rows of a table are new documents, with numbers and identifiers of their own.
            """,
            "Each PATH is imported or refused as a whole; - is standard input. It may be:",
            .list([
                (".scarybug", "a bundle, also the older .sbz"),
                ("a directory", "a document of the apps, or many of them"),
                ("a data file", "a document's data.plist, or an archive of books"),
                ("a table", "CSV, TSV or JSON lines, with the names of fields"),
            ]),
        ],
        parameters: [ImportArguments.paths], options: ImportArguments.options)

    private let words: ImportArguments

    init(arguments: Arguments) throws {
        words = try ImportArguments(arguments)
    }

    func run(in session: Session) throws {
        try words.forEachSource(in: session, read: session.workspace.importEach) { documents in
            let table = DocumentTable(session.workspace.kinds(of: documents.map(\.name)))
            for imported in documents {
                try session.output.print(Self.record(imported, table, session))
            }
        }
    }

    private static func record(
        _ imported: Workspace.Imported, _ table: DocumentTable, _ session: Session
    ) throws -> Record {
        let conflict = imported.wasInUse ? imported.was.map { " (\($0) was taken)" } ?? "" : ""
        let text = "imported \(imported.origin) as \(imported.name.number)\(conflict)"
        guard session.output.format != .table else { return Record(text, []) }
        let document = try session.workspace.document(imported.name)
        return Record(
            [Record.Cell(text)], document.contents, number: document.number, in: table,
            extra: Record.origin(imported.origin, was: imported.was))
    }
}

extension Record {
    /// The values that describe a document's source.
    static func origin(
        _ origin: ImportOrigin, was: Int?
    ) -> [(name: String, value: Value)] {
        [
            ("source", .string(origin.path)),
            ("was", .integer(was)),
        ]
    }
}
