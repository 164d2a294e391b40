import ScaryBugs

struct PreviewCommand: Command {
    private static let full = Option("--full", "show everything about each document")

    static let declaration = Declaration(
        "preview", "Show what an import would bring, without importing.",
        parameters: [ImportArguments.paths], options: ImportArguments.options + [full],
        topics: [.bundles],
        example: """
            alice> preview moth.scarybug
            moth.scarybug  as 4 (1 is taken)  Hawk Moth  2.5
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        try ImportArguments(arguments).preview(
            in: session, isFull: arguments.has(Self.full), read: session.workspace.previewEach
        ) { preview, data in
            let plan =
                preview.isSkipped ? "skipped: \(preview.notes)" : "as \(preview.numberWithNotes)"
            return [
                .init(preview.origin.name, .cutFirst), .init(plan), .init(data.title, .cutNext),
                .init(data.ratingText, .rating),
            ]
        }
    }
}

extension ImportArguments {
    /// Prints the documents that an import would bring.
    ///
    /// - Parameters:
    ///   - isFull: whether to print all values of each document.
    ///   - begin: called before the documents of each source.
    ///   - cells: returns the cells for a document.
    func preview(
        in session: Session, isFull: Bool = false, read: Read<Workspace.Preview>,
        begin: @escaping (StoredResults<Workspace.Preview>) throws -> Void = { _ in },
        cells: @escaping (Workspace.Preview, DocumentData) -> [Record.Cell]
    ) throws {
        try forEachSource(in: session, read: read) { documents in
            try begin(documents)
            let table = DocumentTable(try documents.distinctKinds(\.kind))
            try documents.visit { preview in
                let contents = try preview.contents()
                try session.output.print(
                    row: Record(
                        cells(preview, contents.data), contents, number: preview.number, in: table,
                        extra: values(of: preview)))
                if isFull { try session.output.print(valuesOf: contents) }
            }
        }
    }
}
