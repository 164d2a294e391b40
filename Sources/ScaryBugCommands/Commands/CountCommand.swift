import ScaryBugs

struct CountCommand: Command {
    private static let fieldParameter = Parameter("FIELD", .grouping, .after("by"))

    static let declaration = Declaration(
        "count", "Show how many documents there are, or how many have each value.",
        discussion: """
            'count by FIELD' shows each value of the field with the number of documents that have
            it, the most frequent value first: 'count by tag', 'count by place rating:>3'. FIELD
            can also be kind, and for dates seen:year, seen:month or seen:day. Case and accents do
            not count. Documents without a value are the last line, (none); in JSON its value is
            null. A rating of 0 is no value. To search for the word by, write 'count :by'.
            """,
        parameters: [fieldParameter, .selection],
        topics: [.selections, .queries],
        example: """
            alice> count by tag
            garden      2
            rainforest  1
            red         1
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[.selection]
        if let field = arguments.word(Self.fieldParameter) {
            let grouping = try parsing(field) { try session.grouping(field.text) }
            return try printCounts(by: grouping, of: words, in: session)
        }
        let workspace = session.workspace
        let count =
            try words.isEmpty
            ? workspace.documentCount()
            : workspace.documentNames(in: session.selection(words)).count
        if count == 0, let grouping = words.last, words.dropLast().last == "by",
            (try? session.grouping(grouping)) != nil
        {
            let line = LineLexer.line(of: ["by", grouping] + words.dropLast(2))
            throw Self.declaration.misuse("has 'by' before the selection: write 'count \(line)'")
        }
        try session.output.print(Record(String(count), [("count", .integer(count))]))
        if session.isOfNewUser {
            try session.reportNoDocuments(selectedBy: words, for: Self.declaration)
        } else if count == 0, words.count == 1, (try? session.grouping(words[0])) != nil,
            session.output.isTerminal
        {
            try session.notice(
                "no document has the word '\(words[0])'; 'count by \(words[0])' counts its values")
        }
    }

    private func printCounts(
        by grouping: Grouping, of words: [String], in session: Session
    ) throws {
        let selection = try words.isEmpty ? .all : session.selection(words)
        let counts = try session.workspace.counts(by: grouping, in: selection) {
            try session.fail($0)
        }
        for count in counts {
            try session.output.print(row: Record(count, session.output.text))
        }
        if counts.isEmpty {
            try session.reportNoDocuments(selectedBy: words, for: Self.declaration)
        }
    }
}

extension Record {
    fileprivate init(_ count: ValueCount, _ text: (Value) -> String?) {
        let value = count.value.map { Value($0) } ?? .null
        self.init(
            [Cell(text(value) ?? "(none)", .cutFirst), Cell(String(count.count), .right)],
            [("value", value), ("count", .integer(count.count))])
    }
}
