import ScaryBugs

struct ImportCommand: Command {
    static let printsDocuments = true
    static let declaration = Declaration(
        "import", "Import bundles, documents of the apps, archives, tables.",
        discussion: [
            """
            Each PATH is imported or refused as a whole; - is standard input. --dry-run prints what
            would be imported under which number.
            """
        ] + updateHelp,
        parameters: [ImportArguments.paths],
        options: ImportArguments.options + [update, force, .dryRun],
        topics: [.bundles],
        example: """
            alice> import moth.scarybug
            imported moth.scarybug as 4 (1 was taken)
            """)

    let words: ImportArguments
    private let isUpdate: Bool
    private let isDryRun: Bool

    init(arguments: Arguments) throws {
        words = try ImportArguments(arguments)
        isUpdate = arguments.has(Self.update)
        isDryRun = arguments.has(.dryRun)
        let others = arguments.occurrences.map(\.option.name)
        if isUpdate, let other = ["--kind", "--skip-known"].first(where: others.contains) {
            throw ScaryBugsError(.invalidValue, "\(other) has no meaning with --update")
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
        if isDryRun {
            return try words.plan(
                to: "import", in: session, read: session.workspace.previewEach)
        }
        var imported: [DocumentName] = []
        defer { session.lastPrinted = imported }
        try words.forEachSource(
            in: session, ifInterrupted: session.consequence(ofImporting: imported.count),
            read: session.workspace.importEach
        ) { documents in
            try documents.visit { if !$0.isSkipped { imported.append($0.name) } }
            try words.report(documents, "imported", in: session)
        }
    }
}

extension Session {
    /// The state that an interrupted import leaves.
    ///
    /// - Parameter count: the number of documents that it imported before.
    fileprivate func consequence(ofImporting count: Int) -> String {
        guard count > 0 else { return "nothing was imported" }
        return "\(count.counting("document")) \(count == 1 ? "is" : "are") kept, and "
            + "'\(group == nil ? "undo" : "rollback")' removes \(count == 1 ? "it" : "them")"
    }
}

extension ImportArguments {
    /// Prints the documents that an import or a restore would bring.
    ///
    /// - Parameter verb: "import" or "restore".
    func plan(
        to verb: String, in session: Session, read: Read<Workspace.Preview>
    ) throws {
        var isTogether = false
        try preview(in: session, read: read) { previews in
            let file = try Self.file(of: previews, \.origin, in: session)
            isTogether = file != nil
            if let file { try session.output.print(heading: "would \(verb)", from: file) }
        } cells: { preview, data, conflict in
            if isTogether {
                let number = preview.isSkipped ? nil : preview.number
                return Self.row(number, preview.origin.titled(data.title), conflict.parts("is"))
            }
            let origin = preview.origin.titled(data.title)
            let text =
                preview.isSkipped
                ? "would skip \(origin): \(conflict.parts("is").joined())"
                : "would \(verb) \(origin) as \(preview.number)\(conflict.text("is"))"
            return [.init(text)]
        }
    }

    /// Prints the documents that were imported or restored.
    ///
    /// - Parameter verb: "imported" or "restored".
    func report(
        _ documents: StoredResults<Workspace.Imported>, _ verb: String, in session: Session
    ) throws {
        if let file = try Self.file(of: documents, \.origin, in: session) {
            return try reportTogether(documents, verb, from: file, in: session)
        }
        let table = DocumentTable(
            try documents.distinctKinds(\.name.kind).map(session.workspace.kind))
        try documents.visit { imported in
            try session.output.print(record(imported, verb, table, session))
        }
    }

    /// Prints short rows about the documents of one file, after its name.
    private func reportTogether(
        _ documents: StoredResults<Workspace.Imported>, _ verb: String, from file: ImportOrigin,
        in session: Session
    ) throws {
        try session.output.print(heading: verb, from: file)
        try documents.visit { imported in
            let number = imported.isSkipped ? nil : imported.name.number
            let cells = Self.row(number, imported.origin, imported.conflict.parts("was"))
            try session.output.print(row: Record(cells, []))
        }
        try session.output.endRows()
    }

    /// The file from which several documents are, which people see as short rows below its name; nil
    /// if they have several origins.
    private static func file<Element>(
        of documents: StoredResults<Element>, _ origin: (Element) -> ImportOrigin,
        in session: Session
    ) throws -> ImportOrigin? {
        guard session.output.isTerminal, session.output.format == .table, documents.count > 1,
            let first = try documents.first.map(origin)
        else { return nil }
        var isShared = true
        try documents.visit { isShared = isShared && origin($0).name == first.name }
        return isShared ? first : nil
    }

    /// - Parameter number: nil for a document that is skipped.
    private static func row(
        _ number: Int?, _ origin: ImportOrigin, _ notes: [String]
    ) -> [Record.Cell] {
        let note = notes.joined(separator: "; ")
        return [
            .init(number.map(String.init) ?? "", .number), .init(origin.place, .cutFirst),
            .init(number == nil ? "skipped: \(note)" : note),
        ]
    }

    private func record(
        _ imported: Workspace.Imported, _ verb: String, _ table: DocumentTable, _ session: Session
    ) throws -> Record {
        let conflict = imported.conflict
        let text =
            imported.isSkipped
            ? "skipped \(imported.origin): \(conflict.parts("was").joined())"
            : "\(verb) \(imported.origin) as \(imported.name.number)\(conflict.text("was"))"
        guard session.output.format != .table else { return Record(text, []) }
        let document = try session.workspace.document(imported.name)
        return Record(
            [Record.Cell(text)], document.contents, number: document.number, in: table,
            extra: Record.origin(imported.origin, was: imported.was)
                + values(of: imported.known, isSkipped: imported.isSkipped))
    }
}

extension Output {
    /// Prints the name of the file that the next rows come from.
    fileprivate func print(heading verb: String, from origin: ImportOrigin) throws {
        try endRows()
        try print(text: "\(verb) from \(TerminalText.text(origin.name)):")
    }
}

extension Workspace.Imported {
    fileprivate var conflict: ImportConflict {
        ImportConflict(taken: wasInUse ? was : nil, known)
    }
}

/// The notes on an imported document: its number was in use, or the document was here already.
struct ImportConflict {
    private let taken: Int?
    private let known: Workspace.KnownDocument?

    /// - Parameter taken: the number that the document didn't get; nil if it got its own.
    init(taken: Int?, _ known: Workspace.KnownDocument?) {
        (self.taken, self.known) = (taken, known)
    }

    /// The notes as separate texts.
    ///
    /// - Parameter verb: "was" after an import, "is" before it.
    func parts(_ verb: String) -> [String] {
        let known = known.map {
            "\($0.isIdentical ? "the same document as" : "another version of") \($0.number)"
        }
        return [taken.map { "\($0) \(verb) taken" }, known].compactMap(\.self)
    }

    /// The notes in parentheses, such as ` (3 was taken; the same document as 3)`.
    func text(_ verb: String) -> String {
        let parts = parts(verb)
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }
}

extension ImportArguments {
    /// The values that tell about a document which was here already.
    func values(
        of known: Workspace.KnownDocument?, isSkipped: Bool
    ) -> [(name: String, value: Record.Value)] {
        [
            ("knownAs", .integer(known?.number)),
            ("identical", .boolean(known?.isIdentical ?? false)),
        ] + (skipsKnown ? [("skipped", .boolean(isSkipped))] : [])
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
