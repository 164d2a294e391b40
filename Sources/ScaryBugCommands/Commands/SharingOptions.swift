import ScaryBugs

/// The options of commands that write copies for others: what these don't get.
struct SharingOptions {
    private static let without = Option(
        "--without", value: "FIELD,…", meaning: .withheldFields,
        "leave fields out; location is all that tells where, also in photographs")
    private static let blur = Option(
        "--blur", value: "DISTANCE",
        "like --without location, but at stays, on a grid of 10km, say")

    private static let allFields = Option(
        "--all-fields",
        "leave nothing out, whatever 'config share=' says or the receiver lacked before")

    /// What a user chooses for copies that stay with him.
    static let own = [without, blur]
    /// What a user chooses for copies that others get, for whom the preference `share` counts, too.
    static let all = own + [allFields]

    private let fields: [String]
    private let blur: String?
    /// Whether others get all fields, so that nobody is told what they get.
    let hasAllFields: Bool

    init(_ arguments: Arguments) throws {
        fields = arguments.occurrences.filter { $0.option == Self.without }.map(\.value)
        blur = arguments.value(of: Self.blur)
        hasAllFields = arguments.has(Self.allFields)
        if hasAllFields, !isEmpty {
            throw ScaryBugsError(
                .invalidValue, "--all-fields leaves nothing out; leave out the other option")
        }
    }

    var isEmpty: Bool { fields.isEmpty && blur == nil }
    var hasBlur: Bool { blur != nil }

    /// What others don't get; nil for nothing.
    ///
    /// - Parameters:
    ///   - documents: the documents whose further keys count as fields.
    ///   - usesPreference: whether the preference `share` counts, too.
    func withholding(
        from documents: [DocumentName], usesPreference: Bool, in session: Session
    ) throws -> Withholding? {
        try session.workspace.withholding(
            of: fields, blur: blur, from: documents, usesPreference: usesPreference)
    }
}

extension SharingOptions {
    /// What a page tells, which anybody may get. If it tells a place, the documents are named.
    ///
    /// - Parameter fields: the names of the fields that others see; nil for all values.
    func outgoing(
        ofPage documents: [DocumentName], showing fields: Set<String>? = nil, in session: Session
    ) throws -> Outgoing {
        let workspace = session.workspace
        let outgoing = try workspace.outgoing(
            without: withholding(from: documents, usesPreference: !hasAllFields, in: session),
            sensitive: hasAllFields ? [:] : workspace.sensitive(among: documents))
        try tellPlaces(
            of: Dictionary(grouping: documents, by: outgoing.withholding), as: .bookArchive,
            showing: fields, in: session)
        try session.tellBlurred(outgoing.sensitive.count, among: documents.count)
        return outgoing
    }

    private func tellPlaces(
        of groups: [Withholding?: [DocumentName]], as format: ExportFormat,
        showing fields: Set<String>? = nil, in session: Session
    ) throws {
        for (withheld, names) in groups.sorted(by: { $0.value.lexicographicallyPrecedes($1.value) })
        {
            try tellPlaces(of: names, as: format, showing: fields, without: withheld, in: session)
        }
    }

    /// What recipients get, now and since an earlier time. A line says what they don't get as before, and
    /// another one what tells a place.
    func outgoing(
        _ documents: [DocumentName], to recipients: [String] = [], as format: ExportFormat,
        isBare: Bool = false, in session: Session
    ) throws -> Outgoing {
        let outgoing = try session.workspace.recalling(
            Outgoing(
                to: recipients, bare: isBare,
                without: withholding(
                    from: documents, usesPreference: !hasAllFields, in: session),
                all: hasAllFields, at: session.now),
            of: documents)
        let going = try session.tellRecalled(outgoing, of: documents)
        try tellPlaces(of: going, as: format, in: session)
        try session.tellBlurred(outgoing.sensitive.count, among: documents.count)
        return outgoing
    }

    /// Names the documents that tell a place. If others don't get it, asks about what may lead to it.
    func tellPlaces(
        of documents: [DocumentName], as format: ExportFormat, showing fields: Set<String>? = nil,
        without withholding: Withholding?, in session: Session
    ) throws {
        // The export of an archive tells it at its end, which saves reading all documents twice.
        let isHidden = withholding?.hidesLocation == true
        guard !hasAllFields, isHidden || format != .dwca else { return }
        let telling = try session.workspace.documentsTellingPlace(
            among: documents, as: format, showing: fields, without: withholding)
        try isHidden
            ? session.confirmHints(telling)
            : session.tellPlaces(of: telling.map(\.name), among: documents.count)
    }
}

extension Session {
    /// Says what recipients don't get of documents as before.
    ///
    /// - Returns: the documents by what somebody doesn't get of them.
    @discardableResult
    func tellRecalled(
        _ outgoing: Outgoing, of documents: [DocumentName]
    ) throws -> [Withholding?: [DocumentName]] {
        var (going, lines): ([Withholding?: [DocumentName]], [String]) = ([:], [])
        for part in outgoing.parts(of: documents) {
            let groups = Dictionary(grouping: documents, by: part.withholding)
            going.merge(groups) { Array(Set($0 + $1)).sorted() }
            for case (let withheld?, let all) in groups {
                let names = all.filter { outgoing.withholdingOfAll(of: $0) != withheld }
                if names.isEmpty { continue }
                let numbers = NumberRanges(names.map(\.number)).description
                lines += part.recipients.map {
                    "\(names.count == 1 ? "document \(numbers) goes" : "documents \(numbers) go") to "
                        + "\($0) \(withheld.text), as before; --all-fields tells all"
                }
            }
        }
        for line in lines.sorted() { try notice(line) }
        return going
    }

    /// Names what a copy for others lacks although nobody named it.
    func tellDoubtful(_ names: [String], of document: DocumentName) throws {
        if let warning = Withholding.warning(about: names, of: document) { try warn(warning) }
    }

    /// Names the fields that may lead to a place that is left out, and asks whether they may go out.
    func confirmHints(_ documents: [(name: DocumentName, hints: [String])]) throws {
        if documents.isEmpty { return }
        let hints = documents.flatMap { document in document.hints.map { ($0, document.name) } }
        for (field, hints) in Dictionary(grouping: hints, by: \.0).sorted(by: { $0.key < $1.key }) {
            try warn(
                "\(field) of \(hints.count == 1 ? "document" : "documents") "
                    + "\(NumberRanges(hints.map(\.1.number))) may tell where and goes out: "
                    + (field == Field.title.name
                        ? "'set N title=…' changes it" : "add '--without \(field)' to leave it out")
            )
        }
        let question = "let \(documents.count.counting("document")) out with that? [y/N] "
        guard try Confirmation.answer(to: question, in: self) ?? true else {
            throw ScaryBugsError(.refused, "nothing went out")
        }
    }

    /// Names the documents that tell a place, since the receiver may be a stranger.
    ///
    /// - Parameters:
    ///   - telling: the documents that tell a place.
    ///   - count: the number of all documents that go out.
    func tellPlaces(of telling: [DocumentName], among count: Int) throws {
        if telling.isEmpty { return }
        let numbers = NumberRanges(telling.map(\.number)).description
        let isLong = numbers.utf8.count > 60
        let subject =
            isLong
            ? "\(telling.count.grouped) of \(count.grouped) documents"
            : "\(telling.count == 1 ? "document" : "documents") \(numbers)"
        try notice(
            "\(subject) \(telling.count == 1 ? "tells" : "tell") where: --without location leaves "
                + "that out, 'config share=without:location' always")
    }

    /// Tells how many documents of sensitive species go out.
    func tellBlurred(_ count: Int, among all: Int) throws {
        if count == 0 { return }
        try notice(
            "\(count.grouped) of \(all.counting("document")) \(count == 1 ? "is" : "are") of sensitive "
                + "species and blurred: 'config sensitive' has the list, --all-fields tells all")
    }

    /// Asks once for the name in bundles, before the first documents go out.
    func askForAuthor(of names: @autoclosure () throws -> [DocumentName]) throws {
        guard output.isTerminal,
            workspace.preferences[.author] == Preference.author.defaultValue,
            try !workspace.hasSent(), try !names().isEmpty
        else { return }
        let isOfAccount = (try? UserName(environment.loginName)) == user
        let usual = isOfAccount ? environment.fullName ?? "\(user)" : "\(user)"
        let answer = try Confirmation.text(
            for: "your name in bundles, which keep it for ever? [\(usual)] ", in: self,
            orElse: "nothing went out; 'config author=NAME' gives your name, too")
        guard let answer else { return }
        let isRefused = ["n", "no"].contains(answer.lowercased())
        if isRefused {
            throw ScaryBugsError(
                .refused, "nothing went out; 'config author=NAME' gives your name")
        }
        let isUsual = ["", "y", "yes"].contains(answer.lowercased())
        let value = try Preference.author.value(isUsual ? usual : answer)
        try keep(value, for: .author)
    }

    /// Keeps an answer in a step of its own, since an undo of the line doesn't forget it.
    ///
    /// - Parameter line: the words of the line that goes on; nil for those that were typed.
    func keep(
        _ value: Preference.Value, for preference: Preference, during line: [String]? = nil
    ) throws {
        let text = LineLexer.line(of: [preference.text(of: value)])
        let present = line.map { LineLexer.line(of: $0) } ?? LineLexer.line(of: words)
        workspace.beginLine("config \(preference.name)=\(text)", lines: lineCounts, date: now)
        _ = try workspace.change([(preference, value)])
        workspace.beginLine(present, lines: lineCounts, date: now)
    }

    /// Tells once what bundles tell.
    func tellOfAuthors(takesBare: Bool = true) throws {
        guard workspace.isFirstSending else { return }
        workspace.isFirstSending = false
        try notice(
            "bundles tell who changed what and when, here as '\(workspace.authorName)'; "
                + "'config author=NAME' changes the name"
                + (takesBare ? ", --bare leaves it out" : ""))
    }
}
