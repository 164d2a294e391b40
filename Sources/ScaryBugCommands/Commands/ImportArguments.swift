import ScaryBugs

/// The arguments of `import` and `preview`: paths, and options for reading them.
struct ImportArguments {
    static let paths = Parameter("PATH", .path, .several)
    private static let kind = Option(
        "--kind", value: "KIND", meaning: .kind,
        "the kind of a table's rows that name none"
    )
    private static let map = Option(
        "--map", value: "COLUMN=FIELD", meaning: .columnMapping,
        "import a table's column as FIELD; COLUMN= leaves it out")
    static let keepGoing = Option(
        "--keep-going", "take the good documents even if others fail")
    static let skipKnown = Option(
        "--skip-known", "leave out documents that are here already with the same content")
    static let options = [
        kind, map, keepGoing, skipKnown, photographs, burst, Confirmation.option,
    ]
    static let parameters = [paths, .assignments]

    let arguments: Arguments
    var paths: [LineWord]
    /// Whether records tell which documents are skipped.
    var reportsSkipped: Bool
    let kind: DocumentKind?
    private let fieldNames: [String: String]

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        paths = try arguments.paths(Self.paths)
        kind = try arguments.value(of: Self.kind, DocumentKind.named)
        reportsSkipped = arguments.has(Self.skipKnown)
        fieldNames = try Self.fieldNames(arguments.occurrences.filter { $0.option == Self.map })
    }

    private static func fieldNames(_ mappings: [Arguments.Occurrence]) throws -> [String: String] {
        var names: [String: String] = [:]
        var columns: Set<String> = []
        for given in mappings {
            try Interruption.check()
            try parsing(given.value, index: given.index) {
                let (column, field) = try mapping(given.value)
                guard columns.insert(column.lowercased()).inserted else {
                    throw ScaryBugsError(.invalidValue, "--map names the column '\(column)' twice")
                }
                names[column] = field
            }
        }
        return names
    }

    private static func mapping(_ text: String) throws -> (column: String, field: String) {
        guard let equals = text.utf8.lastIndex(of: UInt8(ascii: "=")), equals > text.startIndex
        else {
            throw ScaryBugsError(.invalidValue, "--map '\(text)' is not of the form COLUMN=FIELD")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    /// Reads sources: calls its first argument to open the next path, and its last with each outcome.
    typealias Read<Element> = (
        () -> Result<ImportSource, any Error>?, ImportOptions,
        (Result<Workspace.Outcome<Element>, any Error>) throws -> Void
    ) throws -> Void

    /// Reads each path and passes its documents to `show`. Refused documents are reported at the
    /// end.
    ///
    /// - Parameters:
    ///   - consequence: the state that an interruption leaves; nil if nothing is changed.
    ///   - finish: called before that, with whether there are any.
    func forEachSource<Element>(
        in session: Session, ifInterrupted consequence: @autoclosure () -> String? = nil,
        read: Read<Element>, show: @escaping ([Element]) throws -> Void,
        finish: (_ hasFailed: Bool) throws -> Void = { _ in }
    ) throws {
        if let joinedPath {
            throw ScaryBugsError(
                .notFound,
                "cannot open \(paths[0].text); a path with blanks needs quotes: "
                    + LineLexer.line(of: [joinedPath]))
        }
        var options = ImportOptions(now: session.now)
        options.kind = kind
        options.fieldNames = fieldNames
        options.keepsGoing = arguments.has(Self.keepGoing)
        options.skipsKnown = arguments.has(Self.skipKnown)
        options.ignoresPhotographs = arguments.has(Self.photographs)
        options.ignoresModified = arguments.has(ImportCommand.force)
        var refusals: [ScaryBugsError] = []
        var undeclared: [UndeclaredField] = []
        var rest = paths[...]
        let open = {
            rest.popFirst().map { path in
                Result { try parsing(path) { try ImportSource(path.text, in: session) } }
            }
        }
        // A second import would bring the same documents again.
        let isRepeatable =
            consequence() == nil || !options.keepsGoing || arguments.has(ImportCommand.update)
        let remedy = isRepeatable ? "--json" : "--json --dry-run"
        // Several files are counted here. The workspace counts the documents of a single one.
        let part = consequence() == nil ? Workspace.Progress.Part.reading : .importing
        var files = paths.count > 1 ? Workspace.Progress(part, 0, of: paths.count, .files) : nil
        try session.interruptible(consequence(), after: files) {
            try read(open, options) { result in
                do {
                    let outcome = try result.get()
                    for warning in outcome.warnings { try session.warn(warning) }
                    refusals += Self.shortened(outcome.refusals, in: session, remedy: remedy)
                    if let omission = outcome.omission { refusals.append(omission) }
                    undeclared += outcome.undeclaredFields
                    try show(outcome.documents)
                } catch let error as ScaryBugsError {
                    refusals.append(error)
                }
                files?.done += 1
                if let files { session.progress.update(files) }
            }
        }
        try session.output.endRows()
        let news = UndeclaredField.distinct(undeclared).filter {
            session.reportedFields.insert($0.name.lowercased()).inserted
        }
        if let warning = Self.warning(about: news) {
            try session.warn(warning)
        }
        try finish(!refusals.isEmpty)
        for refusal in refusals { try session.fail(refusal) }
    }

    /// The most errors of one source that people get to see.
    private static let mostErrors = 100

    /// A long list of errors of one source becomes the first two and the number of the others.
    /// Programs get all of them.
    ///
    /// - Parameter remedy: the options that show all.
    private static func shortened(
        _ refusals: [ScaryBugsError], in session: Session, remedy: String
    ) -> [ScaryBugsError] {
        guard refusals.count > mostErrors, session.output.format == .table else {
            return refusals
        }
        let rest = "and \((refusals.count - 2).grouped) more; \(remedy) shows all"
        return refusals.prefix(2) + [ScaryBugsError(.refused, rest)]
    }

    /// The most fields that one warning names.
    private static let mostFields = 10

    /// Names the fields that the documents have, with the lines that declare them.
    private static func warning(about fields: [UndeclaredField]) -> String? {
        let named = fields.prefix(mostFields)
        let more = fields.count - named.count
        let lines = named.map { "'\($0.declaration)'" }.joined(separator: ", ")
        switch fields.count {
        case 0: return nil
        case 1: return "the field '\(fields[0].name)' is not declared here; \(lines) declares it"
        default:
            let names =
                named.map { "'\($0.name)'" }.joined(separator: ", ")
                + (more > 0 ? " and \(more.grouped) more" : "")
            return "the fields \(names) are not declared here; \(lines) declare them"
        }
    }

    /// The values that tell where a document comes from, and about one that was here already.
    func values(of document: some ImportedDocument) -> Record.Values {
        [
            ("source", .string(document.origin.path)), ("was", .integer(document.was)),
            ("knownAs", .integer(document.known?.number)),
            ("identical", .boolean(document.known?.isIdentical ?? false)),
        ]
            + (reportsSkipped ? [("skipped", .boolean(document.isSkipped))] : [])
    }

    /// The path that all words together name, if none of them names anything alone.
    private var joinedPath: String? {
        let paths = paths.map(\.text)
        let path = paths.joined(separator: " ")
        let exists = { (try? File.open(path: $0, waiting: false)) != nil }
        return paths.count > 1 && !paths.contains(where: exists) && exists(path) ? path : nil
    }
}

extension ImportSource {
    /// Opens a path, or standard input for `-`.
    fileprivate convenience init(_ path: String, in session: Session) throws {
        guard path == "-" else {
            try self.init(
                path: path, limits: session.workspace.limits, notice: { try session.notice($0) },
                onProgress: session.progress.update)
            return
        }
        try session.checkStandardInput()
        try self.init(standardInput: session.workspace.limits, onProgress: session.progress.update)
    }
}
