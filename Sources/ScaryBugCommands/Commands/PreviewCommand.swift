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
        var allocator = try session.workspace.numberAllocator()
        try words.forEachSource(in: session, read: session.workspace.previewEach) { documents in
            let numbers = try allocator.numbers(preferring: documents.map(\.was))
            let table = DocumentTable(DocumentKind.distinct(documents.map(\.contents.data.kind)))
            for (preview, number) in zip(documents, numbers) {
                try session.output.print(row: Record(preview, number, in: table))
            }
        }
    }
}

extension Record {
    fileprivate init(_ preview: Workspace.Preview, _ number: Int, in table: DocumentTable) {
        let data = preview.contents.data
        let isInUse = preview.was.map { $0 != number } ?? false
        let conflict = isInUse ? preview.was.map { " (\($0) is taken)" } ?? "" : ""
        self.init(
            [
                Cell(preview.origin.name), Cell("as \(number)\(conflict)"),
                Cell(data.title),
                Cell(data[.rating]?.text ?? "", .right),
            ],
            preview.contents, number: number, in: table,
            extra: Record.origin(preview.origin, was: preview.was))
    }
}
