/// The values that `count by` counts: of a field, the kinds, or the years, months or days of a date.
package struct Grouping: Sendable {
    private enum Key {
        case kind
        case field(Field, Period?)
    }

    enum Period: String, CaseIterable {
        case year, month, day

        /// The length of a year, a month or a day in a text.
        private var length: Int { self == .year ? 4 : self == .month ? 7 : 10 }

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
    package func values(of name: DocumentName) -> [SortValue: FieldValue]? {
        guard case .kind = key else { return nil }
        return [.text(name.kind.name): .text(name.kind.name)]
    }

    /// The field whose values are counted; nil for the kinds.
    package var field: Field? {
        if case .field(let field, _) = key { field } else { nil }
    }

    /// The values of a document, as in ``values(of:)-(FieldValue?)``.
    package func values(of data: DocumentData) -> [SortValue: FieldValue] {
        values(of: field.flatMap { data[$0] })
    }

    /// The values that a value of the field counts as, each with the key that makes spellings equal. They
    /// are empty for a rating of 0, which means not rated.
    package func values(of value: FieldValue?) -> [SortValue: FieldValue] {
        guard case .field(let field, let period) = key else { return [:] }
        let values: [FieldValue] =
            switch value {
            case nil, .rating(0): []
            case .list(let values): values.map { FieldValue.text($0).sorted }
            case .date(let date): [.text(period?.beginning(of: date.text) ?? date.text)]
            case .position(let position): [.text(position.text)]
            case .timestamp(let time):
                [.text(period?.beginning(of: time.text(in: zone)) ?? time.text(in: zone))]
            // Documents share short values, and many long ones would take much memory.
            case let value?: [QualifiedName.compared(value.sorted, of: field)]
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
