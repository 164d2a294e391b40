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
        if isUpdate { return isDryRun ? try showUpdate(in: session) : try update(in: session) }
        let printer = ImportPrinter(
            .sentences(verb: isDryRun ? "import" : "imported"), words, isPreview: isDryRun,
            in: session)
        try Self.importAll(words, printer, in: session)
    }

    /// Imports, or previews, the photographs at the paths, and then the other sources.
    static func importAll(
        _ words: ImportArguments, _ printer: ImportPrinter, in session: Session
    ) throws {
        let (photographs, others) = try words.searchPhotographs(in: session)
        defer { if !printer.isPreview { session.lastPrinted = printer.added } }
        if let photographs {
            printer.tellsSkipped = true
            try importPhotographs(photographs, words, printer, in: session)
        }
        if others.isEmpty { return }
        let isPreview = printer.isPreview
        let report = ImportReport(
            words, isPreview: isPreview, sourceCount: others.count, in: session)
        try report.run(
            ifInterrupted: isPreview ? nil : session.consequence(ofImporting: printer.added.count)
        ) {
            try session.workspace.importEach(
                words.sources(at: others, in: session),
                words.options(isPreview: isPreview, in: session)
            ) { outcome in
                try report.take(outcome, printer.print)
            }
        }
    }

    // MARK: Photographs

    /// The most new documents that a terminal makes without a question.
    private static let mostUnasked = 50

    private static func importPhotographs(
        _ search: PhotographSearch, _ words: ImportArguments, _ printer: ImportPrinter,
        in session: Session
    ) throws {
        let options = try words.photographOptions(isPreview: printer.isPreview, in: session)
        let outcome = try session.interruptible(
            printer.isPreview ? nil : "nothing was imported"
        ) {
            try session.workspace.importPhotographs(search.photographs, options) { count in
                guard count > mostUnasked, !words.arguments.has(Confirmation.option) else {
                    return
                }
                try Confirmation.ask(
                    "import \(count.grouped) photographs as new documents? [y/N] ", in: session)
            }
        }
        try printer.print(outcome.documents)
        try session.output.endRows()
        try session.report(filled: outcome.filledFields)
        for warning in search.skipped + outcome.warnings { try session.notice(warning) }
        for refusal in outcome.refusals { try session.fail(refusal) }
        if search.photographs.isEmpty {
            throw ScaryBugsError(.notFound, "there is no photograph to import")
        }
    }

    // MARK: --update

    static let update = Option(
        "--update", "change the documents of a table's rows instead of adding new ones")
    static let force = Option(
        "--force", "with --update: also change documents that were changed after the table was made"
    )

    /// Changes documents as the tables say.
    private func update(in session: Session) throws {
        var changed: [DocumentName] = []
        defer { session.lastPrinted = changed }
        let report = ImportReport(
            words, isPreview: false, sourceCount: words.paths.count, in: session)
        try report.run(
            ifInterrupted: changed.isEmpty ? "nothing was changed" : "the changes so far stay"
        ) {
            try eachTable(in: session, report, session.workspace.update) { documents in
                for edited in documents {
                    changed.append(edited.name)
                    try session.output.print(
                        Record(brief: session.workspace.document(edited.name)))
                }
            }
        }
        if changed.isEmpty, !report.hasFailed { try session.output.print(note: "nothing changed") }
    }

    /// Prints the changes that the tables would make.
    private func showUpdate(in session: Session) throws {
        var count = 0
        let report = ImportReport(
            words, isPreview: true, sourceCount: words.paths.count, in: session)
        try report.run(ifInterrupted: nil) {
            try eachTable(in: session, report, session.workspace.previewUpdate) { updates in
                count += updates.count
                for update in updates {
                    let changes = try session.workspace.changes(by: update)
                    for change in changes { try session.output.print(row: Record(change)) }
                }
            }
        }
        if count == 0, !report.hasFailed {
            try session.output.print(note: "nothing would change")
        }
    }

    /// Reads one table after the other.
    private func eachTable<Element>(
        in session: Session, _ report: ImportReport,
        _ read: (ImportSource, ImportOptions) throws -> Workspace.Outcome<Element>,
        _ show: ([Element]) throws -> Void
    ) throws {
        let next = words.sources(at: words.paths, in: session)
        let options = words.options(in: session)
        while let source = next() {
            try Interruption.check()
            try report.take(Result { try read(source.get(), options) }, show)
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
        let words = try ImportArguments(arguments)
        let printer = ImportPrinter(
            .rows(isFull: arguments.has(Self.full)), words, isPreview: true, in: session)
        try ImportCommand.importAll(words, printer, in: session)
    }
}
