/// The fields, saved queries, time and limits that the words of a query refer to.
public struct QueryContext {
    /// The fields of all kinds, one for each name.
    let fields: [Field]
    let now: Timestamp
    let zone: LocalZone
    let savedQuery: (String) throws -> [String]
    let last: [DocumentName]?
    let limits: Limits
    /// The order of a day and a month in numbers; nil to ask.
    package var dateOrder: WrittenDate.Order?
    /// The name of the saved query that the user defines now; nil outside `query add`.
    package var defined: String?
    /// Returns a document by its number, or throws an error if there is none.
    package var document: (Int) throws -> Document = { throw ScaryBugsError.noDocument($0) }
    /// Returns the documents that answer a question about an exchange with somebody.
    package var exchanged: (ExchangeQuestion, String) throws -> [DocumentName] = { _, _ in
        []
    }

    /// The built-in fields of all kinds, the first of each name.
    public static let builtInFields = DocumentKind.all.reduce(into: [Field]()) { fields, kind in
        for field in kind.fields
        where !fields.contains(where: { $0 === field || $0.name == field.name }) {
            fields.append(field)
        }
    }

    /// The built-in fields and the user's custom fields.
    public static func fields(adding custom: [Field]) -> [Field] {
        custom.isEmpty ? builtInFields : builtInFields.givingWay(to: custom) + custom
    }

    /// - Parameters:
    ///   - now: the time from which `today` and `7d` are counted.
    ///   - zone: the time zone whose days are counted.
    ///   - fields: the fields that qualifiers can name.
    ///   - limits: the limits on the length of a query.
    ///   - last: the documents that `@last` stands for; nil if there are none yet.
    ///   - savedQuery: returns the words of a saved query, or throws an error if none has the name.
    public init(
        now: Timestamp, in zone: LocalZone = .local, fields: [Field] = builtInFields,
        limits: Limits = Limits(), last: [DocumentName]? = nil,
        savedQuery: @escaping (String) throws -> [String] = Self.noSavedQuery
    ) {
        self.now = now
        self.zone = zone
        self.fields = fields
        self.savedQuery = savedQuery
        self.limits = limits
        self.last = last
    }

    /// Throws the error that no saved query has this name.
    public static func noSavedQuery(_ name: String) throws -> [String] {
        throw ScaryBugsError(.notFound, "there is no saved query '\(name)'")
    }
}

// MARK: Names

extension QueryContext {
    /// Qualifiers that are not fields.
    package static let customQualifiers =
        ["number", "kind", "near", "has"] + ExchangeQuestion.allCases.map(\.rawValue)
        + ["sort", "limit", tag]

    /// The qualifiers that order or shorten a result, and cannot be negated.
    package static let notNegated = ["sort", "limit"]

    /// An alias for `tags`.
    package static let tag = "tag"

    package var qualifiers: [String] { Self.qualifiers(of: fields) }

    package static func qualifiers(of fields: [Field]) -> [String] {
        fields.filter { $0.type != .picture }.map(\.name) + customQualifiers
    }

    /// The names that can follow `has:`.
    package var presences: [String] {
        fields.map(\.name) + (hasConflicts ? [Field.conflict.name] : [])
    }

    /// Whether `has:conflict` finds conflicts. A custom field of that name wins.
    var hasConflicts: Bool { field(named: Field.conflict.name) == nil }

    /// The names that can follow `sort:`.
    package var orders: [String] {
        fields.filter { $0.type != .picture }.map(\.name) + ["number", "kind", "near"]
    }

    /// The names that can follow `count by`.
    package var groupings: [String] {
        let periods = Grouping.Period.allCases.map(\.rawValue)
        let dates = fields.filter { $0.type == .date }
        return fields.filter { $0.type != .picture }.map(\.name) + ["kind", Self.tag]
            + dates.flatMap { field in periods.map { "\(field.name):\($0)" } }
    }

    package var columns: [String] { ["number", "kind"] + fields.map(\.name) }

    /// The full name of a column, and its field; nil for the number and the kind.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` with the nearest column.
    package func column(named name: String) throws -> (name: String, field: Field?) {
        if let field = field(named: name) { return (field.name, field) }
        if columns.contains(name) { return (name, nil) }
        guard !name.isEmpty else {
            throw ScaryBugsError(
                .invalidValue, "a column has no name; write them without blanks: title,rating")
        }
        let hint = SpellingSuggestion.hint(
            to: name, among: columns, else: "'fields' lists the fields")
        throw ScaryBugsError(.invalidValue, "there is no column '\(name)'\(hint)").at(name)
    }

    func knows(_ qualifier: Qualifier) -> Bool {
        field(named: qualifier.name) != nil || Self.customQualifiers.contains(qualifier.name)
    }

    package func field(named name: String) -> Field? {
        fields.first { $0.name == name }
            ?? (name == Self.tag ? fields.first { $0.name == Field.tags.name } : nil)
    }

    /// The field that a word such as `has:` or `count by` refers to.
    ///
    /// - Parameters:
    ///   - names: the names that can follow the word.
    ///   - word: the word before the name.
    ///   - other: the hint if no name is near.
    func field(
        named name: String, among names: [String], after word: String,
        else other: String = "'fields' lists the fields"
    ) throws -> Field {
        if let field = field(named: name) {
            if names.contains(field.name) { return field }
            throw ScaryBugsError(
                .invalidValue, "\(word): \(name) is a file; has:\(name) finds what has one")
        }
        let hint = SpellingSuggestion.hint(to: name, among: names, else: other)
        throw ScaryBugsError(.invalidValue, "\(word): there is no field '\(name)'\(hint)").at(name)
    }
}

extension ScaryBugsError {
    static func notNegated(_ word: String, _ meant: String) -> ScaryBugsError {
        ScaryBugsError(.invalidValue, "'\(word)' cannot be negated; write \(meant)")
    }

    static func tooManyWords(in subject: String, _ limits: Limits) -> ScaryBugsError {
        .over(.queryWords, "\(subject) comes to more than \(limits.queryWords.grouped) words")
    }
}
