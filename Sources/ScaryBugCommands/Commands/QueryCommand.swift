import ScaryBugs

struct QueryCommand: Command {
    private static let action = Parameter(oneOf: ["add", "remove"], .optional)
    private static let name = Parameter("NAME", .text, after: [.remove: .savedQuery], .optional)
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
            3  Stag Beetle  Kent  2  garden
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let workspace = session.workspace
        let name = arguments[Self.name].first
        if let word = arguments[Self.action].first, DefinitionAction(rawValue: word) == nil,
            name == nil
        {
            let query = try SavedQuery(name: word, words: workspace.savedQuery(named: word))
            return try session.output.print(Record(query))
        }
        let action: DefinitionAction? = try arguments.choice(Self.action, for: Self.declaration)
        let words = arguments[Self.words]
        switch (action, name, words.first) {
        case (nil, _, _):
            let queries = workspace.readPreferences().savedQueries
            for query in queries { try session.output.print(row: Record(query)) }
            if queries.isEmpty, session.output.isTerminal {
                try session.notice("there are no saved queries; 'query add NAME QUERY' saves one")
            }
        case (.add, let name?, let first?):
            let words =
                try words.count == 1
                ? SelectionWord.words(first, for: Self.declaration)
                : words.map(SelectionWord.unquoted)
            try Self.declaration.refuseMistakenOptions(in: words)
            let query = try SavedQuery(name: name, words: words)
            try session.check(query)
            let previous = try workspace.save(query).flatMap { $0 == query ? nil : $0 }
            try session.output.print(Record(query, insteadOf: previous))
        case (.remove, let name?, nil): try remove(name, in: session)
        case (.rename, _, _): throw Self.declaration.misuse("does not rename queries")
        case (.remove, _, let word?):
            throw Self.declaration.misuse("does not take '\(word)'", at: word)
        case (_, nil, _): throw Self.declaration.misuse("needs NAME")
        case (.add, _, nil): throw Self.declaration.misuse("needs QUERY")
        }
    }

    private func remove(_ name: String, in session: Session) throws {
        try session.warningOfBrokenQueries(about: "'@\(name)'") {
            try session.workspace.removeQuery(named: name)
            try session.output.print(Record("\(name)  removed", [("name", .string(name))]))
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
