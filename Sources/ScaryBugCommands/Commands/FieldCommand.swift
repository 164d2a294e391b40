import ScaryBugs

struct FieldCommand: Command {
    private static let action = Parameter(oneOf: ["add", "remove", "rename"], .optional)
    private static let name = Parameter(
        "NAME", .text, after: [.remove: .customField, .rename: .customField], .optional)
    private static let type = Parameter(
        "TYPE|NEWNAME", .text, after: [.add: .choice(Field.ValueType.custom.map(\.name))],
        .optional)

    static let declaration = Declaration(
        "field", aliases: ["fields"],
        "List the fields; add, remove or rename custom fields.",
        discussion: """
            Without words all fields are listed. 'field add NAME TYPE' adds a custom field to
            documents of all kinds; commands then take and show it like any other. 'field remove
            NAME' removes it; the values in documents stay. 'field rename NAME NEWNAME' renames it,
            in all documents and saved queries.

            TYPE is one of \(Field.ValueType.custom.map(\.name).joined(separator: ", ")).
            """,
        parameters: [action, name, type],
        topics: [.fields],
        example: """
            alice> field add habitat text
            habitat  text  added
            alice> set 1 habitat=forest
            1  Bullet Ant
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let action: DefinitionAction? = try arguments.choice(Self.action, for: Self.declaration)
        let last = arguments[Self.type].first
        switch (action, arguments[Self.name].first, last) {
        case (nil, _, _): try list(in: session)
        case (.add, let name?, let typeName?):
            let field = try Field(custom: name, .custom(named: typeName))
            let state = try session.workspace.add(field) ? "added" : "there already"
            try session.output.print(Record(field, ofCustom: true, state: state))
        case (.remove, let name?, nil): try remove(name, in: session)
        case (.rename, let name?, let newName?):
            let renamed = try session.workspace.renameField(named: name, to: newName)
            try session.output.print(Record(renamed, was: name))
        case (.remove, _, let word?):
            throw Self.declaration.misuse("does not take '\(word)'", at: word)
        case (_, nil, _): throw Self.declaration.misuse("needs NAME")
        case (.add, _, nil): throw Self.declaration.misuse("needs TYPE")
        case (.rename, _, nil): throw Self.declaration.misuse("needs NEWNAME")
        }
    }

    private func remove(_ name: String, in session: Session) throws {
        try session.warningOfBrokenQueries(about: "the field '\(name)'") {
            try session.workspace.removeField(named: name)
            try session.output.print(
                Record("\(name)  removed; the values in documents stay", [("name", .string(name))]))
        }
    }

    private func list(in session: Session) throws {
        let custom = session.workspace.readPreferences().customFields
        for field in QueryContext.fields(adding: custom) {
            try session.output.print(row: Record(field, ofCustom: custom.contains(field)))
        }
    }
}

extension Session {
    /// Runs `body`, which removes a field or a saved query, and warns of the saved queries that it
    /// breaks.
    ///
    /// - Parameter subject: what the queries name.
    func warningOfBrokenQueries(about subject: String, _ body: () throws -> Void) throws {
        let usable = Set(savedQueries.filter(isUsable))
        try body()
        for query in savedQueries where usable.contains(query) && !isUsable(query) {
            try warn(
                "the saved query '\(query)' names \(subject), which is gone; "
                    + "'query remove \(query)' removes it")
        }
    }

    private var savedQueries: [String] { workspace.preferences.savedQueries.map(\.name) }

    private func isUsable(_ query: String) -> Bool {
        (try? Selection(["@\(query)"], in: queryContext)) != nil
    }
}

extension Record {
    fileprivate init(_ renamed: Workspace.RenamedField, was name: String) {
        let (field, queries) = (renamed.field, renamed.queries)
        let places = [renamed.documentCount.counting("document")] + queries.map { "@\($0)" }
        self.init(
            [
                Cell(field.name), Cell(field.type.name),
                Cell("was \(name); changed in \(places.joined(separator: ", "))"),
            ],
            [
                ("name", .string(field.name)), ("was", .string(name)),
                ("type", .string(field.type.name)),
                ("documents", .integer(renamed.documentCount)),
                ("queries", .list(queries.map(Value.string))),
            ])
    }

    /// - Parameter state: the change to report to people, such as an addition; nil in a list of
    ///   fields.
    fileprivate init(_ field: Field, ofCustom isCustom: Bool, state: String? = nil) {
        let all = DocumentKind.all
        let kinds = all.filter { isCustom || $0.field(named: field.name) != nil }.map(\.name)
        let place = kinds.count == all.count ? "all" : kinds.joined(separator: ", ")
        let cells =
            state.map { [field.name, field.type.name, $0] }
            ?? [field.name, field.type.name, place, field.summary]
        self.init(
            cells.map { Cell($0) },
            [
                ("name", .string(field.name)), ("type", .string(field.type.name)),
                ("kinds", .list(kinds.map(Value.string))), ("own", .boolean(isCustom)),
                ("editable", .boolean(field.isEditable)), ("meaning", .string(field.summary)),
            ])
    }
}
