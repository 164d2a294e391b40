/// Parses the words of a query into a ``Query``.
struct QueryParser {
    let context: QueryContext
    private(set) var query: Query
    private var wordCount = 0
    /// The conditions on each side of an `OR`, of the query and of each group in it that is still open.
    private var groups: [[[Query.Condition]]]

    /// The word between two alternatives.
    static let or = "OR"

    init(_ query: Query = Query(), in context: QueryContext) {
        self.query = query
        self.context = context
        groups = [[query.conditions]]
    }

    /// Begins a group: the words of a saved query with `OR`.
    mutating func beginGroup() { groups.append([[]]) }

    mutating func endGroup() throws {
        guard let group = groups.popLast() else { return }
        append(try Self.joined(group))
    }

    /// Adds numbers of documents, which are one of several alternatives.
    mutating func read(_ numbers: NumberSet, isNegated: Bool) {
        append([.init(isNegated: isNegated, test: .numbers(numbers))])
    }

    /// The query of all words.
    mutating func joined() throws -> Query {
        query.conditions = try Self.joined(groups.first ?? [])
        return try finished()
    }

    private static func joined(_ alternatives: [[Query.Condition]]) throws -> [Query.Condition] {
        guard alternatives.count > 1 else { return alternatives.first ?? [] }
        guard !alternatives.contains(where: \.isEmpty) else {
            throw ScaryBugsError(
                .invalidValue,
                "'OR' stands between two conditions, as in tag:a OR place:b; write :OR to search for "
                    + "the word")
        }
        return [.init(test: .any(alternatives.map(Query.Test.all)))]
    }

    private mutating func append(_ conditions: [Query.Condition]) {
        let group = groups.count - 1
        groups[group][groups[group].count - 1] += conditions
    }

    /// Parses one word. One that contains a blank, or a value in double quotes, matches whole
    /// words.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the qualifier and the values it
    ///   takes.
    mutating func read(_ word: String) throws {
        if word == Self.or { return groups[groups.count - 1].append([]) }
        let isNegated = word.utf8.first == UInt8(ascii: "-")
        let text = isNegated ? String(word.dropFirst()) : word
        if let part = foreignPart(of: text) {
            throw ScaryBugsError(
                .invalidValue,
                "'\(text)' is one phrase with '\(part)' in it; leave the quotes out, or write "
                    + "'\(literal(text))' to search for the phrase")
        }
        if let qualifier = Qualifier(text) {
            try read(qualifier, isNegated: isNegated)
        } else if isNegated, QueryContext.savedQueryName(text) != nil {
            throw ScaryBugsError(.invalidValue, "a saved query such as '\(text)' cannot be negated")
        } else if let foreign = foreignSyntax(word) {
            throw ScaryBugsError(.invalidValue, foreign)
        } else {
            let any = try any(text, of: text) {
                try Self.words($0, in: .anywhere, of: $0.isEmpty ? word : $0)
            }
            try add(any, isNegated)
        }
    }

    /// The answer to a word of another query language, such as `OR` or `rating>3`; nil for an ordinary one.
    private func foreignSyntax(_ word: String) -> String? {
        guard Self.operators.contains(word) || word.contains(where: { "<>=!*?|@.".contains($0) })
        else { return nil }
        // A qualifier has small letters, whatever another language takes.
        let text = Self.operators.contains(word) ? word : word.lowercased()
        return Hint.sentence(for: text, among: Hint.ofQueries(context.qualifiers))
    }

    private static let operators = ["OR", "AND", "NOT"]

    /// The part of a phrase that shows that a whole query was put into one pair of quotes. A phrase
    /// after a colon, as in `:this OR that` and `tag::this OR that`, is meant as it is.
    private func foreignPart(of text: String) -> String? {
        let isQualifier = isQualifier(text)
        guard let phrase = isQualifier ? Qualifier(text)?.value : text,
            phrase.utf8.first != UInt8(ascii: ":")
        else { return nil }
        return text.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init).first {
            Self.operators.contains($0) || self.isQualifier($0)
                // Titles have dashes, too.
                || isQualifier && $0.utf8.first == UInt8(ascii: "-")
                    && self.isQualifier($0.dropFirst())
        }
    }

    /// The value without the colon before a phrase that is meant as it is.
    private static func phrase(in value: String) -> String {
        let isLiteral = value.first == ":" && value.contains(where: \.isWhitespace)
        return isLiteral ? String(value.dropFirst()) : value
    }

    private func isQualifier(_ text: some StringProtocol) -> Bool {
        Qualifier(text).map(context.knows) ?? false
    }

    /// The word that searches for a phrase as it is.
    private func literal(_ phrase: String) -> String {
        guard let qualifier = Qualifier(phrase),
            let type = context.field(named: qualifier.name)?.type,
            [.text, .title, .list].contains(type)
        else { return ":\(phrase)" }
        return "\(qualifier.name)::\(qualifier.value)"
    }

    private mutating func read(_ qualifier: Qualifier, isNegated: Bool) throws {
        guard context.knows(qualifier) else {
            let nearest = SpellingSuggestion.hint(to: qualifier.name, among: context.qualifiers)
            throw ScaryBugsError(
                .invalidValue,
                "there is no qualifier '\(qualifier.name)'\(nearest); to search for the "
                    + "words, write ':\(qualifier.name):\(qualifier.value)'")
        }
        guard !qualifier.value.isEmpty else {
            let name = qualifier.name
            let remark = "; -has:\(name) finds documents that have none"
            throw ScaryBugsError(
                .invalidValue,
                "\(name): needs a value" + (context.field(named: name) == nil ? "" : remark))
        }
        switch qualifier.name {
        case "sort": try sort(qualifier.value, isNegated)
        case "limit": try limit(qualifier.value, isNegated)
        default:
            let word = "\(qualifier.name):\(qualifier.value)"
            let any = try any(Self.phrase(in: qualifier.value), of: word) {
                try test(Qualifier(name: qualifier.name, value: $0))
            }
            try add(any, isNegated)
        }
    }

    /// Parses a value that may have alternatives, such as `garden|todo`.
    ///
    /// - Parameters:
    ///   - word: the word that contains the value.
    ///   - test: parses one alternative.
    private func any(
        _ value: String, of word: String, _ test: (String) throws -> Query.Test
    ) throws -> Query.Test {
        let alternatives = Alternatives.split(value)
        guard alternatives.count > 1 else { return try test(alternatives.first ?? value) }
        return .any(
            try alternatives.map { alternative in
                if alternative.isEmpty {
                    throw ScaryBugsError(
                        .invalidValue,
                        "'\(word)' has an empty alternative; write a|b without blanks, or \\| for a "
                            + "literal bar")
                }
                let plain = alternative.hasPrefix("-") ? alternative.dropFirst() : alternative[...]
                if let qualifier = Qualifier(plain), context.knows(qualifier) {
                    throw ScaryBugsError(
                        .invalidValue,
                        "'\(qualifier.name):' follows a bar in '\(word)'; a bar joins values of one "
                            + "field, as in \(qualifier.name):a|b")
                }
                if QueryContext.savedQueryName(alternative) != nil {
                    throw ScaryBugsError(
                        .invalidValue,
                        "'\(alternative)' stands beside a bar in '\(word)'; a bar joins values, not "
                            + "saved queries")
                }
                return try test(alternative)
            })
    }

    private mutating func add(_ test: Query.Test, _ isNegated: Bool) throws {
        wordCount += test.wordCount
        guard wordCount <= context.limits.queryWords else {
            throw ScaryBugsError.tooManyWords(in: "the query", context.limits)
        }
        append([.init(isNegated: isNegated, test: test)])
    }

    // MARK: Tests

    private func test(_ qualifier: Qualifier) throws -> Query.Test {
        let value = qualifier.value
        if let field = context.field(named: qualifier.name) { return try test(field, value) }
        switch qualifier.name {
        case "kind": return .kind(try parsing(value) { try .named(value) })
        case "near": return try near(value)
        case "number": return .numbers(try Interval.numbers(value))
        case let name where ExchangeQuestion(rawValue: name) != nil:
            let question = ExchangeQuestion(rawValue: name) ?? .sent
            let names = try context.exchanged(question, QuotedValue.text(in: value))
            return question.test(NumberSet(of: names))
        case "has" where context.hasConflicts && value == Field.conflict.name:
            return .has(.conflict)
        default:
            return .has(try context.field(named: value, among: context.presences, after: "has"))
        }
    }

    private func test(_ field: Field, _ given: String) throws -> Query.Test {
        let value = QuotedValue.text(in: given)
        return switch field.type {
        case .text where field.name == Field.identifier.name:
            try Self.words(DocumentIdentifier.canonical(value), in: .field(field), of: value)
        case .text, .title:
            try Self.words(Self.compared(given, of: field), in: .field(field), of: given)
        case .list: .listValue(field, Tokenizer.folded(value))
        case .rating: .number(field, try Interval(rating: value, of: field.name))
        case .number: .number(field, try Interval(number: value, of: field.name))
        case .count: .integer(field, try Interval(count: value, of: field.name))
        case .date:
            try DaysOfYear(value, of: field.name).map { .daysOfYear(field, $0) }
                ?? .date(field, context.points(value, of: field.name))
        case .timestamp: .integer(field, try context.moments(value, of: field.name))
        case .boolean: .boolean(field, try Self.boolean(value, of: field))
        case .position: .near(field, try Self.area(value, of: field))
        case .picture:
            throw ScaryBugsError(
                .invalidValue,
                "\(field.name) is a file without words; has:\(field.name) finds what has one")
        }
    }

    /// A species without its author, as documents are searched by it.
    private static func compared(_ given: String, of field: Field) -> String {
        let text = QuotedValue.text(in: given)
        let compared = QualifiedName.compared(.text(text), of: field).text
        return compared == text ? given : "\"\(compared)\""
    }

    private static func words(
        _ text: String, in scope: Query.Scope, of word: String
    ) throws -> Query.Test {
        let words = Tokenizer.words(of: text)
        guard !words.isEmpty else {
            throw ScaryBugsError(
                .invalidValue,
                "'\(word)' has nothing to search for: blanks and punctuation do not count")
        }
        guard words.count <= Limits.phraseWords else {
            throw ScaryBugsError(
                .invalidValue,
                "a phrase has at most \(Limits.phraseWords) words; search for its beginning")
        }
        let isWhole = QuotedValue.isQuoted(text) || text.contains(where: \.isWhitespace)
        return .words(in: scope, words, lastIsPrefix: !isWhole)
    }

    private static func boolean(_ text: String, of field: Field) throws -> Bool {
        guard case .boolean(let value)? = try? FieldValue(text, for: field) else {
            throw ScaryBugsError(.invalidValue, "\(field.name) takes yes or no, not '\(text)'")
        }
        return value
    }

    // MARK: Order and limit

    private mutating func sort(_ value: String, _ isNegated: Bool) throws {
        guard !isNegated else {
            let reverse = value.hasPrefix("-") ? String(value.dropFirst()) : "-\(value)"
            throw ScaryBugsError.notNegated(
                "sort:\(value)", "sort:\(reverse) for the reverse order")
        }
        let fields = value.split(separator: ",")
        guard fields.count < 2 else {
            let words = fields.map { "sort:\($0)" }.joined(separator: " ")
            throw ScaryBugsError(
                .invalidValue, "sort takes one field, not '\(value)'; write \(words)")
        }
        let isDescending = value.hasPrefix("-")
        let name = isDescending ? String(value.dropFirst()) : value
        let key: Query.Order.Key =
            switch name {
            case "number": .number
            case "kind": .kind
            case "near" where context.field(named: name) == nil: .near(nil)
            default: .field(try context.field(named: name, among: context.orders, after: "sort"))
            }
        query.order.append(.init(key: key, isDescending: isDescending))
    }

    private mutating func limit(_ value: String, _ isNegated: Bool) throws {
        guard !isNegated else {
            throw ScaryBugsError.notNegated("limit:\(value)", "limit:\(value)")
        }
        guard let limit = Int(asciiDigits: value.utf8) else {
            throw ScaryBugsError(.invalidValue, "limit takes a whole number, not '\(value)'")
        }
        query.limit = limit
    }
}
