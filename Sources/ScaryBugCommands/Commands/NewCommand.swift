import ScaryBugs

struct NewCommand: Command {
    static let printsDocuments = true
    private static let titleParameter = Parameter("TITLE", .field(.title))
    private static let kindOption = Option(
        "--kind", value: "KIND", meaning: .kind,
        "what to make: \(DocumentKind.all.map(\.name).joined(separator: ", "))")

    static let declaration = Declaration(
        "new", "Make a document.",
        discussion: """
            It gets the highest number in use plus one. Write title=… for a title with = in it.
            image=PATH attaches a photograph, and each further image=PATH another one. Empty fields get
            what the photographs know: time, position, keywords, stars.
            """,
        parameters: [titleParameter, .assignments], options: [kindOption, .damagedPicture],
        topics: [.fields, .dates],
        example: """
            alice> new Weta rating=3.5 tags=cricket,night
            4  Weta
            """)

    static let joinsBatch = true

    let arguments: Arguments

    func run(in session: Session) throws {
        let workspace = session.workspace
        try checkTitles()
        let kind =
            try arguments.value(of: Self.kindOption, DocumentKind.named)
            ?? workspace.preferences.kind
        let changes = try session.edits(
            arguments.assignments, of: kind, force: arguments.has(.damagedPicture))
        var data = try data(of: workspace.kind(kind), changes.edits, now: session.now)
        let fields = workspace.preferences.photographFields
        let filled = changes.picture.file != nil ? try changes.fill(fields, of: &data) : []
        try data.fill(defaults: session.defaults(of: kind), after: changes.edits)
        let document = try workspace.add(
            data, picture: changes.picture.file, attaching: changes.attached)
        session.lastPrinted = [document.name]
        try session.output.print(Record(brief: document))
        if !filled.isEmpty { try session.report(filled: [filled]) }
    }

    private func data(
        of kind: DocumentKind, _ edits: [Edit], now: Timestamp
    ) throws -> DocumentData {
        var data = try DocumentData(new: kind, now: now)
        if let title = arguments.word(Self.titleParameter) {
            let value = try parsing(title) { try FieldValue(title.text, for: .title) }
            try data.set(value, for: .title)
        }
        for edit in edits { try data.apply(edit) }
        return data
    }

    /// Refuses a title that is given twice, as a word and as an assignment.
    private func checkTitles() throws {
        guard let word = arguments[Self.titleParameter].first,
            let other = arguments.assignments.first(where: { $0.field == Field.title.name })
        else { return }
        let words = [word, "title=\(other.value)"].map { LineLexer.line(of: [$0]) }
        throw ScaryBugsError(
            .invalidValue,
            "new takes one title, not '\(word)' and '\(other.value)'; "
                + "leave out \(words[0]) or \(words[1])"
        ).at(other.word, index: other.index)
    }
}
