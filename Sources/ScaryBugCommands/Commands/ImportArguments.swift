import ScaryBugs

/// The arguments of `import`, `preview` and `restore`: paths, and options for reading them.
struct ImportArguments {
    static let paths = Parameter("PATH", .path, .several)
    private static let kind = Option(
        "--kind", value: "KIND", meaning: .kind,
        "the kind of a table's rows that name none"
    )
    private static let map = Option(
        "--map", value: "COLUMN=FIELD", meaning: .columnMapping,
        "import a table's column as FIELD; COLUMN= leaves it out")
    private static let dates = Option(
        "--dates", value: "ORDER", meaning: .choice(["dmy", "mdy"]),
        "dates such as 1/5/2026 have the day first (dmy) or the month (mdy)")
    private static let from = Option(
        "--from", value: "NAME",
        "the table that identifiers such as 7 are from, which count only in their table")
    static let copies = Option(
        "--copies", "make documents of their own, also of those that are here")
    private static let keepRest = Option(
        "--keep-rest", "keep the columns of a table that no field has, under their own names")
    static let keepGoing = Option(
        "--keep-going", "take the good documents even if others fail")
    static let skipKnown = Option(
        "--skip-known", "leave out documents that are here already with the same content")
    static let onlyNew = Option(
        "--only-new", "leave out documents that are here already, or were deleted here")
    static let update = Option(
        "--update", "take newer versions in place, and merge what both sides changed")
    private static let photographs = Option(
        "--photographs", "also the photographs of a directory that has documents or bundles")
    static let burst = Option(
        "--burst", value: "SECONDS",
        "photographs that follow one another within so many seconds become one document")
    static let options = [
        onlyNew, kind, map, dates, keepRest, from, keepGoing, skipKnown, copies, photographs, burst,
        .yes,
    ]
    static let parameters = [paths, .assignments]

    let arguments: Arguments
    let paths: [LineWord]
    private let kind: DocumentKind?
    private let fieldNames: [String: String]
    private let usesPreference: Bool

    /// - Parameter usesPreference: whether the preference `import` counts.
    init(_ arguments: Arguments, usesPreference: Bool = true) throws {
        (self.arguments, self.usesPreference) = (arguments, usesPreference)
        paths = try arguments.paths(Self.paths)
        kind = try arguments.value(of: Self.kind, DocumentKind.named)
        fieldNames = try Self.fieldNames(arguments.occurrences.filter { $0.option == Self.map })
        try checkTreatment()
        if let order = arguments.value(of: Self.dates), !["dmy", "mdy"].contains(order) {
            throw ScaryBugsError(
                .invalidValue,
                "--dates takes dmy for 31/12/2026 or mdy for 12/31/2026, not '\(order)'")
        }
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

    private func treatment(in session: Session) -> ImportOptions.KnownTreatment {
        if isUpdate(in: session) { return .updated }
        if arguments.has(Self.onlyNew) { return .skipped }
        return arguments.has(Self.skipKnown) ? .skippedIfSame : .copied
    }

    /// Whether copies of documents that are here change these, by an option or by the preference. Options that
    /// say something else win over the preference.
    func isUpdate(in session: Session) -> Bool {
        if arguments.has(Self.update) { return true }
        let others = [
            Self.onlyNew, Self.skipKnown, Self.copies, Self.burst,
        ]
        return usesPreference && session.workspace.preferences[.imports] == .text("update")
            && !others.contains(where: arguments.has)
    }

    /// Whether nobody said what becomes of documents that are here.
    func isPlain(in session: Session) -> Bool {
        treatment(in: session) == .copied && !arguments.has(Self.copies)
    }

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if two options say what becomes of known documents.
    private func checkTreatment() throws {
        let given = [Self.skipKnown, Self.onlyNew, Self.update, Self.copies].filter(arguments.has)
        guard given.count > 1 else { return }
        throw ScaryBugsError(
            .invalidValue, "\(given[0].name) and \(given[1].name) exclude each other; leave out one"
        )
    }

    /// The options for reading sources.
    func options(in session: Session) throws -> ImportOptions {
        var options = ImportOptions(now: session.now)
        options.kind = kind
        options.fieldNames = fieldNames
        let order =
            arguments.value(of: Self.dates).flatMap(WrittenDate.Order.init)
            ?? session.workspace.preferences.dateOrder
        options.hasDayFirst = order.map { $0 == .dayFirst }
        options.from = arguments.value(of: Self.from)
        options.makesCopies = arguments.has(Self.copies)
        options.keepsRest = arguments.has(Self.keepRest)
        options.keepsGoing = arguments.has(Self.keepGoing)
        options.known = treatment(in: session)
        options.isByPreference = options.known == .updated && !arguments.has(Self.update)
        options.ignoresPhotographs = arguments.has(Self.photographs)
        options.isForced = arguments.has(ImportCommand.force)
        options.edits = try edits(of: kind ?? .bug, in: session)
        return options
    }

    /// Returns a function that opens the next path as a source; nil from it after the last.
    func sources(at paths: [LineWord], in session: Session) -> Workspace.NextSource {
        var rest = paths[...]
        return {
            rest.popFirst().map { path in
                Result { try parsing(path) { try ImportSource(path.text, in: session) } }
            }
        }
    }

    /// Checks that the paths are not the words of one path with blanks.
    func checkPaths() throws {
        let paths = paths.map(\.text)
        let path = paths.joined(separator: " ")
        let exists = { (try? File.open(path: $0, waiting: false)) != nil }
        guard paths.count > 1, !paths.contains(where: exists), exists(path) else { return }
        throw ScaryBugsError(
            .notFound,
            "cannot open \(paths[0]); a path with blanks needs quotes: "
                + LineLexer.line(of: [path]))
    }

    // MARK: Photographs

    /// Finds the photographs at the paths.
    ///
    /// - Returns: nil if there is nothing that an import of photographs takes; and the other paths.
    func searchPhotographs(
        in session: Session
    ) throws -> (photographs: PhotographSearch?, others: [LineWord]) {
        let search = try PhotographSearch(
            paths.map(\.text), includingMixed: arguments.has(Self.photographs),
            limits: session.workspace.limits)
        let isFound = !search.photographs.isEmpty || !search.skipped.isEmpty
        return (isFound ? search : nil, search.others.map { paths[$0] })
    }

    func photographOptions(in session: Session) throws -> PhotographOptions {
        let kind = kind ?? session.workspace.preferences.kind
        var options = PhotographOptions(kind: kind, now: session.now)
        options.edits = try edits(of: kind, in: session)
        options.known = treatment(in: session)
        options.isForced = arguments.has(ImportCommand.force)
        options.defaults = try session.defaults(of: kind)
        options.burst = try arguments.value(of: Self.burst, Self.seconds)
        return options
    }

    /// The changes of fields that hold for all new documents.
    private func edits(of kind: DocumentKind, in session: Session) throws -> [Edit] {
        if let image = arguments.assignments.first(where: { $0.field == Field.picture.name }) {
            throw ScaryBugsError(
                .invalidValue,
                "'\(image.word)' has no meaning here; each document gets its photograph"
            ).at(image.word, index: image.index)
        }
        return try session.edits(arguments.assignments, of: kind).edits
    }

    private static func seconds(_ text: String) throws -> Double {
        let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
        guard let seconds = Double(digits), (0...3_600).contains(seconds) else {
            throw ScaryBugsError(
                .invalidValue, "--burst '\(text)' is not a number of seconds, such as 2s")
        }
        return seconds
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
