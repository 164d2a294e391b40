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
        var words = try ImportArguments(arguments)
        if let photographs = try words.takePhotographs(in: session) {
            try words.planPhotographs(
                photographs, in: session, isFull: arguments.has(Self.full), cells: cells)
        }
        if words.paths.isEmpty { return }
        try words.preview(
            in: session, isFull: arguments.has(Self.full), read: session.workspace.previewEach,
            cells: cells)
    }

    private func cells(_ preview: Workspace.Preview, _ data: DocumentData) -> [Record.Cell] {
        let plan =
            preview.isSkipped ? "skipped: \(preview.notes)" : "as \(preview.numberWithNotes)"
        return [
            .init(preview.origin.name, .cutFirst), .init(plan), .init(data.title, .cutNext),
            .init(data.ratingText, .rating),
        ]
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
        begin: @escaping ([Workspace.Preview]) throws -> Void = { _ in },
        cells: @escaping (Workspace.Preview, DocumentData) -> [Record.Cell]
    ) throws {
        try forEachSource(in: session, read: read) { documents in
            try begin(documents)
            try print(documents, isFull: isFull, in: session, cells: cells)
        }
    }

    /// Prints a row for each document, and all values if `isFull` is set.
    func print(
        _ documents: [Workspace.Preview], isFull: Bool, in session: Session,
        cells: (Workspace.Preview, DocumentData) -> [Record.Cell]
    ) throws {
        let table = DocumentTable(DocumentKind.distinct(documents.map(\.kind)))
        for preview in documents {
            let contents = try preview.contents()
            try session.output.print(
                row: Record(
                    cells(preview, contents.data), contents, number: preview.number, in: table,
                    extra: values(of: preview)))
            if isFull { try session.output.print(valuesOf: contents) }
        }
    }
}
