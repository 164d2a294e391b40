import ScaryBugs

struct ImportCommand: Command {
    static let printsDocuments = true
    static let declaration = Declaration(
        "import", "Import photographs, bundles, mail, tables, maps, the apps' files.",
        discussion: """
            Each PATH is imported or refused as a whole; - is standard input. --dry-run prints what
            would be imported under which number.

            Of a message, a mailbox or a Maildir, the bundles are imported, and archives of bundles.

            Photographs, and directories of them, become a document each, with the file's name as the
            title. FIELD=VALUE holds for all of them, and for the rows of tables and the points of
            maps that have no value there. Empty fields get what a photograph knows: time,
            position, title, description, keywords, stars, creator, license. RAW files, videos and .xmp files of the same name go with it. A
            photograph that a document has already is skipped.

            A copy of a document that is here becomes a document of its own, and the line says how it
            relates to the one here. --copies says so where 'config import=update' makes --update the
            default. --update instead takes a newer version in place, and merges
            versions that both sides changed, field by field; 'help resolve' tells what becomes of a
            field that both changed. --only-new leaves out all copies. With either of them, a document that
            was deleted here stays away.

            Tables of iNaturalist, GBIF, eBird and iRecord, and Darwin Core archives, need no option:
            their columns are known, and what has no field stays in the document. --only-new takes only records that are new.
            --update also changes those that the table has changed since the last time. An empty
            cell, and a field that somebody changed here, stay as they are; --force takes the table's
            value where both changed.

            Plain words such as species, date, lat and lon are known, too, in five languages. Other
            columns stop such a table; --keep-rest keeps them under their own names. --map names
            fields, and the parts latitude, longitude, uncertainty, year, month, day, time, endDate
            and endTime. A word such as NA is no number, date or position.

            An occurrenceID such as 7 counts only in its dataset or, without one, in a table with the
            name and the header of the file. Where such an identifier is known from another table, the
            program asks whose it is, and a script says it with --from NAME. --map Nr=occurrenceID names
            a column of such identifiers.

            A table of 'list' whose documents are here needs --update, --only-new or --copies, which
            makes documents of their own. At a terminal the program asks.

            Of a map each point becomes a document. Tracks and areas are left out. 'export' writes maps
            that give every field back.

            --update also takes back a table that 'list' printed with --csv or --json. A row changes
            the document with its identifier and number, or the only one with its identifier. A cell
            that differs changes the field, an empty cell clears it, a missing column changes nothing.
            Keep the column modified: by its date, the program notices that a document was changed after
            the table was made.
            """,
        parameters: ImportArguments.parameters,
        options: [ImportArguments.update, .dryRun] + ImportArguments.options + [force, .all],
        topics: [.bundles],
        example: """
            alice> import moth.scarybug
            imported moth.scarybug as 4 (1 was taken)
            alice> import Pictures/2026 observer=Nina
            imported Pictures/2026/IMG_1203.JPG as 5
            scarybug: seen and at from 1 photograph
            """)

    static let force = Option(
        "--force", "with --update: also change what was changed here after the table was made"
    )

    let words: ImportArguments
    private let isDryRun: Bool

    init(arguments: Arguments) throws {
        words = try ImportArguments(arguments)
        isDryRun = arguments.has(.dryRun)
        if arguments.has(ImportArguments.update), arguments.has(ImportArguments.burst) {
            throw ScaryBugsError(.invalidValue, "--burst has no meaning with --update")
        }
    }

    func run(in session: Session) throws {
        if words.arguments.has(Self.force), !words.isUpdate(in: session) {
            throw ScaryBugsError(
                .invalidValue, "--force is only for --update; nothing is overwritten")
        }
        let printer = ImportPrinter(
            .imported, words, isDryRun: isDryRun, in: session)
        try Self.importAll(words, printer, in: session)
    }

    /// Imports, or previews, the photographs at the paths, and then the other sources.
    static func importAll(
        _ words: ImportArguments, _ printer: ImportPrinter, in session: Session
    ) throws {
        try session.workspace.dryRun(if: printer.isDryRun) {
            try take(words, printer, in: session)
        }
    }

    private static func take(
        _ words: ImportArguments, _ printer: ImportPrinter, in session: Session
    ) throws {
        let (photographs, others) = try words.searchPhotographs(in: session)
        defer { if !printer.isDryRun { session.lastPrinted = printer.documents } }
        var hasFailed = false
        if let photographs {
            printer.tellsSkipped = true
            hasFailed = try importPhotographs(photographs, words, printer, in: session)
        }
        if others.isEmpty { return try printer.finish(hasFailed: hasFailed) }
        let isDryRun = printer.isDryRun
        try words.checkPaths()
        let report = ImportReport(
            words, isDryRun: isDryRun, sourceCount: others.count, in: session)
        var isFinished = false
        // Somebody may end the import.
        defer { if !isFinished { try? printer.reportConflicts() } }
        try report.run(
            ifInterrupted: isDryRun
                ? nil : session.consequence(ofImporting: printer.documents.count)
        ) {
            let next = words.sources(at: others, in: session)
            let options = try words.options(in: session)
            var rest = others[...]
            typealias Outcome = Result<Workspace.Outcome, any Error>
            var questions: [(path: LineWord, outcome: Outcome)] = []
            try session.workspace.importEach(next, options) { outcome in
                let path = rest.popFirst()
                if let path, (try? outcome.get().question) != nil {
                    return questions.append((path, outcome))
                }
                try report.take(outcome, printer.print)
            }
            for (path, outcome) in questions {
                guard let options = try answer(to: outcome, options, path.text, in: session) else {
                    try report.take(outcome, printer.print)
                    continue
                }
                let next = words.sources(at: [path], in: session)
                try session.workspace.importEach(next, options) {
                    try report.take($0, printer.print)
                }
            }
        }
        isFinished = true
        try printer.finish(hasFailed: report.hasFailed)
    }

    // MARK: Questions

    /// Asks about a table that was refused for a question.
    ///
    /// - Returns: the options with which to import it again; nil without a question or an answer.
    private static func answer(
        to outcome: Result<Workspace.Outcome, any Error>, _ options: ImportOptions, _ path: String,
        in session: Session
    ) throws -> ImportOptions? {
        guard let question = try? outcome.get().question else { return nil }
        var options = options
        // The preference has answered.
        if case .documents = question, options.isByPreference {
            options.isByPreference = false
            return options
        }
        guard
            let text = try Confirmation.text(
                for: "\(path): \(question.text)", in: session,
                orElse: "\(path): not answered, so the import ends here")
        else { return nil }
        switch (question, text.lowercased()) {
        case (_, ""): return nil
        case (.documents, "u"): options.known = .updated
        case (.documents, "n"): options.known = .skipped
        case (.documents, "c"): options.makesCopies = true
        case (.documents, _): return nil
        case (.record(_, let table, _), "y"), (.record(_, let table, _), "yes"),
            (.records(_, let table), "y"), (.records(_, let table), "yes"):
            options.from = table
        case (_, "n"), (_, "no"): return nil
        default: options.from = text
        }
        return options
    }

    // MARK: Photographs

    /// The most new documents that a terminal makes without a question.
    private static let mostUnasked = 50

    /// - Returns: whether a photograph was refused.
    private static func importPhotographs(
        _ search: PhotographSearch, _ words: ImportArguments, _ printer: ImportPrinter,
        in session: Session
    ) throws -> Bool {
        let options = try words.photographOptions(in: session)
        let outcome = try session.interruptible(
            printer.isDryRun ? nil : "nothing was imported"
        ) {
            try session.workspace.importPhotographs(search.photographs, options) { count in
                guard count > mostUnasked, !words.arguments.has(.yes) else {
                    return
                }
                try Confirmation.ask(
                    "import \(count.grouped) photographs as new documents? [y/N] ", in: session)
            }
        }
        try printer.print(outcome)
        try session.output.endRows()
        try printer.reportFilled()
        for warning in search.skipped + outcome.warnings { try session.notice(warning) }
        for refusal in outcome.refusals { try session.fail(refusal) }
        if search.photographs.isEmpty {
            throw ScaryBugsError(.notFound, "there is no photograph to import")
        }
        return !outcome.refusals.isEmpty
    }
}

extension ImportQuestion {
    /// The question for somebody at a terminal.
    fileprivate var text: String {
        switch self {
        case .documents(let count, let total):
            "\(count.grouped) of \(total.counting("document")) \(count == 1 ? "is" : "are") here; update "
                + "them, take only the new ones, or make copies? [u/n/c] "
        case .record(let name, let table, let isOther):
            "the identifier \(TerminalText.text(name).shortened) is "
                + (isOther
                    ? "here with another species and date"
                    : "known from \(TerminalText.text(table))")
                + "; is this the same table? [y, or another name] "
        case .records(let count, let table):
            "\(count.counting("record")) of \(TerminalText.text(table)) \(count == 1 ? "is" : "are") here with other values; is this "
                + "the same table? [y, or another name] "
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
        parameters: ImportArguments.parameters, options: [full] + ImportArguments.options,
        topics: [.bundles],
        example: """
            alice> preview moth.scarybug
            moth.scarybug  as 4 (1 is taken)  Hawk Moth  2.5
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = try ImportArguments(arguments)
        let printer = ImportPrinter(
            .imported, as: arguments.has(Self.full) ? .fullRows : .rows, words, isDryRun: true,
            in: session)
        try ImportCommand.importAll(words, printer, in: session)
    }
}
