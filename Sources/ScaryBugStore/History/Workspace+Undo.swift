extension Workspace {
    /// What `undo` or `redo` did.
    public struct Reversal: Sendable {
        /// The steps: those that were undone, the newest first; those that were redone, the oldest
        /// first.
        public let steps: [HistoryStep]
        /// The documents and other things that changed, sorted by number.
        public let effects: [Effect]
    }

    /// Undoes steps, whichever session made them.
    ///
    /// ```swift
    /// for effect in try workspace.undo().effects { print(effect.title) }
    /// ```
    ///
    /// - Parameters:
    ///   - steps: the numbers of steps in the history; empty for the newest step that is in effect or,
    ///     in a script, for its own newest line.
    ///   - confirm: called with the steps before anything changes. It may ask the user, because no
    ///     lock is held. If another session changes the steps meanwhile, it is called again.
    /// - Throws: ``ScaryBugsError/Code/notFound`` if there is no such step,
    ///   ``ScaryBugsError/Code/exists`` if a document is not as the step left it. In both cases nothing
    ///   changes.
    @discardableResult
    public func undo(
        _ steps: [Int] = [], confirming confirm: (([HistoryStep]) throws -> Void)? = nil
    ) throws -> Reversal {
        try revert(.undo, steps, confirm)
    }

    /// Redoes undone steps. A later change does not prevent that, unless it changed the same documents.
    ///
    /// Documents get their numbers back or, if those are taken, the highest number plus one.
    ///
    /// - Parameters:
    ///   - steps: the numbers of undone steps; empty for all that the last undo took back.
    ///   - confirm: called with the steps, as for ``undo(_:confirming:)``.
    /// - Throws: the same errors as ``undo(_:confirming:)``.
    @discardableResult
    public func redo(
        _ steps: [Int] = [], confirming confirm: (([HistoryStep]) throws -> Void)? = nil
    ) throws -> Reversal {
        try revert(.redo, steps, confirm)
    }

    // MARK: Doing

    private func revert(
        _ kind: Operation.Kind, _ numbers: [Int], _ confirm: (([HistoryStep]) throws -> Void)?
    ) throws -> Reversal {
        try checkIsOutsideGroup(for: kind.verb)
        try commitBatch()
        // A workspace without history is not made for that.
        guard try openBase()?.directory.status(of: HistoryStore.directoryName) != nil else {
            throw kind.hasNothingToDo
        }
        var confirmed: [HistoryStep]?
        while true {
            let (chosen, planned) = try advising {
                try plan(kind, numbers) { isDryRun || confirm == nil || confirmed == $0 }
            }
            try commitBatch()
            guard let planned else {
                try confirm?(chosen)
                confirmed = chosen
                continue
            }
            if !isDryRun {
                // The settings that came back count at once.
                if planned.effects.contains(where: { $0.document == nil }) { _ = readPreferences() }
                // The changes are made, so only their report is missing.
                Interruption.shielded { warn(of: planned, kind, chosen) }
            }
            return Reversal(steps: chosen, effects: planned.effects)
        }
    }

    /// Plans a reversion.
    ///
    /// - Parameter isConfirmed: whether the user agrees to the steps. If not, nothing is planned.
    private func plan(
        _ kind: Operation.Kind, _ numbers: [Int], _ isConfirmed: ([HistoryStep]) -> Bool
    ) throws -> ([HistoryStep], ReversionPlan?) {
        try writing(
            { writer in
                let units = try writer.store.units(kind, numbers, in: activity)
                let steps = units.map(\.step)
                guard isConfirmed(steps) else { return (steps, nil) }
                let planned = try plan(units, kind, writer)
                try writer.noteDeletions(by: planned.effects, deleting: kind == .redo)
                return (steps, planned)
            }, as: { _ in Operation() })
    }

    /// Plans the reversion of units, each as an operation of its own.
    private func plan(
        _ units: [UndoUnit], _ kind: Operation.Kind, _ writer: Writer
    ) throws -> ReversionPlan {
        var ids: [Int64] = []
        for unit in units {
            writer.beginOperation(
                unit.reversal(kind, lines: activity.lines, together: ids.first ?? 0))
            ids.append(try writer.operationID())
            if !unit.isLine, ids.count == 1 { try writer.store.setTogether(of: ids[0]) }
            try writer.store.didUndo(unit.operations, by: ids[ids.count - 1])
        }
        let rows = try units.enumerated().flatMap { index, unit in
            try unit.operations.flatMap { try writer.store.rows(ofOperation: $0) }
                .map { (row: $0, operation: index) }
        }.sorted { $0.row.number > $1.row.number }
        report(kind == .undo ? .undoing : .redoing, 0, of: rows.count, .changes)
        var reversion = Reversion(writer, reader: reader)
        do { try reversion.revert(rows) { writer.resume(ids[$0]) } } catch let problem
            as Reversion.Problem
        {
            throw try UndoRefusalReason(
                problem: problem, units: units, kind: kind, store: writer.store,
                subject: subject(of: problem.row, in: writer.store)
            ).refusal()
        }
        return ReversionPlan(
            effects: try effects(of: reversion, writer), repairs: reversion.repairs,
            restored: reversion.documents.filter { !$0.value.isRepair }.keys.sorted())
    }

    /// A document with its title, or another thing, for a message.
    private func subject(of row: HistoryRow, in store: HistoryStore) throws -> String {
        if row.change.path == .preferences { return "the preferences" }
        guard let name = row.change.documents.last else { return row.change.path.text }
        let versions = try HistoryVersions(
            store: store, reader: reader(), preferences: preferences)
        // A document that the step removed had its title before.
        let title =
            try ifPossible { try versions.title(of: name, after: row.number) }
            ?? ifPossible { try versions.title(of: name, after: row.number - 1) } ?? ""
        return title.isEmpty ? "document \(name.number)" : "\(name.number)  \(title)"
    }

    /// Runs `body`. If it is refused, the error names another command, provided that this one would work.
    private func advising<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let refusal as UndoRefusal {
            guard let remedy = refusal.remedy,
                (try? dryRun { try plan(remedy.kind, remedy.steps) { _ in true } }) != nil
            else { throw refusal.error }
            throw refusal.error.adding(remedy.text)
        }
    }
}
