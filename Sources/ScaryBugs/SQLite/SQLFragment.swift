/// A piece of SQL with the values of its parameters.
struct SQLFragment {
    private(set) var sql: String
    private(set) var values: [SQLValue]

    init(_ sql: String, _ values: [SQLValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// Joins fragments with a separator.
    ///
    /// - Parameter empty: the SQL for an empty list.
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
