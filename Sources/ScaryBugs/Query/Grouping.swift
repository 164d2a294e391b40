/// The values that `count by` counts: of a field, the kinds, or the years, months or days of a date.
package struct Grouping: Sendable {
    private enum Key {
        case kind
        case field(Field, Period?)
    }

    enum Period: String, CaseIterable {
        case year, month, day

        /// The length of a year, a month or a day in a text.
        private var length: Int {
            switch self {
            case .year: 4
            case .month: 7
            case .day: 10
            }
        }

        /// The period that a date begins in. A date that is known less exactly stays as it is.
        ///
        /// - Parameter text: a date such as `2026-05-01`, or an interval such as `2026-05/2026-06`.
        ///   An interval without a start counts under its end.
        func beginning(of text: String) -> String {
            let date = text.split(separator: "/").first { $0 != ".." } ?? ""
            return String(date.prefix { !"?~%".contains($0) }.prefix(length))
        }
    }

    private let key: Key
    /// The time zone whose days are counted.
    private let zone: LocalZone

    /// Parses the word after `count by` or `stats --by`: `tag`, `kind` or `seen:month`.
    ///
    /// - Parameter place: the words before it, which messages name.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the field or period that does not
    ///   exist.
    package init(
        _ word: String, in context: QueryContext, after place: String = "count by"
    ) throws {
        zone = context.zone
        let qualifier = Qualifier(word)
        if (qualifier?.name ?? word) == "kind" {
            if let period = qualifier?.value { throw Self.withoutPeriods("kind", period, place) }
            key = .kind
            return
        }
        if context.field(named: word) == nil, let period = Self.period(meantBy: word, context) {
            throw ScaryBugsError(
                .invalidValue, "\(place): \(word) is a part of a date; write \(period)"
            ).at(word)
        }
        let field = try context.field(
            named: qualifier?.name ?? word, among: context.groupings, after: place,
            else: "it takes a field, kind, or seen:year; 'fields' lists the fields")
        key = .field(field, try qualifier.map { try Self.period($0.value, of: field, place) })
    }

    private static func period(
        _ name: String, of field: Field, _ place: String
    ) throws -> Period {
        guard field.type == .date || field.type == .timestamp else {
            throw withoutPeriods(field.name, name, place)
        }
        if let period = Period(rawValue: name) { return period }
        let names = SpellingSuggestion.list(of: Period.allCases.map(\.rawValue))
        throw ScaryBugsError(
            .invalidValue, "\(place): \(field.name) has no period '\(name)'; \(names)")
    }

    /// `seen:year` for `year` or `years`; nil for another word.
    private static func period(meantBy word: String, _ context: QueryContext) -> String? {
        let period = Period.allCases.map(\.rawValue).first { [$0, $0 + "s"].contains(word) }
        return period.flatMap { name in context.groupings.first { $0.hasSuffix(":\(name)") } }
    }

    private static func withoutPeriods(
        _ name: String, _ period: String, _ place: String
    ) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue, "\(place): \(name) is not a date, so it has no \(period)")
    }

    // MARK: Values

    /// The values of a document if its name decides them; nil if its contents do.
    func values(of name: DocumentName) -> [SortValue: FieldValue]? {
        guard case .kind = key else { return nil }
        return [.text(name.kind.name): .text(name.kind.name)]
    }

    /// The values of a document, each with the key that makes spellings equal. They are empty for a
    /// rating of 0, which means not rated.
    func values(of data: DocumentData) -> [SortValue: FieldValue] {
        guard case .field(let field, let period) = key else { return [:] }
        let values: [FieldValue] =
            switch data[field] {
            case nil, .rating(0): []
            case .list(let values): values.map { FieldValue.text($0).sorted }
            case .date(let date): [.text(period?.beginning(of: date.text) ?? date.text)]
            case .position(let position): [.text(position.text)]
            case .timestamp(let time):
                [.text(period?.beginning(of: time.text(in: zone)) ?? time.text(in: zone))]
            // Documents share short values, and many long ones would take much memory.
            case let value?: [value.sorted]
            }
        // A list can repeat a value very often, so there is no table of all of them.
        var distinct: [SortValue: FieldValue] = [:]
        for value in values {
            guard let key = SortValue(value, of: field), distinct[key] == nil else { continue }
            distinct[key] = value
        }
        return distinct
    }
}

/// Numbers of documents by their most telling values.
package struct Statistics: Sendable {
    /// A value and the number of documents that have it.
    package typealias Count = (value: FieldValue?, count: Int)

    package let documents: Int
    /// The groups in the order in which they are shown, each with its name.
    package let groups: [(name: String, counts: [Count])]

    /// The most tags and the most places.
    private static let mostValues = 10

    /// - Parameter counts: one list for each of ``groupings``.
    fileprivate init(documents: Int, _ counts: [[ValueCount]]) {
        let counts = counts.map { $0.map { ($0.value, $0.count) as Count } }
        self.documents = documents
        groups = [
            ("kind", counts[0]), ("rating", Self.histogram(counts[1])),
            ("year", Self.years(counts[2])), ("month", Self.months(counts[3])),
            ("tag", Self.most(counts[4])), ("place", Self.most(counts[5])),
        ]
    }

    fileprivate static let groupings = [
        "kind", "rating", "seen:year", "seen:month", "tags", "place",
    ]

    /// The whole ratings from the highest to the lowest, then the documents without one. A rating of
    /// 3.5 counts under 3.
    private static func histogram(_ counts: [Count]) -> [Count] {
        var stars: [Int: Int] = [:]
        for (value, count) in counts {
            guard case .rating(let rating)? = value else { continue }
            stars[rating >= 5 ? 5 : rating > 0 ? Int(rating) : 0, default: 0] += count
        }
        let whole = (stars[0] == nil ? 1 : 0)...5
        return whole.reversed().map { (.rating(Float($0)), stars[$0] ?? 0) }
            + counts.filter { $0.value == nil }
    }

    private static func years(_ counts: [Count]) -> [Count] {
        counts.filter { $0.value != nil }.sorted { ($0.value?.text ?? "") < ($1.value?.text ?? "") }
    }

    /// The months of the year, all years together.
    private static func months(_ counts: [Count]) -> [Count] {
        var months: [Int: Int] = [:]
        for (value, count) in counts {
            guard let text = value?.text, text.utf8.count == 7, let month = Int(text.suffix(2)),
                (1...12).contains(month)
            else { continue }
            months[month, default: 0] += count
        }
        return months.isEmpty ? [] : (1...12).map { (.count(Int64($0)), months[$0] ?? 0) }
    }

    private static func most(_ counts: [Count]) -> [Count] {
        Array(counts.filter { $0.value != nil }.prefix(mostValues))
    }
}

extension Workspace {
    /// The statistics of documents.
    ///
    /// - Parameter report: called for a document that cannot be read.
    package func statistics(
        of selection: Selection, in context: QueryContext, report: (ScaryBugsError) throws -> Void
    ) throws -> Statistics {
        let groupings = try Statistics.groupings.map { try Grouping($0, in: context) }
        let counts = try counts(by: groupings, in: selection, report: report)
        return Statistics(documents: counts[0].reduce(0) { $0 + $1.count }, counts)
    }
}
