import ScaryBugs

struct ExportCommand: Command {
    private static let selectionParameter = Parameter("SELECTION", .selectionOrPath, .optional)
    private static let destinationParameter = Parameter("DESTINATION", .path, .optional)
    static let forceOption = Option("--force", "replace files that exist")
    private static let toOption = Option(
        "--to", value: "NAME", "remember that NAME gets the bundles: 'list sent:NAME'")
    private static let bareOption = Option(
        "--bare", "bundles that do not tell who changed what")

    private static let formats =
        ExportFormat.allCases.map(\.rawValue) + OutputFormat.tables.map(\.rawValue)
    private static let formatOption = Option(
        "--format", value: "FORMAT", meaning: .choice(formats), formats.joined(separator: ", "))

    static let declaration = Declaration(
        "export", "Write a bundle file for each document, or another form.",
        discussion: """
            SELECTION is one word: 'spider rating:>3' has quotes around it. A DESTINATION with a point or
            a slash may also come first. DESTINATION is a directory, a file or - for standard output. Several documents fit into a file whose name ends in .zip, and in formats
            that hold many. Without DESTINATION, files go to the working
            directory, named after their titles. A directory is made if it does not exist: if
            DESTINATION ends in /, or for several documents if it is not named like a file. A single word is a DESTINATION unless it has
            numbers, a qualifier, a - in front or a saved query. 'export spider .' has both.

            A bundle tells who changed what and when, so that copies can merge. --bare leaves that out.
            A terminal asks for your name before the first one.
            With --to bob, 'list sent:bob' and 'list outdated:bob' know what Bob has. The next copy for
            him leaves the same fields out again, until --all-fields tells him all.

            --without location leaves out all that tells where: at, place, values of other
            programs, texts with positions, and all but the picture in photographs. Files that can't be
            cleaned are left out and named; such a photograph is an error. Links and the words of
            the place are named first, and a terminal asks. Such a copy still merges: the fields that it
            lacks stay here. 'config share=without:location' does so always, --all-fields not this time.

            A map holds all fields of the documents that have a position, and no photographs. It tells
            exactly where, unless --blur rounds the positions. Its format needs no option if
            DESTINATION ends in .geojson, .kml or .gpx, and neither does a table that ends in .csv or .json.

            Formats:
            """,
        list: ExportFormat.allCases.map { ($0.rawValue, $0.help) }
            + OutputFormat.tables.map { ($0.rawValue, "one table, as of 'list', with all fields") },
        parameters: [selectionParameter, destinationParameter],
        options: [formatOption, forceOption, toOption, bareOption] + SharingOptions.all,
        topics: [.bundles, .selections],
        example: """
            alice> export 1
            exported 1 to Bullet Ant.scarybug
            """)

    private let selection: [String]
    private let destination: LineWord?
    private let format: ExportFormat
    /// The form of a table; nil for no table.
    private let table: OutputFormat?
    private let isReplacing: Bool
    private let recipient: String?
    private let isBare: Bool
    private let sharing: SharingOptions

    init(arguments: Arguments) throws {
        let (first, last) = (Self.selectionParameter, Self.destinationParameter)
        let isSwapped = Self.isPath(arguments[first].first, before: arguments[last].first)
        let (selected, place) = isSwapped ? (last, first) : (first, last)
        let word = arguments[selected].first
        let second = try arguments.path(place)
        let file = second?.text ?? word ?? ""
        table = OutputFormat(
            tableNamed: arguments.value(of: Self.formatOption).map { ".\($0)" } ?? file)
        if let option = arguments.outputFormat?.option.name, table == nil {
            throw ScaryBugsError(
                .invalidValue,
                "\(option) is not for the documents: 'export all FILE.csv' or FILE.json writes a "
                    + "table, 'scarybug \(option) export' prints the results in that form")
        }
        format =
            try
            (table == nil
            ? arguments.value(of: Self.formatOption) {
                try ExportFormat.named($0, besides: OutputFormat.tables.map(\.rawValue))
            } : nil)
            ?? (second?.text ?? word).flatMap(ExportFormat.init(fileName:)) ?? .scarybug
        isReplacing = arguments.has(Self.forceOption)
        recipient = try arguments.value(of: Self.toOption, Self.recipient)
        guard arguments.occurrences.count(where: { $0.option == Self.toOption }) < 2 else {
            throw ScaryBugsError(.invalidValue, "--to takes one name; export again for another one")
        }
        isBare = arguments.has(Self.bareOption)
        sharing = try SharingOptions(arguments)
        if table != nil || format != .scarybug, recipient != nil || isBare {
            let other = table == nil ? "the format \(format.rawValue)" : "a table"
            throw ScaryBugsError(
                .invalidValue, "\(isBare ? "--bare" : "--to") is for bundles, not for \(other)")
        }
        // A single word may be the destination for the open document.
        if let word, second == nil, !SelectionWord.mustBeMeant(by: word) {
            (selection, destination) = ([], try arguments.path(Self.selectionParameter))
        } else {
            selection = try word.map { try SelectionWord.words($0, for: Self.declaration) } ?? []
            if let word, let second { try Self.checkIsPath(second.text, after: word) }
            destination = second
        }
        if table != nil, destination == nil {
            throw Self.declaration.misuse("needs a DESTINATION for a table, such as bugs.csv")
        }
    }

    /// Whether the DESTINATION comes first: a word with a point or a slash, before a word that can only be
    /// a SELECTION.
    private static func isPath(_ first: String?, before last: String?) -> Bool {
        guard let first, let last, SelectionWord.mustBeMeant(by: last) else { return false }
        return !SelectionWord.mustBeMeant(by: first)
            && (first == "-" || first.contains { "./".contains($0) })
    }

    private static func recipient(_ text: String) throws -> String {
        let name = text.trimmed
        guard !name.isEmpty, name.utf8.count <= 64, !name.contains(where: \.isNewline) else {
            throw ScaryBugsError(
                .invalidValue, "--to '\(text)' is no name of at most 64 bytes on one line")
        }
        return name
    }

    /// Refuses a number or a range, since other commands take several numbers as a selection.
    private static func checkIsPath(_ destination: String, after selection: String) throws {
        func isRange(_ word: String) -> Bool {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
            return ends.count <= 2 && ends.allSatisfy { Int($0) ?? -1 >= 0 }
        }
        guard isRange(destination) else { return }
        let isNumbers = selection.split(separator: ",").map(String.init).allSatisfy(isRange)
        let form =
            isNumbers
            ? "the documents as one word: 'export \(selection),\(destination)'"
            : "the SELECTION as one word, in quotes if it has blanks"
        throw ScaryBugsError(
            .invalidValue, "export takes \(form); write ./\(destination) for a file of that name"
        ).at(destination)
    }

    func run(in session: Session) throws {
        if selection.isEmpty, let destination = destination?.text, session.openDocument == nil {
            throw ScaryBugsError(
                .invalidValue,
                "export needs a SELECTION before the DESTINATION '\(destination)', since no "
                    + "document is open\(Self.hint(toSearchFor: destination))")
        }
        let names = try session.documents(selectedBy: selection, for: Self.declaration)
        if let destination, let table {
            let place = try session.pageOutput(at: destination, replacing: isReplacing)
            let outgoing = try sharing.outgoing(ofPage: names, in: session)
            let page = ExportedTable(
                workspace: session.workspace, names: names, format: table, outgoing: outgoing,
                tellDoubtful: { try session.tellDoubtful($1, of: $0) })
            return try session.write(page, of: names.count, "document", to: place)
        }
        if destination?.text == "-" { return try writeToStandardOutput(names, session) }
        let outgoing = try outgoing(names, session)
        let export = try locating(destination) {
            try Export(
                from: session.workspace, to: destination?.text, as: format, count: names.count,
                replacing: isReplacing, telling: outgoing)
        }
        if export.makesOneFile {
            let written = try session.interruptible("nothing was written") {
                try export.writeAll(names)
            }
            return try show(written, of: names, session)
        }
        var progress = Workspace.Progress(.exporting, 0, of: names.count)
        var (withoutPicture, isOut) = (0, false)
        try session.interruptible(
            progress.done == 0 ? "nothing was written" : "their files stay", after: progress
        ) {
            try export.write(names) { written in
                if names.count > 1, lacksPicture(written) {
                    withoutPicture += 1
                } else {
                    try session.reportingErrors { try show(written.get(), session) }
                }
                if (try? written.get()) != nil { isOut = true }
                progress.done += 1
                session.progress.update(progress)
            }
        }
        if isOut, !isBare { try session.tellOfAuthors() }
        if withoutPicture > 0 {
            try session.fail(
                "\(withoutPicture.grouped) of \(names.count.grouped) documents "
                    + "\(withoutPicture == 1 ? "has" : "have") no picture; "
                    + "add has:image to the selection")
        }
    }

    /// A plain word may be meant as a query.
    private static func hint(toSearchFor word: String) -> String {
        word.allSatisfy { $0.isLetter || $0.isNumber }
            ? "; 'export \(word) .' exports the documents with that word" : ""
    }

    /// Whether a document has no picture to export. One error counts all of these.
    private func lacksPicture(_ written: Result<Export.Written, any Error>) -> Bool {
        guard format == .picture, case .failure(let error as ScaryBugsError) = written else {
            return false
        }
        return error.code == .notFound
    }

    /// - Parameter count: the number of documents in the file. Of several, people get one line.
    private func show(
        _ written: Export.Written, of count: Int = 1, _ session: Session
    ) throws {
        try session.tellDoubtful(written.doubtful, of: written.name)
        try warn(of: written.lost, written.excesses, written.name, session)
        for remark in written.remarks where session.reportedRemarks.insert(remark).inserted {
            try session.warn(remark)
        }
        if !written.path.isEmpty, count == 1 || session.output.format != .table {
            try session.output.print(Record(written))
        }
    }

    /// Shows the documents that one file holds.
    private func show(
        _ written: [Export.Written], of names: [DocumentName], _ session: Session
    ) throws {
        for one in written { try show(one, of: written.count, session) }
        if let path = written.first?.path, !path.isEmpty, written.count > 1 {
            try session.output.print(
                note: "exported \(written.count.counting("document")) to \(path)")
        }
        try warn(ofAllBut: written.map(\.name), of: names, session)
        let telling = written.filter(\.tellsPlace).map(\.name)
        if !sharing.hasAllFields { try session.tellPlaces(of: telling, among: names.count) }
        if !format.holdsMany, !isBare { try session.tellOfAuthors() }
    }

    private func writeToStandardOutput(_ names: [DocumentName], _ session: Session) throws {
        guard !session.output.isTerminal || format.isDirectory else {
            throw ScaryBugsError(
                .refused,
                "\(format.noun) cannot be written to a terminal; give a file instead of -")
        }
        let outgoing = try outgoing(names, session)
        try session.output.writeRaw { stream in
            let written = try Export.write(
                names, of: session.workspace, as: format, telling: outgoing, toStream: stream)
            try show(written, of: names, session)
        }
    }

    private func outgoing(_ names: [DocumentName], _ session: Session) throws -> Outgoing {
        if format == .scarybug, !isBare { try session.askForAuthor(of: names) }
        return try sharing.outgoing(
            names, to: [recipient].compactMap(\.self), as: format, isBare: isBare, in: session)
    }

    /// Counts the documents that are not on a map.
    private func warn(
        ofAllBut written: [DocumentName], of names: [DocumentName], _ session: Session
    ) throws {
        guard written.count < names.count else { return }
        let left = Set(names).subtracting(written).map(\.number)
        let numbers = NumberRanges(left.sorted()).description
        try session.warn(
            "\(left.count.counting("document")) without a position left out: "
                + (numbers.utf8.count > 60 ? String(numbers.prefix(60)) + "…" : numbers))
    }

    private func warn(
        of lost: [String], _ excesses: [String], _ name: DocumentName, _ session: Session
    ) throws {
        if !lost.isEmpty {
            try session.warn(
                "document \(name.number): the format \(format.rawValue) cannot hold "
                    + "\(lost.joined(separator: ", "))")
        }
        for excess in excesses {
            try session.warn("document \(name.number): an import refuses it, since \(excess)")
        }
    }
}

extension Record {
    fileprivate init(_ written: Export.Written) {
        self.init(
            "exported \(written.name.number) to \(written.path)",
            [
                ("number", .integer(written.name.number)), ("path", .string(written.path)),
                ("bytes", .integer(written.size)),
            ])
    }
}

extension ExportFormat {
    /// The word for a file or directory of this format.
    fileprivate var noun: String {
        switch self {
        case .scarybug: "a bundle"
        case .directory, .bug, .creature: "a directory"
        case .bookArchive, .booksOwned, .dwca: "an archive"
        case .picture: "a picture"
        case .geoJSON, .kml, .gpx: "a map"
        }
    }

    fileprivate var help: String {
        switch self {
        case .scarybug: "a bundle (the default)"
        case .directory: "the plain directory for the app of its kind"
        case .bug, .creature: "a directory for the app of that kind"
        case .bookArchive: "one archive of books"
        case .booksOwned: "one archive of titles"
        case .dwca: "a Darwin Core archive, as museums and GBIF exchange records"
        case .picture: "the photograph itself"
        case .geoJSON: "one map in GeoJSON, for QGIS, uMap and others"
        case .kml: "one map in KML, for Google Earth and others"
        case .gpx: "one map in GPX, for satellite receivers and others"
        }
    }
}
