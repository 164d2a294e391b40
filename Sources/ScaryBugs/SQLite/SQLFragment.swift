/// A piece of SQL with the values of its parameters.
struct SQLFragment {
    private(set) var sql: String
    private(set) var values: [SQLValue]

    init(_ sql: String, _ values: [SQLValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// Pieces with something between them.
    ///
    /// - Parameter empty: what no pieces at all mean.
    init(_ parts: [SQLFragment], joinedBy separator: String, or empty: String) {
        sql =
            parts.isEmpty
            ? empty : "(" + parts.map(\.sql).joined(separator: separator) + ")"
        values = parts.flatMap(\.values)
    }

    func surrounded(_ before: String, _ after: String) -> SQLFragment {
        SQLFragment(before + sql + after, values)
    }
}
