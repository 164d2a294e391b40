/// Which documents a command is about: numbers, ranges, or all, and what a query asks of them.
public struct Selection: Hashable, Sendable {
    /// A document that must be there.
    struct Named: Hashable, Sendable {
        let number: Int
        /// Given where several kinds of documents have the number: `5.scarycreature`.
        let kind: DocumentKind?
    }

    private(set) var named: [Named] = []
    /// Numbers among which there may be holes.
    private(set) var ranges: [ClosedRange<Int>] = []
    /// What must hold besides.
    private(set) var query = Query()

    /// All documents.
    public static let all = Selection()

    private init() {}

    /// Reads words such as `3`, `1-5`, `2,4-6`, `all`, which are joined; `-3`, which takes numbers
    /// out; and the words of a query, which must hold besides.
    ///
    /// - Parameter context: made only if a word is no number.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the part that cannot be read.
    public init(
        _ words: [String], in context: @autoclosure () throws -> QueryContext
    ) throws {
        var others: [String] = []
        for word in words where try !add(numbers: word) { others.append(word) }
        guard !others.isEmpty else { return }
        let context = try context()
        let expanded = try context.expanding(others).filter { try !add(numbers: $0) }
        var reader = QueryReader(query, in: context)
        for word in expanded { try reader.read(word) }
        query = reader.query
    }

    /// The only document that is meant, where it is named by its number.
    public var isOne: Bool { named.count == 1 && ranges.isEmpty && query.isEmpty }

    /// Whether some part includes documents: a number, a range, `all`, a word or a qualifier.
    ///
    /// Parts that exclude, sort or limit do not. Without any other part they select all documents,
    /// which a command that changes or deletes must not take for granted.
    public var includesSomething: Bool {
        !named.isEmpty || !ranges.isEmpty || query.conditions.contains { !$0.isNegated }
    }

    /// Kinds that a document must be of, all of them.
    var kinds: [DocumentKind] {
        query.conditions.compactMap { condition in
            if !condition.isNegated, case .kind(let kind) = condition.test { return kind }
            return nil
        }
    }

    /// All that is asked, numbers included.
    ///
    /// - Parameter names: the documents that ``named`` turned out to mean.
    func query(naming names: [DocumentName]) -> Query {
        guard !names.isEmpty || !ranges.isEmpty else { return query }
        var result = query
        let numbers =
            names.map { Query.Numbers(range: $0.number...$0.number, kind: $0.kind) }
            + ranges.map { Query.Numbers(range: $0) }
        result.conditions.insert(.init(test: .numbers(numbers)), at: 0)
        return result
    }

    /// Reads a word of numbers.
    ///
    /// - Returns: false if the word is none.
    private mutating func add(numbers word: String) throws -> Bool {
        if let number = NumberWord.plain(word) {
            named.append(Named(number: number, kind: nil))
            return true
        }
        guard let numbers = try NumberWord(word) else { return false }
        if numbers.isNegated {
            query.conditions.append(.init(isNegated: true, test: .numbers(numbers.all)))
        } else {
            named += numbers.named
            ranges += numbers.ranges
        }
        return true
    }
}

extension Selection {
    /// Whether words can be nothing but a selection: where a destination could stand too, a word
    /// without a qualifier is that.
    public static func mustBeMeant(by words: [String]) -> Bool {
        guard words != ["-"], !words.isEmpty else { return false }
        return words.allSatisfy(NumberWord.isForm)
            || words.contains {
                ($0.hasPrefix("-") && $0 != "-") || Qualifier($0) != nil
                    || QueryContext.savedQueryName($0) != nil
            }
    }
}
