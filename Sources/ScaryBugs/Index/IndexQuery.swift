/// A query as SQL.
struct IndexQuery {
    let sql: String
    let values: [SQLValue]

    /// SQLite allows a thousand levels in an expression, and each range and each alternative
    /// takes one.
    private static let mostRanges = 200

    /// Full-text search compares all words of an expression at once, and an interruption has to wait
    /// for that.
    private static let mostWords = 100

    /// - Parameters:
    ///   - columns: columns of the row `d` of `documents`.
    ///   - textFields: the fields whose words the index has.
    /// - Returns: nil for a query that is too long for SQLite, or that searches another field,
    ///   which another process may have removed.
    init?(_ query: Query, columns: String, textFields: [Field]) {
        let searched = query.conditions.flatMap(\.test.searchedFields)
        guard query.rangeCount <= Self.mostRanges, query.wordCount <= Self.mostWords,
            searched.allSatisfy({ field in textFields.contains { $0.name == field.name } })
        else { return nil }
        let conditions = query.conditions.map(IndexCondition.init)
        let matches = conditions.compactMap(\.match)
        var filters = conditions.compactMap(\.filter)
        // To sort, SQLite would read the rows in the order of the index `identifiers`, because that
        // is smaller, and then look for each row.
        var source = "documents AS d NOT INDEXED"
        if !matches.isEmpty {
            // This join returns rows in the order of full-text search, which is by ID, and can stop
            // at the limit.
            source = "words AS w CROSS JOIN documents AS d NOT INDEXED ON d.id = w.rowid"
            let all = matches.map { "(\($0))" }.joined(separator: " AND ")
            filters.insert(SQLFragment("words MATCH ?", [.text(all)]), at: 0)
        }
        // SQLite leaves this join out if nothing needs the facts.
        source += " LEFT JOIN facts AS f ON f.id = d.id"
        if query.asksForContents { filters.append(SQLFragment("d.problem IS NULL")) }
        let filter = SQLFragment(filters, joinedBy: " AND ", or: "TRUE")
        let id = matches.isEmpty ? "d.id" : "w.rowid"
        let order = query.order.flatMap(\.sql).reduce(into: "") { $0 += $1 + ", " } + id
        sql =
            "SELECT \(columns) FROM \(source) WHERE \(filter.sql) ORDER BY \(order)"
            + (query.limit.map { " LIMIT \($0)" } ?? "")
        values = filter.values
    }
}

extension Query {
    fileprivate var wordCount: Int {
        conditions.reduce(0) { $0 + ($1.isNegated ? 0 : $1.test.wordCount) }
    }

    fileprivate var rangeCount: Int {
        conditions.reduce(conditions.count) { $0 + $1.test.rangeCount }
    }
}

extension Query.Test {
    fileprivate var wordCount: Int {
        switch self {
        case .words(_, let words, _): words.count
        case .any(let tests): tests.reduce(0) { $0 + $1.wordCount }
        default: 0
        }
    }

    fileprivate var rangeCount: Int {
        switch self {
        case .numbers(let numbers): numbers.count
        case .any(let tests): tests.reduce(tests.count) { $0 + $1.rangeCount }
        default: 0
        }
    }

    /// The fields whose words the test needs from the full-text index.
    fileprivate var searchedFields: [Field] {
        switch self {
        case .words(.field(let field), _, _): field.isSearchedForWords ? [field] : []
        case .any(let tests): tests.flatMap(\.searchedFields)
        default: []
        }
    }
}

extension Query.Order {
    /// The terms of `ORDER BY`. Documents without a value come last in both directions.
    fileprivate var sql: [String] {
        let direction = isDescending ? " DESC" : ""
        switch key {
        case .number: return ["d.id >> 2" + direction]
        // IDs number the kinds in the order of their names.
        case .kind: return ["d.id & 3" + direction]
        case .field(let field) where field.type == .date:
            let (start, end) = (
                IndexFacts.value(of: field, at: 0), IndexFacts.value(of: field, at: 1)
            )
            return ["\(start) IS NULL", start + direction, end + direction]
        case .field(let field):
            let value = "nullif(\(IndexCondition.value(of: field)), '')"
            return ["\(value) IS NULL", value + direction]
        }
    }
}
