import ScaryBugs

struct PreviewCommand: Command {
    static let declaration = Declaration(
        "preview", "Show what an import would bring, without importing.",
        parameters: [ImportArguments.paths], options: ImportArguments.options)

    private let words: ImportArguments

    init(arguments: Arguments) throws {
        words = try ImportArguments(arguments)
    }

    func run(in session: Session) throws {
        try words.forEachSource(in: session, read: session.workspace.previewEach) { documents in
            let table = DocumentTable(DocumentKind.distinct(documents.map(\.contents.data.kind)))
            for preview in documents {
                try session.output.print(row: record(preview, in: table))
            }
        }
    }

    private func record(_ preview: Workspace.Preview, in table: DocumentTable) -> Record {
        let data = preview.contents.data
        let conflict = ImportConflict(taken: preview.isInUse ? preview.was : nil, preview.known)
        let plan =
            preview.isSkipped
            ? "skipped: \(conflict.parts("is").joined())"
            : "as \(preview.number)\(conflict.text("is"))"
        return Record(
            [
                Record.Cell(preview.origin.name), Record.Cell(plan), Record.Cell(data.title),
                Record.Cell(data.ratingText, .right),
            ],
            preview.contents, number: preview.number, in: table,
            extra: Record.origin(preview.origin, was: preview.was)
                + words.values(of: preview.known, isSkipped: preview.isSkipped))
    }
}
