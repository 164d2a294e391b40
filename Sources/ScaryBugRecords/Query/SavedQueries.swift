extension QueryContext {
    /// A word of a query, typed or from a saved query.
    struct ExpandedWord {
        let text: String
        /// The name of the saved query that has the word; nil if it was typed.
        let query: String?
        /// Whether it is no word, but the begin or the end of a group.
        var bound: Bound?

        enum Bound { case begin, end }
    }

    /// Replaces the names of saved queries by their words.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a query that refers to itself,
    ///   ``ScaryBugsError/Code/limitExceeded`` for one that is too long.
    func expanding(_ words: [String]) throws -> [ExpandedWord] {
        var expansion = Expansion(in: self)
        try expansion.append(words)
        return expansion.words
    }

    /// Runs `body` with a word. Its errors name the saved query that has the word.
    func parsing<Result>(
        _ word: ExpandedWord, _ body: (String) throws -> Result
    ) throws -> Result {
        try ScaryBugRecords.parsing(word.text, see: .queries) {
            do { return try body(word.text) } catch let error as ScaryBugsError {
                // A limit applies to the query as a whole.
                guard let query = word.query, query != defined, error.code != .limitExceeded else {
                    throw error
                }
                throw error.about("the saved query '\(query)'")
            }
        }
    }

    /// The word for the documents that the last command printed.
    package static let lastWord = "@last"

    /// The name in a word such as `@scary`; nil for words with other characters, which are text.
    static func savedQueryName(_ word: String) -> String? {
        guard word.utf8.first == UInt8(ascii: "@") else { return nil }
        let name = word.dropFirst()
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
        else { return nil }
        return String(name)
    }
}

/// The expansion of saved queries, which may name further ones.
private struct Expansion {
    let context: QueryContext
    private(set) var words: [QueryContext.ExpandedWord] = []
    /// The saved queries that are being expanded, each named by the one before it.
    private var names: [String] = []
    private var open: Set<String> = []
    private var steps = 0
    private var bytes = 0

    init(in context: QueryContext) { self.context = context }

    mutating func append(_ words: [String]) throws {
        for word in words {
            steps += 1
            bytes += word.utf8.count
            try checkLimits()
            guard let name = QueryContext.savedQueryName(word) else {
                add(word)
                continue
            }
            if word == QueryContext.lastWord {
                if let name = names.first {
                    throw ScaryBugsError(
                        .invalidValue,
                        "the saved query '\(name)' has \(QueryContext.lastWord), which stands for "
                            + "other documents after each command; leave it out")
                }
                add(word)
                continue
            }
            guard open.insert(name).inserted else {
                let way = (names == [name] ? names : names + [name]).map { "@\($0)" }
                throw ScaryBugsError(
                    .invalidValue,
                    "a saved query refers to itself: \(way.joined(separator: ", "))")
            }
            let query = try parsing(word) { try meaning(of: name) }
            names.append(name)
            let isGroup = query.contains(QueryParser.or)
            if isGroup { add("", .begin) }
            try append(query)
            if isGroup { add("", .end) }
            names.removeLast()
            open.remove(name)
        }
    }

    private mutating func add(_ word: String, _ bound: QueryContext.ExpandedWord.Bound? = nil) {
        words.append(.init(text: word, query: names.last, bound: bound))
    }

    /// The words of a saved query. If it is gone, the error says which one names it.
    private func meaning(of name: String) throws -> [String] {
        do { return try context.savedQuery(name) } catch let error as ScaryBugsError {
            guard let outer = names.last else { throw error }
            throw ScaryBugsError(
                error.code, "the saved query '\(outer)' names '@\(name)': \(error)")
        }
    }

    private func checkLimits() throws {
        let limits = context.limits
        let subject = names.first.map { "the saved query '\($0)'" } ?? "the query"
        guard steps <= limits.queryWords else {
            throw ScaryBugsError.tooManyWords(in: subject, limits)
        }
        guard bytes <= limits.queryBytes else {
            throw ScaryBugsError.over(
                .queryBytes, "\(subject) is longer than \(limits.queryBytes.grouped) bytes")
        }
    }
}
