/// What a writer adds to the history, within a transaction.
extension HistoryStore {
    /// Adds an operation.
    ///
    /// - Parameter isOpen: whether it belongs to an open group.
    /// - Returns: its ID.
    func add(_ operation: Operation, isOpen: Bool) throws -> Int64 {
        try run(
            """
            INSERT INTO operations (kind, step, lines, target, together, open, command)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, .integer(operation.kind.rawValue), .integer(operation.step),
            .text(operation.linesText), .integer(operation.target), .integer(operation.together),
            .integer(isOpen ? 1 : 0), SQLValue(operation.command))
        return database.lastRowID
    }

    /// Adds a change.
    ///
    /// - Parameters:
    ///   - replaced: the bytes of a file that disappears; nil for another change.
    ///   - held: the bytes on the disk of a directory that the history keeps.
    func add(_ row: HistoryRow, replacing replaced: [UInt8]?, held: Int64) throws {
        let (kind, before, after) = row.change.columns
        try run(
            "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .integer(row.number),
            .integer(row.operation), SQLValue(row.change.documents.last.map { Int64($0.number) }),
            .integer(kind.rawValue), .blob(row.change.path.bytes), SQLValue(before),
            SQLValue(after), SQLValue(replaced), SQLValue(row.source?.bytes), .integer(held))
    }

    /// Records another version that a planned change leaves.
    func replaceVersion(of number: Int64, by version: ContentVersion) throws {
        try run(
            "UPDATE changes SET after = ? WHERE number = ?", .text(version.text), .integer(number))
    }

    /// Notes that a directory has left the history, because an undo put it back.
    func didTake(_ number: Int64) throws {
        try run("UPDATE changes SET held = 0 WHERE number = ?", .integer(number))
    }

    /// Notes which operation took back others.
    func didUndo(_ operations: [Int64], by operation: Int64) throws {
        for id in operations {
            try run(
                "UPDATE operations SET undone = ? WHERE id = ?", .integer(operation), .integer(id))
        }
    }

    /// Marks an operation as the first of those that one undo made.
    func setTogether(of id: Int64) throws {
        try run("UPDATE operations SET together = id WHERE id = ?", .integer(id))
    }

    func write(_ step: StepSummary) throws {
        state.step = max(state.step, step.number)
        try run(
            "INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?)", .integer(step.number),
            .integer(step.date), .text(step.command), SQLValue(step.script),
            .integer(step.lineCount), .text(step.lastLine), .integer(step.changeCount),
            .text("\(step.documents)"))
    }

    // MARK: Groups

    /// The operations of the open group, the newest first.
    func openOperations() throws -> [Int64] {
        try numbers("SELECT id FROM operations WHERE open > 0 ORDER BY id DESC")
    }

    /// Ends the open group, and keeps its operations.
    func closeGroup() throws {
        try run("UPDATE operations SET open = 0 WHERE open > 0")
    }

    /// Takes back ``closeGroup()``.
    ///
    /// - Parameter operations: those of the group.
    func reopenGroup(_ operations: [Int64]) throws {
        let group = operations.map(String.init).joined(separator: ", ")
        try run("UPDATE operations SET open = 1 WHERE id IN (\(group))")
    }

    /// Ends the open group, whose operations were taken back. Their versions are needed no more.
    ///
    /// - Parameter operation: the rollback.
    func voidGroup(by operation: Int64) throws {
        try naming {
            let group = "SELECT id FROM operations WHERE open > 0 OR id = \(operation)"
            try database.execute(
                """
                UPDATE changes SET bytes = NULL, held = 0 WHERE operation IN (\(group));
                UPDATE operations SET undone = 0 WHERE undone IN (\(group));
                UPDATE operations SET kind = \(Operation.Kind.void.rawValue), step = 0, target = 0,
                    together = 0, open = 0 WHERE id IN (\(group));
                DELETE FROM steps WHERE step NOT IN (SELECT step FROM operations)
                """)
        }
    }

    // MARK: Forgetting

    /// Removes what a failed commit has added.
    ///
    /// - Parameter step: a step that the commit has changed, as it was before.
    func removeChanges(
        after number: Int64, operationsAfter operation: Int64, restoring step: StepSummary?
    ) throws {
        try begin()
        try naming {
            try database.execute(
                """
                DELETE FROM changes WHERE number > \(number);
                DELETE FROM deletions WHERE change > \(number);
                UPDATE deletions SET change = 0 WHERE change < -\(number);
                UPDATE operations SET undone = 0 WHERE undone > \(operation);
                DELETE FROM operations WHERE id > \(operation);
                DELETE FROM steps WHERE step NOT IN (SELECT step FROM operations)
                """)
        }
        if let step { try write(step) }
        try commit()
    }

    /// Removes the steps up to one, and all that took them back.
    func forgetSteps(upTo step: Int) throws {
        try begin()
        try naming {
            let old =
                "SELECT id FROM operations WHERE step BETWEEN 1 AND \(step) "
                + "OR target BETWEEN 1 AND \(step) OR kind = \(Operation.Kind.void.rawValue)"
            let last = try number("SELECT max(number) FROM changes WHERE operation IN (\(old))")
            state.forgotten = max(state.forgotten, last ?? 0)
            try database.execute(
                """
                DELETE FROM deletions WHERE change IN (SELECT number FROM changes
                    JOIN operations ON id = operation WHERE undone > 0 AND id IN (\(old)));
                UPDATE deletions SET change = 0 WHERE -change IN (SELECT number FROM changes
                    JOIN operations ON id = operation WHERE undone > 0 AND id IN (\(old)));
                DELETE FROM changes WHERE operation IN (\(old));
                DELETE FROM operations WHERE id IN (\(old));
                DELETE FROM steps WHERE step <= \(step)
                """)
        }
        try commit()
        try naming { try database.execute("PRAGMA incremental_vacuum") }
    }
}

extension WorkspaceChange {
    enum Column: Int64 { case contents, move, mode }

    /// How the history stores the change.
    fileprivate var columns: (kind: Column, before: String?, after: String?) {
        switch self {
        case .contents(_, let before, let after): (.contents, before?.text, after?.text)
        case .move(_, let target): (.move, nil, target.hex)
        case .mode(_, let before, let after): (.mode, String(before), String(after))
        }
    }

    init?(kind: Int64, _ path: WorkspacePath, before: String?, after: String?) {
        switch (Column(rawValue: kind), before, after) {
        case (.contents, _, _):
            self = .contents(
                path, before: before.map(ContentVersion.init(text:)),
                after: after.map(ContentVersion.init(text:)))
        case (.move, _, let target?):
            self = .move(path, to: WorkspacePath(bytes: [UInt8](hex: target)))
        case (.mode, let before?, let after?):
            guard let before = UInt32(before), let after = UInt32(after) else { return nil }
            self = .mode(path, before: before, after: after)
        default: return nil
        }
    }
}

extension WorkspacePath {
    /// The bytes as hexadecimal digits, since a path need not be UTF-8.
    var hex: String { bytes.map { String($0, radix: 16, width: 2) }.joined() }
}

extension [UInt8] {
    fileprivate init(hex: String) {
        let digits = Array(hex.utf8)
        self = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }
}
