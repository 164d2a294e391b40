/// A selection of documents: numbers, ranges or all, and a query that the documents must match.
public struct Selection: Hashable, Sendable {
    /// A document selected by its number, which must exist.
    struct Named: Hashable, Sendable {
        let number: Int
        /// The kind in `5.scarycreature`, needed if documents of several kinds have the number.
        let kind: DocumentKind?
    }

    private(set) var named: [Named] = []
    /// Ranges of numbers. Not every number in them needs a document.
    private(set) var ranges: [Query.Numbers] = []
    /// The query that all selected documents must match.
    private(set) var query = Query()

    /// All documents.
    public static let all = Selection()

    private init() {}

    /// Parses the words of a selection.
    ///
    /// Numbers such as `3`, `1-5`, `2,4-6` and `all` add documents. `-3` excludes documents. All
    /// other words form a query, which the documents must match.
    ///
    /// - Parameters:
    ///   - words: the words, without the quotes around a phrase. A value in double quotes, such as
    ///     `title:"Oak"`, matches whole words.
    ///   - context: evaluated only if some word is not a number.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the invalid part.
    public init(
        _ words: [String], in context: @autoclosure () throws -> QueryContext
    ) throws {
        var others: [String] = []
        for word in words where try !parsing(word, see: .selections, { try add(numbers: word) }) {
            others.append(word)
        }
        defer { query = query.joiningNumbers }
        guard !others.isEmpty else { return }
        let context = try context()
        let expanded = try context.expanding(others).filter { word in
            guard word.text == QueryContext.lastWord else {
                return try !context.parsing(word) { try add(numbers: $0) }
            }
            try add(last: context.last)
            return false
        }
        var reader = QueryParser(query, in: context)
        for word in expanded { try context.parsing(word) { try reader.read($0) } }
        query = try reader.finished()
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
        !named.isEmpty || !ranges.isEmpty || query.conditions.contains { !$0.isNegated }
    }

    /// The kinds that the query requires. A document must match all of them.
    var kinds: [DocumentKind] {
        query.conditions.compactMap { condition in
            if !condition.isNegated, case .kind(let kind) = condition.test { return kind }
            return nil
        }
    }

    /// The query together with the numbers of the selection.
    ///
    /// - Parameter names: the documents that ``named`` refers to.
    func query(naming names: [DocumentName]) -> Query {
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

    /// Adds the documents of `@last` that still exist. A single one must.
    private mutating func add(last names: [DocumentName]?) throws {
        guard let names, !names.isEmpty else {
            throw ScaryBugsError(
                .notFound,
                "\(QueryContext.lastWord) stands for no documents: "
                    + (names == nil
                        ? "no list, show, new, set or import has printed any in this session"
                        : "the last command printed none, or failed")
            ).at(QueryContext.lastWord)
        }
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
        return words.allSatisfy(NumberWord.isForm)
            || words.contains {
                ($0.hasPrefix("-") && $0 != "-") || Qualifier($0) != nil
                    || QueryContext.savedQueryName($0) != nil
            }
    }
}
