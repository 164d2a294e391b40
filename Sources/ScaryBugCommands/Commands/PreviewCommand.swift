import ScaryBugs

struct PreviewCommand: Command {
    static let declaration = Declaration(
        "preview", "Show what an import would bring, without importing.",
        parameters: [ImportArguments.paths], options: ImportArguments.options,
        topics: [.bundles],
        example: """
            alice> preview moth.scarybug
            moth.scarybug  as 4 (1 is taken)  Hawk Moth  2.5
            """)

    private let words: ImportArguments

    init(arguments: Arguments) throws {
        words = try ImportArguments(arguments)
    }

    func run(in session: Session) throws {
        try words.preview(in: session, read: session.workspace.previewEach) {
            preview, data, conflict in
            let plan =
                preview.isSkipped
                ? "skipped: \(conflict.parts("is").joined())"
                : "as \(preview.number)\(conflict.text("is"))"
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
    /// - Parameter cells: returns the cells for a document, given the notes on it.
    func preview(
        in session: Session, read: Read<Workspace.Preview>,
        cells: @escaping (Workspace.Preview, DocumentData, ImportConflict) -> [Record.Cell]
    ) throws {
        try forEachSource(in: session, read: read) { documents in
            let table = DocumentTable(DocumentKind.distinct(documents.map(\.kind)))
            for preview in documents {
                let contents = try preview.contents()
                let taken = preview.isInUse ? preview.was : nil
                try session.output.print(
                    row: Record(
                        cells(
                            preview, contents.data, ImportConflict(taken: taken, preview.known)),
                        contents, number: preview.number, in: table,
                        extra: Record.origin(preview.origin, was: preview.was)
                            + values(of: preview.known, isSkipped: preview.isSkipped)))
            }
        }
    }
}
