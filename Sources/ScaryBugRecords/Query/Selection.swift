/// A selection of documents: numbers, ranges or all, and a query that the documents must match.
public struct Selection: Hashable, Sendable {
    /// A document selected by its number, which must exist.
    package struct Named: Hashable, Sendable {
        package let number: Int
        /// The kind in `5.scarycreature`, needed if documents of several kinds have the number.
        package let kind: DocumentKind?
    }

    package private(set) var named: [Named] = []
    /// Ranges of numbers. Not every number in them needs a document.
    package private(set) var ranges: [Query.Numbers] = []
    /// The query that all selected documents must match.
    package private(set) var query = Query()

    /// All documents.
    public static let all = Selection()

    private init() {}

    /// Parses the words of a selection.
    ///
    /// Numbers such as `3`, `1-5`, `2,4-6` and `all` add documents. `-3` excludes documents. All
    /// other words form a query, which the documents must match. Beside an `OR`, numbers are conditions
    /// like the others.
    ///
    /// - Parameters:
    ///   - words: the words, without the quotes around a phrase. A value in double quotes, such as
    ///     `title:"Oak"`, matches whole words.
    ///   - context: evaluated only if some word is not a number.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the invalid part.
    public init(
        _ words: [String], in context: @autoclosure () throws -> QueryContext
    ) throws {
        let isAny = words.contains(QueryParser.or)
        var others = isAny ? words : []
        for word in words
        where try !isAny && !parsing(word, see: .selections, { try add(numbers: word) }) {
            others.append(word)
        }
        defer { query = query.joiningNumbers }
        guard !others.isEmpty else { return }
        try read(context().expanding(others), isAny, in: context())
    }

    /// - Parameter isAny: whether the words are alternatives.
    private mutating func read(
        _ words: [QueryContext.ExpandedWord], _ isAny: Bool, in context: QueryContext
    ) throws {
        var depth = isAny ? 1 : 0
        let conditions = try words.filter { word in
            if let bound = word.bound { depth += bound == .begin ? 1 : -1 }
            guard depth == 0, word.bound == nil else { return true }
            guard word.text == QueryContext.lastWord else {
                return try !context.parsing(word) { try add(numbers: $0) }
            }
            try add(last: Self.last(in: context))
            return false
        }
        var reader = QueryParser(query, in: context)
        for word in conditions {
            switch word.bound {
            case .begin: reader.beginGroup()
            case .end: try reader.endGroup()
            case nil:
                if word.text == QueryContext.lastWord {
                    reader.read(NumberSet(of: try Self.last(in: context)), isNegated: false)
                    continue
                }
                try context.parsing(word) { text in
                    guard let numbers = try NumberWord(text) else { return try reader.read(text) }
                    reader.read(NumberSet(numbers.all), isNegated: numbers.isNegated)
                }
            }
        }
        query = try reader.joined()
    }

    /// The selection without an error for numbers whose documents were deleted.
    package var ofPresent: Selection {
        var selection = self
        selection.ranges += named.map { Query.Numbers($0.number, $0.kind) }
        selection.named = []
        return selection
    }

    /// Whether the selection is a single document, given by its number.
    package var isOne: Bool { named.count == 1 && ranges.isEmpty && query.isEmpty }

    /// Whether it names no documents by their numbers.
    package var isQuery: Bool { named.isEmpty && ranges.isEmpty && !query.isEmpty }

    /// Whether some part includes documents: a number, a range, `all`, a word or a qualifier.
    ///
    /// Parts that exclude, sort or limit do not. A selection of only such parts starts from all
    /// documents, so a command that changes or deletes must not accept it silently.
    package var includesSomething: Bool {
        !named.isEmpty || !ranges.isEmpty
            || query.conditions.contains { !$0.isNegated && $0.test.includesSomething }
    }

    /// The kinds that the query requires. A document must match all of them.
    package var kinds: [DocumentKind] {
        query.conditions.compactMap { condition in
            if !condition.isNegated, case .kind(let kind) = condition.test { return kind }
            return nil
        }
    }

    /// The query together with the numbers of the selection.
    ///
    /// - Parameter names: the documents that ``named`` refers to.
    package func query(naming names: [DocumentName]) -> Query {
        guard !names.isEmpty || !ranges.isEmpty else { return query }
        var result = query
        let numbers = names.map { Query.Numbers($0.number, $0.kind) } + ranges
        result.conditions.insert(.init(test: .numbers(NumberSet(numbers))), at: 0)
        return result
    }

    /// Adds a word of numbers.
    ///
    /// - Returns: false if the word has another form.
    private mutating func add(numbers word: String) throws -> Bool {
        if let number = NumberWord.plain(word) {
            named.append(Named(number: number, kind: nil))
            return true
        }
        guard let numbers = try NumberWord(word) else { return false }
        if numbers.isNegated {
            query.conditions.append(.init(isNegated: true, test: .numbers(NumberSet(numbers.all))))
        } else {
            named += numbers.named
            ranges += numbers.ranges
        }
        return true
    }

    /// The documents of `@last`.
    private static func last(in context: QueryContext) throws -> [DocumentName] {
        let names = context.last
        guard let names, !names.isEmpty else {
            throw ScaryBugsError(
                .notFound,
                "\(QueryContext.lastWord) stands for no documents: "
                    + (names == nil
                        ? "no list, show, new, set or import has printed any in this session"
                        : "the last command printed none, or failed")
            ).at(QueryContext.lastWord)
        }
        return names
    }

    /// Adds documents that still exist. A single one must.
    private mutating func add(last names: [DocumentName]) throws {
        if names.count == 1 {
            named += names.map { Named(number: $0.number, kind: $0.kind) }
        } else {
            ranges += NumberSet(of: names).ranges
        }
    }
}

extension Selection {
    /// Whether words can only be a selection. A plain word without a qualifier could also be a
    /// destination.
    package static func mustBeMeant(by words: [String]) -> Bool {
        guard words != ["-"], !words.isEmpty else { return false }
        return words.allSatisfy(NumberWord.isForm) || words.contains(QueryParser.or)
            || words.contains {
                ($0.hasPrefix("-") && $0 != "-") || Qualifier($0) != nil
                    || QueryContext.savedQueryName($0) != nil
            }
    }
}

/// Numbers of documents, of all kinds or of one.
package struct NumberSet: Hashable, Sendable {
    private var sets: [DocumentKind?: RangeSet<Int>] = [:]

    /// The ranges, in order. Ranges of one kind neither overlap nor touch.
    package var ranges: [Query.Numbers] {
        sets.sorted { $0.key?.name ?? "" < $1.key?.name ?? "" }.flatMap { kind, numbers in
            numbers.ranges.map { Query.Numbers(range: ClosedRange($0), kind: kind) }
        }
    }

    init(_ ranges: some Sequence<Query.Numbers>) {
        // A set takes ranges fastest in their order.
        for next in ranges.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            sets[next.kind, default: RangeSet()].insert(contentsOf: Range(next.range))
        }
    }

    init(of names: [DocumentName]) {
        self.init(names.map { Query.Numbers($0.number, $0.kind) })
    }

    func contains(_ name: DocumentName) -> Bool {
        [nil, name.kind].contains { sets[$0]?.contains(name.number) == true }
    }
}

extension Query.Numbers {
    init(_ number: Int, _ kind: DocumentKind?) { self.init(range: number...number, kind: kind) }
}

extension Query {
    /// The same query with one set for all excluded numbers, and one for the numbers among
    /// alternatives.
    var joiningNumbers: Query {
        var query = self
        var excluded: [Numbers] = []
        query.conditions = conditions.compactMap { condition in
            let test = condition.test.joiningNumbers
            guard condition.isNegated, case .numbers(let numbers) = test else {
                return Condition(isNegated: condition.isNegated, test: test)
            }
            excluded += numbers.ranges
            return nil
        }
        if !excluded.isEmpty {
            query.conditions.append(.init(isNegated: true, test: .numbers(NumberSet(excluded))))
        }
        return query
    }
}

extension Query.Test {
    fileprivate var joiningNumbers: Query.Test {
        guard case .any(let tests) = self else { return self }
        var numbers: [Query.Numbers] = []
        let others = tests.filter { test in
            guard case .numbers(let some) = test else { return true }
            numbers += some.ranges
            return false
        }
        if numbers.isEmpty { return self }
        let all = Query.Test.numbers(NumberSet(numbers))
        return others.isEmpty ? all : .any(others + [all])
    }
}
