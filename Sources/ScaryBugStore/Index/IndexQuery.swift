/// A query as SQL.
struct IndexQuery {
    let sql: String
    let values: [SQLValue]
    /// Whether the rows are in the order of the tables.
    let isInOrder: Bool

    /// SQLite allows a thousand levels in an expression, and each test takes one.
    private static let mostTests = 200

    /// Full-text search holds the places of all words in the longest document at once, and an
    /// interruption has to wait for it.
    private static let mostWords = 30

    /// - Parameters:
    ///   - columns: columns of the row `d` of `documents`, of `f` of `facts`, and of `s` of `shown`.
    ///   - textFields: the fields whose words the index has.
    /// - Returns: nil for a query that is too long for SQLite, or that searches another field,
    ///   which another process may have removed.
    init?(
        _ query: Query, columns: String, textFields: [Field]
    ) {
        let tests = query.tests
        let searched = tests.compactMap(\.searchedField)
        guard tests.count <= Self.mostTests,
            tests.reduce(0, { $0 + $1.wordCount }) <= Self.mostWords,
            searched.allSatisfy({ field in textFields.contains { $0.name == field.name } })
        else { return nil }
        let nearness = query.nearness
        // The distances belong to the documents that meet the condition.
        let conditions = query.conditions
            .filter { $0.isNegated || nearness.map { $0.test } != $0.test }
            .map(IndexCondition.init)
        let matches = conditions.compactMap(\.match)
        var filters = conditions.filter { $0.match == nil }.map(\.filter)
        // To sort, SQLite would read the rows in the order of the index `identifiers`, because that
        // is smaller, and then look for each row. It leaves the join out if nothing needs the facts.
        var source = "documents AS d NOT INDEXED LEFT JOIN facts AS f ON f.id = d.id"
        var id = "d.id"
        if query.sortedFact != nil {
            // The outer loop follows an index of the facts, and can stop at the limit.
            source = "facts AS f CROSS JOIN documents AS d NOT INDEXED ON d.id = f.id"
            id = "f.id"
        }
        if !matches.isEmpty {
            // The outer loop follows full-text search, which is by ID, and can stop at the limit.
            source =
                "words AS w CROSS JOIN documents AS d NOT INDEXED ON d.id = w.rowid "
                + "LEFT JOIN facts AS f ON f.id = d.id"
            id = "w.rowid"
            let all = SQLFragment(
                matches.map { $0.surrounded("'(' || ", " || ')'") }, joinedBy: " || ' AND ' || ",
                or: "''")
            filters.insert(all.surrounded("words MATCH ", ""), at: 0)
        }
        // SQLite leaves out a join that nothing needs.
        source += " LEFT JOIN shown AS s ON s.id = d.id"
        var places = nearness.map { IndexPlaces.distances($0.area) }
        if filters.isEmpty, query.order.count == 1, let limit = query.limit {
            // The farther documents need not be looked for.
            let order = query.order.flatMap(\.sql).joined()
            places = places?.surrounded(
                "(SELECT * FROM ", " AS n ORDER BY \(order), id LIMIT \(limit))")
        }
        if let places {
            // Full-text search would begin again for each place.
            let parts = ["\(places.sql) AS n", source]
            source = (matches.isEmpty ? parts : parts.reversed()).joined(separator: " CROSS JOIN ")
            filters.append(SQLFragment("n.id = \(id)"))
        }
        if query.asksForContents { filters.append(SQLFragment("d.problem IS NULL")) }
        let filter = SQLFragment(filters, joinedBy: " AND ", or: "TRUE")
        let order = query.order.flatMap(\.sql).reduce(into: "") { $0 += $1 + ", " } + id
        sql =
            "SELECT \(columns) FROM \(source) WHERE \(filter.sql) ORDER BY \(order)"
            + (query.limit.map { " LIMIT \($0)" } ?? "")
        values = (places?.values ?? []) + filter.values
        isInOrder = query.sortedFact == nil
    }
}

extension Query {
    /// The first order by distance.
    fileprivate var nearness: Nearness? {
        for case .near(let nearness?) in order.lazy.map(\.key) { return nearness }
        return nil
    }

    /// The field in the facts by which documents are sorted first.
    fileprivate var sortedFact: Field? {
        guard case .field(let field)? = order.first?.key, field.type != .rating else { return nil }
        return field
    }
}

extension Query.Test {
    fileprivate var asksForPlace: Bool { if case .near = self { true } else { false } }

    /// The field whose words the test needs from the full-text index.
    fileprivate var searchedField: Field? {
        guard case .words(.field(let field), _, _) = self, field.isSearchedForWords else {
            return nil
        }
        return field
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
        case .near: return ["n.metres" + direction]
        case .field(let field):
            // Of these, only the first can follow an index.
            let values = field.sortedValues
            return [values[0] + (isDescending ? direction : " NULLS LAST")]
                + values.dropFirst().map { $0 + direction }
        }
    }
}

extension Field {
    fileprivate var sortedValues: [String] {
        type == .date || type == .position
            ? [IndexFacts.value(of: self, at: 0), IndexFacts.value(of: self, at: 1)]
            : ["nullif(\(IndexCondition.value(of: self)), '')"]
    }
}

extension DocumentIndex {
    /// Makes the index for the order of a query, before the first query with that order. Most indexes
    /// never need one, and it would take longer to build them.
    func prepare(for query: Query) throws {
        if let field = query.sortedFact {
            let values = field.sortedValues.joined(separator: ", ")
            try makeIndex("sorted_\(field.name)", "(\(values))")
        }
        if query.tests.contains(where: \.asksForPlace) {
            for (name, columns) in IndexPlaces.indexes { try makeIndex(name, columns) }
        }
    }

    private func makeIndex(_ name: String, _ columns: String) throws {
        let isMade = "SELECT count(*) FROM sqlite_master WHERE name = ?"
        do {
            guard try database.statement(isMade).integer(.text(name)) == 0 else { return }
            try database.transaction {
                try checkOwner()
                try database.execute("CREATE INDEX IF NOT EXISTS \(name) ON facts \(columns)")
            }
        } catch let error as DatabaseError where error.isBusy {
            // Another process is writing. The query then sorts all rows.
        }
    }
}
