import ScaryBugs

struct ImportCommand: Command {
    static let printsDocuments = true
    static let declaration = Declaration(
        "import", "Import photographs, bundles, documents of the apps, tables.",
        discussion: """
            Each PATH is imported or refused as a whole; - is standard input. --dry-run prints what
            would be imported under which number.

            Photographs, and directories of them, become a document each, with the file's name as the
            title. FIELD=VALUE holds for all of them. Empty fields get the time and the position that
            a photograph knows. RAW files, videos and .xmp files of the same name go with it. A
            photograph that a document has already is skipped.

            import --update takes back a table that 'list' printed with --csv or --json. A row changes
            the document with its identifier and number, or the only one with its identifier. A cell
            that differs changes the field, an empty cell clears it, a missing column changes nothing.
            Keep the column modified: by its date, the program notices that a document was changed after
            the table was made.
            """,
        parameters: ImportArguments.parameters,
        options: ImportArguments.options + [update, force, .dryRun],
        topics: [.bundles],
        example: """
            alice> import moth.scarybug
            imported moth.scarybug as 4 (1 was taken)
            alice> import Pictures/2026 observer=Nina
            imported Pictures/2026/IMG_1203.JPG as 5
            scarybug: seen and at from 1 photograph
            """)

    let words: ImportArguments
    private let isUpdate: Bool
    private let isDryRun: Bool

    init(arguments: Arguments) throws {
        words = try ImportArguments(arguments)
        isUpdate = arguments.has(Self.update)
        isDryRun = arguments.has(.dryRun)
        let others = arguments.occurrences.map(\.option.name)
        let unsuitable = ["--kind", "--skip-known", "--photographs", "--burst"]
        if isUpdate, let other = unsuitable.first(where: others.contains) {
            throw ScaryBugsError(.invalidValue, "\(other) has no meaning with --update")
        }
        if isUpdate, let assignment = arguments.assignments.first {
            throw ScaryBugsError(
                .invalidValue, "'\(assignment.word)' has no meaning with --update")
        }
        if !isUpdate, arguments.has(Self.force) {
            throw ScaryBugsError(
                .invalidValue, "--force is only for --update; nothing is overwritten")
        }
    }

    func run(in session: Session) throws {
        if isUpdate {
            return isDryRun ? try showUpdate(in: session) : try update(in: session)
        }
        var words = words
        let photographs = try words.takePhotographs(in: session)
        if isDryRun {
            if let photographs { try words.planPhotographs(photographs, in: session) }
            if words.paths.isEmpty { return }
            return try words.plan(to: "import", in: session, read: session.workspace.previewEach)
        }
        var imported: [DocumentName] = []
        defer { session.lastPrinted = imported }
        if let photographs { imported = try words.importPhotographs(photographs, in: session) }
        if words.paths.isEmpty { return }
        try words.forEachSource(
            in: session, ifInterrupted: session.consequence(ofImporting: imported.count),
            read: session.workspace.importEach
        ) { documents in
            imported += documents.filter { !$0.isSkipped }.map(\.name)
            try words.report(documents, "imported", in: session)
        }
    }
}

extension Session {
    /// The state that an interrupted import leaves.
    fileprivate func consequence(ofImporting count: Int) -> String {
        guard count > 0 else { return "nothing was imported" }
        return "\(count.counting("document")) \(count == 1 ? "is" : "are") kept, and "
            + "'\(group == nil ? "undo" : "rollback")' removes \(count == 1 ? "it" : "them")"
    }
}

extension ImportArguments {
    /// Prints the documents that an import or a restore would bring.
    func plan(to verb: String, in session: Session, read: Read<Workspace.Preview>) throws {
        var isTogether = false
        try preview(in: session, read: read) { previews in
            let file = Self.file(of: previews, in: session)
            isTogether = file != nil
            if let file { try session.output.print(heading: "would \(verb)", from: file) }
        } cells: { preview, data in
            let origin = preview.origin.titled(data.title)
            if isTogether { return preview.row(from: origin) }
            return [preview.planned(to: verb, from: origin)]
        }
    }

    /// Prints the documents that photographs would become.
    fileprivate func planPhotographs(_ search: PhotographSearch, in session: Session) throws {
        try planPhotographs(search, in: session) { preview, _ in
            [preview.planned(to: "import", from: preview.origin)]
        }
    }

    /// Prints the documents that were imported or restored.
    func report(
        _ documents: [Workspace.Imported], _ verb: String, in session: Session
    ) throws {
        if let file = Self.file(of: documents, in: session) {
            try session.output.print(heading: verb, from: file)
            for imported in documents {
                try session.output.print(row: Record(imported.row(from: imported.origin), []))
            }
            return try session.output.endRows()
        }
        let table = DocumentTable(
            DocumentKind.distinct(documents.map(\.name.kind)).map(session.workspace.kind))
        for imported in documents {
            try session.output.print(record(imported, verb, table, session))
        }
    }

    /// The file from which several documents are, which people see as short rows below its name; nil
    /// if they have several origins.
    private static func file(
        of documents: [some ImportedDocument], in session: Session
    ) -> ImportOrigin? {
        guard session.output.isTerminal, session.output.format == .table, documents.count > 1,
            let first = documents.first?.origin
        else { return nil }
        return documents.allSatisfy { $0.origin.name == first.name } ? first : nil
    }

    private func record(
        _ imported: Workspace.Imported, _ verb: String, _ table: DocumentTable, _ session: Session
    ) throws -> Record {
        let text =
            imported.isSkipped
            ? "skipped \(imported.origin): \(imported.notes)"
            : "\(verb) \(imported.origin) as \(imported.numberWithNotes)"
        guard session.output.format != .table else { return Record(text, []) }
        let document = try session.workspace.document(imported.name)
        return Record(
            [Record.Cell(text)], document.contents, number: document.number, in: table,
            extra: values(of: imported))
    }
}

extension Workspace.Preview {
    fileprivate func planned(to verb: String, from origin: ImportOrigin) -> Record.Cell {
        .init(
            isSkipped
                ? "would skip \(origin): \(notes)"
                : "would \(verb) \(origin) as \(numberWithNotes)")
    }
}

extension Output {
    /// Prints the name of the file that the next rows come from.
    fileprivate func print(heading verb: String, from origin: ImportOrigin) throws {
        try endRows()
        try print(text: "\(verb) from \(TerminalText.text(origin.name)):")
    }
}
