/// What readers ask the history.
extension HistoryStore {
    // MARK: Steps

    /// The newest steps, the newest first.
    ///
    /// - Parameters:
    ///   - limit: the most steps; nil for all.
    ///   - documents: the numbers of documents. Each step has changed at least one of them; nil for any.
    func steps(limit: Int? = nil, of documents: [Int]? = nil) throws -> [StepSummary] {
        let changed = try documents.map { numbers in
            let spans = try numbers.flatMap { try self.spans(of: $0).map(\.condition) }
            return """
                WHERE step IN (SELECT step FROM operations JOIN changes
                    ON changes.operation = operations.id WHERE \(Self.any(of: spans)))
                """
        }
        return try steps("\(changed ?? "") ORDER BY step DESC LIMIT \(limit ?? -1)")
    }

    func step(_ number: Int) throws -> StepSummary? {
        try steps("WHERE step = \(number)").first
    }

    private func steps(_ condition: String) throws -> [StepSummary] {
        try select("SELECT * FROM steps \(condition)") { row in
            try StepSummary(
                number: Int(row.number(0)), date: row.integer(1), command: row.text(2),
                script: row.isNull(3) ? nil : row.text(3), lineCount: Int(row.number(4)),
                lastLine: row.text(5), changeCount: Int(row.number(6)),
                documents: NumberRanges(row.text(7)))
        }
    }

    func stepCount() throws -> Int { try number("SELECT count(*) FROM steps").map(Int.init) ?? 0 }

    /// Whether nothing that a step did is in effect.
    func isUndone(_ step: Int) throws -> Bool {
        try number(
            "SELECT 1 FROM operations WHERE step = ? AND undone = 0 LIMIT 1", .integer(step)) == nil
    }

    /// The newest step that is in effect; nil if there is none.
    func newestStep() throws -> Int? {
        try number("SELECT max(step) FROM operations WHERE step > 0 AND undone = 0").map(Int.init)
    }

    // MARK: Operations

    /// The operations of a step that are in effect, the newest first.
    func operationsInEffect(of step: Int) throws -> [Int64] {
        try numbers(
            "SELECT id FROM operations WHERE step = ? AND undone = 0 ORDER BY id DESC",
            .integer(step))
    }

    /// All operations of a step, also those that were taken back since.
    func operations(of step: Int) throws -> [Int64] {
        try numbers(
            "SELECT id FROM operations WHERE step = ? AND kind = 0 ORDER BY id", .integer(step))
    }

    /// The newest operation that undid a step and was not taken back itself; nil if there is none.
    func lastUndo(of step: Int) throws -> Int64? {
        try number(
            "SELECT max(id) FROM operations WHERE target = ? AND \(Self.undos) AND together > 0",
            .integer(step))
    }

    /// The operations by which a script took back its lines and that were not taken back themselves, the
    /// newest first.
    func lineUndos(of step: Int) throws -> [Int64] {
        try numbers(
            """
            SELECT id FROM operations WHERE target = ? AND \(Self.undos) AND together = 0
            ORDER BY id DESC
            """, .integer(step))
    }

    /// The condition for an operation that took back others, and was not taken back itself.
    private static let undos = "kind = \(Operation.Kind.undo.rawValue) AND undone = 0"

    /// The steps that the last `undo` took back and that are still undone.
    func lastUndoneSteps() throws -> [Int] {
        if let step = try stepOfLastLineUndo(), try isUndone(step) { return [step] }
        let undone = "\(Self.undos) AND together > 0"
        return try numbers(
            """
            SELECT target FROM operations WHERE \(undone) AND together = (
                SELECT together FROM operations WHERE \(undone) ORDER BY id DESC LIMIT 1)
            ORDER BY target
            """
        ).map(Int.init)
    }

    /// The step of a script whose line the last `undo` took back; nil if the last one took back steps.
    func stepOfLastLineUndo() throws -> Int? {
        try number(
            """
            SELECT CASE together WHEN 0 THEN target END FROM operations
            WHERE \(Self.undos) ORDER BY id DESC LIMIT 1
            """
        ).map(Int.init)
    }

    /// The operations of the newest line of a running script that is in effect, or that an `undo` of the
    /// script took back.
    ///
    /// - Parameters:
    ///   - lines: the line numbers of the running scripts. A line of a script that the newest line runs
    ///     counts as that line.
    func newestLine(of step: Int, within lines: [Int]) throws -> [Int64] {
        var found: [Int64] = []
        var line: ArraySlice<Substring>?
        try naming {
            try database.statement(
                "SELECT id, lines FROM operations WHERE step = ? AND undone = 0 ORDER BY id DESC"
            ).visitRows([.integer(step)]) { row in
                let parts = row.text(1).split(separator: ".")
                let shared = zip(parts, lines).prefix { $0 == String($1) }.count
                let own = parts.prefix(shared + 1)
                if let line, line != own { return false }
                line = own
                found.append(try row.number(0))
                return true
            }
        }
        return found
    }

    /// The steps in effect that have changed the same document, or the same path, later than a change,
    /// sorted.
    func laterSteps(than row: HistoryRow) throws -> [Int] {
        try steps("step", later: row, "step > 0 AND undone = 0")
    }

    /// The undone steps whose undo has changed the same document later than a change, sorted.
    func laterUndoneSteps(than row: HistoryRow) throws -> [Int] {
        try steps("target", later: row, "operations.\(Self.undos)")
    }

    private func steps(
        _ column: String, later row: HistoryRow, _ condition: String
    ) throws -> [Int] {
        let subject =
            try row.change.documents.last.map { name in
                Self.any(of: try names(of: name, after: row.number).map(\.condition))
            } ?? "path = x'\(row.change.path.hex)' AND number > \(row.number)"
        return try numbers(
            """
            SELECT DISTINCT \(column) FROM operations JOIN changes
                ON changes.operation = operations.id
            WHERE \(subject) AND \(condition) ORDER BY 1
            """
        ).map(Int.init)
    }

    private static func any(of conditions: [String]) -> String {
        conditions.isEmpty ? "FALSE" : "(" + conditions.joined(separator: " OR ") + ")"
    }

    /// The first command of operations, and the number of their lines.
    func line(of ids: [Int64]) throws -> (command: String, count: Int) {
        try line("id IN (\(ids.map(String.init).joined(separator: ",")))")
    }

    /// The first command of the operations that another one took back, and the number of their lines.
    func line(undoneBy id: Int64) throws -> (command: String, count: Int) {
        try line("undone = \(id)")
    }

    private func line(_ condition: String) throws -> (command: String, count: Int) {
        try select(
            "SELECT command, count(DISTINCT lines), min(id) FROM operations WHERE \(condition)"
        ) { (command: $0.text(0), count: Int($0.integer(1))) }.first ?? ("", 0)
    }

    /// The step of an operation, or the step that it took back.
    func step(ofOperation id: Int64) throws -> Int? {
        try number("SELECT max(step, target) FROM operations WHERE id = ?", .integer(id))
            .map(Int.init)
    }
}

// MARK: SQL

extension HistoryStore {
    /// A statement with parameters may run often, and is compiled once.
    private func statement(_ sql: String, _ values: [SQLValue]) throws -> Statement {
        try values.isEmpty ? database.prepare(sql) : database.statement(sql)
    }

    /// Runs a statement and ignores its rows.
    func run(_ sql: String, _ values: SQLValue...) throws {
        try naming { try statement(sql, values).run(values) }
    }

    /// Reads all rows of a query.
    func select<Row>(
        _ sql: String, _ values: SQLValue..., read: (SQLRow) throws -> Row
    ) throws -> [Row] {
        try naming { try statement(sql, values).rows(values, read) }
    }

    /// The first column of the first row; nil if there is no row, or the column is null.
    func number(_ sql: String, _ values: SQLValue...) throws -> Int64? {
        try naming { try statement(sql, values).integer(values)?.counted() }
    }

    /// The first column of all rows.
    func numbers(_ sql: String, _ values: SQLValue...) throws -> [Int64] {
        try naming { try statement(sql, values).rows(values) { try $0.number(0) } }
    }
}
