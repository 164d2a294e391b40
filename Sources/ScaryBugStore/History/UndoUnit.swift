/// Operations that `undo` or `redo` reverts together: a step, or a line of a running script.
struct UndoUnit {
    let step: Workspace.HistoryStep
    /// The operations, the newest first.
    let operations: [Int64]
    /// Whether it is a line of a running script.
    var isLine = false

    /// The operation that reverts the unit.
    ///
    /// - Parameters:
    ///   - lines: the line numbers of the running scripts.
    ///   - together: the first operation of the same `undo`; 0 for the first one.
    func reversal(_ kind: Operation.Kind, lines: [Int], together: Int64) -> Operation {
        var operation = Operation(kind: kind)
        operation.target = step.number
        if kind == .redo { operation.step = step.number }
        if isLine {
            (operation.lines, operation.command) = (lines, step.command)
        } else {
            operation.together = together
        }
        return operation
    }
}

extension HistoryStore {
    /// The units that a command reverts: for an undo the newest first, for a redo the oldest.
    ///
    /// - Parameters:
    ///   - numbers: the numbers of steps; empty for the newest line of the running script, or else for
    ///     the newest step or all that the last undo took back.
    /// - Throws: ``ScaryBugsError/Code/notFound`` that names a step which there is not, or which is not in
    ///   the state for it.
    func units(
        _ kind: Operation.Kind, _ numbers: [Int], in activity: Activity
    ) throws -> [UndoUnit] {
        if numbers.isEmpty, let line = try ownLine(kind, in: activity) { return [line] }
        var chosen = numbers
        if chosen.isEmpty {
            chosen = try kind == .undo ? [newestStep()].compactMap(\.self) : lastUndoneSteps()
        }
        guard !chosen.isEmpty else { throw kind.hasNothingToDo }
        let order: (Int, Int) -> Bool = kind == .undo ? { $0 > $1 } : { $0 < $1 }
        return try Set(chosen).sorted(by: order).map { try unit(kind, $0) }
    }

    private func unit(_ kind: Operation.Kind, _ number: Int) throws -> UndoUnit {
        let refusal = { (message: String) in
            ScaryBugsError(.notFound, message).at(String(number))
        }
        guard let step = try step(number) else {
            throw refusal("the history has no step \(number); 'history' lists the steps")
        }
        let operations: [Int64]
        if kind == .undo {
            operations = try operationsInEffect(of: number)
            if operations.isEmpty {
                throw refusal("step \(number) is undone already; 'redo \(number)' brings it back")
            }
        } else {
            // A script may have undone all its lines one by one.
            operations =
                try !isUndone(number)
                ? [] : lastUndo(of: number).map { [$0] } ?? lineUndos(of: number)
            if operations.isEmpty {
                throw refusal("step \(number) is not undone; 'history' lists the steps")
            }
        }
        return UndoUnit(
            step: .init(step, isUndone: kind == .redo), operations: operations)
    }

    /// The newest line of the running script, as a unit of its own.
    private func ownLine(_ kind: Operation.Kind, in activity: Activity) throws -> UndoUnit? {
        guard let step = activity.script?.step else { return nil }
        let operations: [Int64]
        if kind == .undo {
            operations = try newestLine(of: step, within: activity.lines)
        } else {
            operations =
                try stepOfLastLineUndo() == step ? Array(lineUndos(of: step).prefix(1)) : []
        }
        guard let first = operations.first else { return nil }
        let line = try kind == .undo ? line(of: operations) : line(undoneBy: first)
        // While a script runs, its own steps need not be in the list.
        let summary = StepSummary(
            number: step, date: activity.seconds, command: line.command,
            script: line.count > 1 ? line.command : nil, lineCount: line.count,
            documents: try documents(ofOperations: operations))
        return UndoUnit(
            step: .init(summary, isUndone: kind == .redo), operations: operations, isLine: true)
    }
}

extension Operation.Kind {
    /// The command that makes such an operation.
    var verb: String { self == .undo ? "undo" : "redo" }

    var hasNothingToDo: ScaryBugsError {
        ScaryBugsError(.notFound, "there is nothing to \(verb); 'history' lists the steps")
    }
}
