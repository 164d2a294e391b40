import ScaryBugs

struct QueryCommand: Command {
    private static let action = Parameter(oneOf: ["add", "remove"], .optional)
    private static let name = Parameter(
        "NAME", .text, after: [.remove: .savedQuery], .optional)
    private static let words = Parameter("QUERY", .text, after: [.add: .query], .any)

    static let declaration = Declaration(
        "query", aliases: ["queries"], "List, add or remove saved queries.",
        discussion: """
            'query add NAME QUERY' saves a query and replaces one with the same name. @NAME then
            stands for it in every SELECTION. QUERY is one word in quotes, or several words as
            in a SELECTION. 'query NAME' shows one query.
            """,
        parameters: [action, name, words],
        topics: [.queries],
        example: """
            alice> query add good rating:>=2 tag:garden
            good  rating:>=2 tag:garden
            alice> list @good
            3  Stag Beetle  2  garden
            """)

    private enum Task {
        case list
        case show(name: String)
        case add(SavedQuery)
        case remove(name: String)
    }

    private let task: Task

    init(arguments: Arguments) throws {
        if let name = arguments[Self.action].first, DefinitionAction(rawValue: name) == nil,
            arguments[Self.name].isEmpty
        {
            task = .show(name: name)
            return
        }
        let action: DefinitionAction? = try arguments.choice(Self.action, for: Self.declaration)
        let words = arguments[Self.words]
        switch (action, arguments[Self.name].first, words.first) {
        case (nil, _, _): task = .list
        case (.rename, _, _): throw Self.declaration.misuse("does not rename queries")
        case (.add, let name?, let first?):
            let query =
                try words.count == 1
                ? SelectionWord.words(first, for: Self.declaration)
                : words.map(SelectionWord.unquoted)
            try Self.declaration.refuseShortOptions(in: query)
            task = .add(try SavedQuery(name: name, words: query))
        case (.remove, let name?, nil): task = .remove(name: name)
        case (.remove, _, let word?):
            throw Self.declaration.misuse("does not take '\(word)'", at: word)
        case (_, nil, _): throw Self.declaration.misuse("needs NAME")
        case (.add, _, nil): throw Self.declaration.misuse("needs QUERY")
        }
    }

    func run(in session: Session) throws {
        let workspace = session.workspace
        switch task {
        case .list:
            for query in workspace.readPreferences().savedQueries {
                try session.output.print(row: Record(query))
            }
        case .show(let name):
            let query = try SavedQuery(name: name, words: workspace.savedQuery(named: name))
            try session.output.print(Record(query))
        case .add(let query):
            try session.check(query)
            let previous = try workspace.save(query).flatMap { $0 == query ? nil : $0 }
            try session.output.print(Record(query, insteadOf: previous))
        case .remove(let name):
            try session.warningOfBrokenQueries(about: "'@\(name)'") {
                try workspace.removeQuery(named: name)
                try session.output.print(Record("\(name)  removed", [("name", .string(name))]))
            }
        }
    }
}

extension Record {
    /// - Parameter previous: the query that this one replaces.
    fileprivate init(_ query: SavedQuery, insteadOf previous: SavedQuery? = nil) {
        let text = LineLexer.line(of: query.words)
        let previous = previous.map { LineLexer.line(of: $0.words) }
        self.init(
            [Cell(query.name), Cell(text)]
                + (previous.map { [Cell("instead of \($0)")] } ?? []),
            [("name", .string(query.name)), ("query", .string(text))]
                + (previous.map { [("was", .string($0))] } ?? []))
    }
}
