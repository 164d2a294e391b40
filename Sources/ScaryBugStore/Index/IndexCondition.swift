/// A condition of a query as SQL over a row `d` of `documents` and a row `f` of `facts`.
///
/// It matches the same documents as ``Query/matches(_:)``.
enum IndexCondition {
    /// An SQL expression for the full-text expression that decides the condition alone.
    case match(SQLFragment)
    /// The condition for `WHERE`.
    case filter(SQLFragment)

    init(_ condition: Query.Condition) {
        let reading = Self.reading(condition.test)
        // A document without the field matches every negated test of it.
        self =
            condition.isNegated
            ? .filter(reading.filter.surrounded("(", ") IS NOT TRUE")) : reading
    }

    var match: SQLFragment? { if case .match(let match) = self { match } else { nil } }

    /// The condition for `WHERE` in any case.
    var filter: SQLFragment {
        switch self {
        case .match(let match):
            match.surrounded("d.id IN (SELECT rowid FROM words WHERE words MATCH ", ")")
        case .filter(let filter): filter
        }
    }

    private static func reading(_ test: Query.Test) -> IndexCondition {
        switch test {
        case .words(.anywhere, let words, let lastIsPrefix):
            .match(match(words, lastIsPrefix, in: "- terms"))
        case .words(.field(let field), let words, let lastIsPrefix):
            reading(words, lastIsPrefix, in: field)
        case .listValue(let field, let value):
            .match(match([IndexTerm.value(value, of: field)], false, in: "terms"))
        case .number(let field, let interval):
            .filter(interval.sql(of: value(of: field), SQLValue.real))
        case .integer(let field, let interval):
            .filter(interval.sql(of: value(of: field), SQLValue.integer))
        case .date(let field, let interval): .filter(interval.sql(of: field))
        case .daysOfYear(let field, let days):
            .filter(
                SQLFragment(
                    days.sql(
                        from: IndexFacts.value(of: field, at: 0),
                        to: IndexFacts.value(of: field, at: 1))))
        case .near(_, let area): .filter(IndexPlaces.overlap(area))
        case .boolean(let field, let value):
            .filter(SQLFragment("\(self.value(of: field)) = ?", [.integer(value ? 1 : 0)]))
        case .has(let field):
            .filter(
                SQLFragment(value(of: field) + (field.type == .rating ? " <> 0" : " IS NOT NULL")))
        case .kind(let kind):
            .filter(
                SQLFragment("d.id & 3 = ?", [.integer(DocumentName(number: 0, kind: kind).indexID)])
            )
        case .numbers(let numbers): .filter(isAmong(numbers.ranges))
        case .any(let tests): any(tests.map(reading))
        case .all(let conditions): all(conditions)
        }
    }

    /// One expression for all conditions, in full-text search if that decides each of them.
    private static func all(_ conditions: [Query.Condition]) -> IndexCondition {
        let readings = conditions.map(IndexCondition.init)
        let matches = readings.compactMap(\.match)
        guard matches.count < readings.count else {
            let parts = matches.map { $0.surrounded("'(' || ", " || ')'") }
            return .match(
                SQLFragment(parts, joinedBy: " || ' AND ' || ", or: "''")
                    .surrounded("'(' || ", " || ')'"))
        }
        return .filter(
            SQLFragment(readings.map(\.filter), joinedBy: " AND ", or: "TRUE")
                .surrounded("(", ")"))
    }

    /// One expression for all alternatives, in full-text search if that decides each of them.
    private static func any(_ readings: [IndexCondition]) -> IndexCondition {
        let matches = readings.compactMap(\.match)
        guard matches.count < readings.count else {
            return .match(SQLFragment(matches, joinedBy: " || ' OR ' || ", or: "''"))
        }
        return .filter(SQLFragment(readings.map(\.filter), joinedBy: " OR ", or: "FALSE"))
    }

    // MARK: Words

    private static func reading(
        _ words: [String], _ lastIsPrefix: Bool, in field: Field
    ) -> IndexCondition {
        if field.isSearchedForWords {
            return .match(match(words, lastIsPrefix, in: field.indexColumn))
        }
        // The facts hold such a text as its words, and SQLite searches them in every row.
        let text = " " + words.joined(separator: " ") + (lastIsPrefix ? "" : " ")
        let kept = "' ' || \(value(of: field)) || ' '"
        return .filter(SQLFragment("instr(\(kept), ?) > 0", [.text(text)]))
    }

    /// A phrase in the syntax of FTS5. No word contains a quotation mark.
    static func phrase(_ words: [String], in columns: String) -> String {
        "\(columns) : \"\(words.joined(separator: " "))\""
    }

    private static func match(
        _ words: [String], _ lastIsPrefix: Bool, in columns: String
    ) -> SQLFragment {
        let phrase = phrase(words, in: columns)
        guard lastIsPrefix, let last = words.last else { return SQLFragment("?", [.text(phrase)]) }
        guard DocumentIndex.isInLexicon(last.utf8) else {
            return SQLFragment("?", [.text(phrase + " *")])
        }
        // FTS5 has prefix indexes for few letters. For more, it would read the places of all words with
        // the prefix before the first document. Whole words give the first document at once.
        let start = words.dropLast().reduce(into: "\"") { $0 += $1 + " " }
        let found = "SELECT word FROM lexicon WHERE word >= ? AND word < ?"
        let isFew = "count(*) BETWEEN 1 AND \(mostWholeWords)"
        let any = "? || group_concat(? || word || '\"', ' OR ') || ')'"
        return SQLFragment(
            "(SELECT iif(\(isFew), \(any), ?) FROM (\(found) LIMIT \(mostWholeWords + 1)))",
            ["\(columns) : (", start, phrase + " *", last, last + "\u{10FFFF}"].map(SQLValue.text))
    }

    /// The most words that take the place of their prefix. Full-text search keeps a few pages for each.
    private static let mostWholeWords = 32

    // MARK: Values

    /// The value of a field; null where it has none.
    static func value(of field: Field) -> String {
        field.type == .rating ? "d.rating" : IndexFacts.value(of: field)
    }

    /// One parameter holds any number of ranges, since each level of an expression costs SQLite time.
    private static func isAmong(_ numbers: [Query.Numbers]) -> SQLFragment {
        if numbers.count == 1, let only = numbers.first, only.kind == nil {
            let ids = only.indexIDs
            return SQLFragment(
                "d.id BETWEEN ? AND ?", [.integer(ids.lowerBound), .integer(ids.upperBound)])
        }
        let ranges = numbers.map { numbers in
            let kind = numbers.kind.map { "\(DocumentName(number: 0, kind: $0).indexID)" } ?? "null"
            return "[\(numbers.indexIDs.lowerBound),\(numbers.indexIDs.upperBound),\(kind)]"
        }
        return SQLFragment(
            """
            d.id IN (SELECT n.id FROM json_each(?) AS r CROSS JOIN documents AS n NOT INDEXED
                WHERE n.id BETWEEN r.value ->> 0 AND r.value ->> 1
                    AND n.id & 3 = ifnull(r.value ->> 2, n.id & 3))
            """, [.text("[\(ranges.joined(separator: ","))]")])
    }
}

extension Query.Numbers {
    /// The IDs of the rows of all kinds.
    fileprivate var indexIDs: ClosedRange<Int64> {
        Int64(range.lowerBound) << 2...Int64(range.upperBound) << 2 | 3
    }
}

extension Interval<DatePoint> {
    fileprivate func sql(of field: Field) -> SQLFragment {
        let parts = [
            lower.map { $0.sql(of: field, clock: 1, $0.isIncluded ? ">=" : ">") },
            upper.map { $0.sql(of: field, clock: 0, $0.isIncluded ? "<=" : "<") },
        ]
        return SQLFragment(parts.compactMap(\.self), joinedBy: " AND ", or: "TRUE")
    }
}

extension Interval<DatePoint>.Bound {
    /// Compares moments if both are moments, as ``DatePoint`` does.
    ///
    /// - Parameter clock: the position of the clock's time in the facts; the moment is two further.
    fileprivate func sql(of field: Field, clock: Int, _ comparison: String) -> SQLFragment {
        let byClock = SQLFragment(
            "\(IndexFacts.value(of: field, at: clock)) \(comparison) ?", [.integer(value.clock)])
        guard let moment = value.moment else { return byClock }
        let byMoment = SQLFragment(
            "\(IndexFacts.value(of: field, at: clock + 2)) \(comparison) ?", [.integer(moment)])
        return SQLFragment([byMoment, byClock], joinedBy: ", ", or: "").surrounded("coalesce", "")
    }
}

extension Interval {
    fileprivate func sql(of value: String, _ bind: (Value) -> SQLValue) -> SQLFragment {
        var parts: [SQLFragment] = []
        if let lower {
            parts.append(
                SQLFragment("\(value) \(lower.isIncluded ? ">=" : ">") ?", [bind(lower.value)]))
        }
        if let upper {
            parts.append(
                SQLFragment("\(value) \(upper.isIncluded ? "<=" : "<") ?", [bind(upper.value)]))
        }
        return SQLFragment(parts, joinedBy: " AND ", or: "\(value) IS NOT NULL")
    }
}
