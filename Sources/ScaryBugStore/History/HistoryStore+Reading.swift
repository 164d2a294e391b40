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
        var steps: [StepSummary] = []
        try naming {
            try database.prepare("SELECT * FROM steps \(condition)").forEachRow([]) { row in
                try steps.append(
                    StepSummary(
                        number: Int(row.number(0)), date: row.integer(1), command: row.text(2),
                        script: row.isNull(3) ? nil : row.text(3), lineCount: Int(row.number(4)),
                        lastLine: row.text(5), changeCount: Int(row.number(6)),
                        documents: NumberRanges(row.text(7))))
            }
        }
        return steps
    }

    func stepCount() throws -> Int {
        try naming { try Int(database.prepare("SELECT count(*) FROM steps").integer() ?? 0) }
    }

    /// Whether nothing that a step did is in effect.
    func isUndone(_ step: Int) throws -> Bool {
        try naming {
            try database.statement(
                "SELECT 1 FROM operations WHERE step = ? AND undone = 0 LIMIT 1"
            ).integer(.integer(Int64(step)))
        } == nil
    }

    /// The newest step that is in effect; nil if there is none.
    func newestStep() throws -> Int? {
        try naming {
            try database.prepare(
                "SELECT max(step) FROM operations WHERE step > 0 AND undone = 0"
            ).integer()?.counted()
        }.map { Int($0) }
    }

    // MARK: Operations

    /// The operations of a step that are in effect, the newest first.
    func operationsInEffect(of step: Int) throws -> [Int64] {
        try naming {
            try database.statement(
                "SELECT id FROM operations WHERE step = ? AND undone = 0 ORDER BY id DESC"
            ).integers(.integer(Int64(step)))
        }
    }

    /// All operations of a step, also those that were taken back since.
    func operations(of step: Int) throws -> [Int64] {
        try naming {
            try database.prepare(
                "SELECT id FROM operations WHERE step = ? AND kind = 0 ORDER BY id"
            ).integers(.integer(Int64(step)))
        }
    }

    /// The newest operation that undid a step and was not taken back itself; nil if there is none.
    func lastUndo(of step: Int) throws -> Int64? {
        try naming {
            try database.statement(
                """
                SELECT max(id) FROM operations
                WHERE target = ? AND kind = ? AND undone = 0 AND together > 0
                """
            ).integer(.integer(Int64(step)), .integer(Operation.Kind.undo.rawValue))?.counted()
        }
    }

    /// The operations by which a script took back its lines and that were not taken back themselves, the
    /// newest first.
    func lineUndos(of step: Int) throws -> [Int64] {
        try naming {
            try database.statement(
                """
                SELECT id FROM operations
                WHERE target = ? AND kind = ? AND undone = 0 AND together = 0 ORDER BY id DESC
                """
            ).integers(.integer(Int64(step)), .integer(Operation.Kind.undo.rawValue))
        }
    }

    /// The steps that the last `undo` took back and that are still undone.
    func lastUndoneSteps() throws -> [Int] {
        if let step = try stepOfLastLineUndo(), try isUndone(step) { return [step] }
        return try naming {
            let undone =
                "kind = \(Operation.Kind.undo.rawValue) AND undone = 0 AND together > 0"
            return try database.prepare(
                """
                SELECT target FROM operations WHERE \(undone) AND together = (
                    SELECT together FROM operations WHERE \(undone) ORDER BY id DESC LIMIT 1)
                ORDER BY target
                """
            ).integers().map { Int($0) }
        }
    }

    /// The step of a script whose line the last `undo` took back; nil if the last one took back steps.
    func stepOfLastLineUndo() throws -> Int? {
        try naming {
            try database.prepare(
                """
                SELECT CASE together WHEN 0 THEN target END FROM operations
                WHERE kind = \(Operation.Kind.undo.rawValue) AND undone = 0 ORDER BY id DESC LIMIT 1
                """
            ).integer()?.counted()
        }.map { Int($0) }
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
            try database.prepare(
                "SELECT id, lines FROM operations WHERE step = ? AND undone = 0 ORDER BY id DESC"
            ).visitRows(
                [.integer(Int64(step))],
                while: { row in
                    let parts = row.text(1).split(separator: ".")
                    let shared = zip(parts, lines).prefix { $0 == String($1) }.count
                    let own = parts.prefix(shared + 1)
                    if let line, line != own { return false }
                    line = own
                    found.append(try row.number(0))
                    return true
                })
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
        try steps(
            "target", later: row,
            "operations.kind = \(Operation.Kind.undo.rawValue) AND undone = 0")
    }

    /// The newest undone steps whose undo has changed a document, the newest first.
    func undoneSteps(of name: DocumentName) throws -> [Int] {
        try naming {
            try database.statement(
                """
                SELECT DISTINCT target FROM operations
                JOIN changes ON changes.operation = operations.id
                WHERE document = ? AND operations.kind = ? AND undone = 0
                ORDER BY target DESC LIMIT 10
                """
            ).integers(
                .integer(Int64(name.number)), .integer(Operation.Kind.undo.rawValue)
            ).map { Int($0) }
        }
    }

    private func steps(
        _ column: String, later row: HistoryRow, _ condition: String
    ) throws -> [Int] {
        let subject =
            try row.change.documents.last.map { name in
                Self.any(of: try names(of: name, after: row.number).map(\.condition))
            } ?? "path = x'\(row.change.path.hex)' AND number > \(row.number)"
        return try naming {
            try database.prepare(
                """
                SELECT DISTINCT \(column) FROM operations JOIN changes
                    ON changes.operation = operations.id
                WHERE \(subject) AND \(condition) ORDER BY 1
                """
            ).integers().map { Int($0) }
        }
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
        var line = (command: "", count: 0)
        try naming {
            try database.prepare(
                "SELECT command, count(DISTINCT lines), min(id) FROM operations WHERE \(condition)"
            ).forEachRow([]) { line = ($0.text(0), Int($0.integer(1))) }
        }
        return line
    }

    /// The step of an operation, or the step that it took back.
    func step(ofOperation id: Int64) throws -> Int? {
        try naming {
            try database.prepare("SELECT max(step, target) FROM operations WHERE id = ?")
                .integer(.integer(id))?.counted()
        }.map { Int($0) }
    }
}

extension Statement {
    /// The first column of all rows, in which a record has numbers.
    func integers(_ values: SQLValue...) throws -> [Int64] {
        var integers: [Int64] = []
        try forEachRow(values) { integers.append(try $0.number(0)) }
        return integers
    }
}
