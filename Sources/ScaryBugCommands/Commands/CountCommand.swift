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
            let selection = try words.isEmpty ? .all : session.selection(words)
            return try session.printCounts(by: grouping, in: selection, words, Self.declaration)
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
        } else if words.count == 1, (try? session.grouping(words[0])) != nil {
            try session.notice(
                "this counts documents with the word '\(words[0])'; "
                    + "'count by \(words[0])' counts its values")
        }
    }
}

extension Session {
    /// Prints each value of a field with its number.
    ///
    /// - Parameters:
    ///   - words: the words of the selection.
    ///   - hasDays: whether to print the first and the last day, too.
    fileprivate func printCounts(
        by grouping: Grouping, in selection: Selection, _ words: [String],
        _ declaration: Declaration, withDays hasDays: Bool = false
    ) throws {
        let counts = try workspace.counts(by: grouping, in: selection, findsDays: hasDays) {
            try fail($0)
        }
        for count in counts { try output.print(row: Record(count, output.text, hasDays)) }
        if counts.isEmpty { try reportNoDocuments(selectedBy: words, for: declaration) }
    }
}

extension Record {
    fileprivate init(_ count: ValueCount, _ text: (Value) -> String?, _ hasDays: Bool) {
        let value = count.value.map { Value($0) } ?? .null
        let days = hasDays ? [("first", count.first), ("last", count.last)] : []
        self.init(
            [Cell(text(value) ?? "(none)", .cutFirst), Cell(String(count.count), .right)]
                + days.map { Cell($1 ?? "") },
            [("value", value), ("count", .integer(count.count))]
                + days.map { ($0, .string($1)) })
    }
}

struct StatsCommand: Command {
    private static let byOption = Option(
        "--by", value: "FIELD", meaning: .grouping,
        "each value of a field, with its number and its first and last day")

    static let declaration = Declaration(
        "stats", "Count documents by kind, rating, year, month, tag and place.",
        discussion: """
            A rating of 3.5 counts under 3. Years and months are those in which something was seen;
            a month counts all years. Of tags and places, the ten most frequent are shown.

            'stats --by species' shows each species with its number of documents, and the first and
            the last day on which it was seen. FIELD is as in 'count by species'.
            """,
        parameters: [.selection], options: [byOption],
        topics: [.selections, .queries],
        example: """
            alice> stats 3
            1 document

            kind
              bug  1  ##############################

            rating
              5  0
              4  0
              3  0
              2  1  ##############################
              1  0

            tag
              garden  1  ##############################

            place
              Kent  1  ##############################
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let words = arguments[.selection]
        let selection = try words.isEmpty ? .all : session.selection(words)
        if let grouping = try arguments.value(
            of: Self.byOption, { try session.grouping($0, after: "stats --by") })
        {
            return try session.printCounts(
                by: grouping, in: selection, words, Self.declaration, withDays: true)
        }
        let statistics = try session.workspace.statistics(
            of: selection, in: session.queryContext
        ) { try session.fail($0) }
        guard statistics.documents > 0 else {
            return try session.reportNoDocuments(selectedBy: words, for: Self.declaration)
        }
        let output = session.output
        if output.format == .table {
            try output.print(text: statistics.documents.counting("document"))
        }
        let width = min(30, max(5, output.textWidth - 30))
        for group in statistics.groups where !group.counts.isEmpty {
            if output.format == .table {
                try output.print(text: "")
                try output.print(heading: group.name)
            }
            let most = group.counts.map(\.count).max() ?? 0
            for count in group.counts {
                let record = Record(count, in: group.name, most: most, width: width, output.text)
                try output.print(row: record)
            }
            try output.endRows()
        }
    }
}

extension Record {
    /// - Parameters:
    ///   - most: the highest number of the group, whose bar is the longest.
    ///   - width: the length of that bar.
    ///   - text: returns the text of a value.
    fileprivate init(
        _ count: Statistics.Count, in group: String, most: Int, width: Int,
        _ text: (Value) -> String?
    ) {
        let value = count.value.map { Value($0) } ?? .null
        self.init(
            [
                Cell("  " + Self.name(of: count.value, in: group, text), .cutFirst),
                Cell(String(count.count), .right),
                Cell(Self.bar(count.count, most: most, width: width)),
            ],
            [("group", .string(group)), ("value", value), ("count", .integer(count.count))])
    }

    private static func name(
        of value: FieldValue?, in group: String, _ text: (Value) -> String?
    ) -> String {
        switch value {
        case .count(let month) where group == "month" && (1...12).contains(month):
            WrittenDate.months[Int(month) - 1]
        case nil where group == "rating": "not rated"
        // 0 itself is not rated.
        case .rating(0) where group == "rating": "under 1"
        case let value?: text(Value(value)) ?? value.text
        case nil: "(none)"
        }
    }

    /// Every number but 0 has a bar.
    private static func bar(_ count: Int, most: Int, width: Int) -> String {
        let length = (Double(count) / Double(max(1, most)) * Double(width)).rounded(.up)
        return String(repeating: "#", count: Int(length))
    }
}
