extension Workspace {
    /// A document, or a setting, that `undo` or `redo` changed.
    public struct Reverted: Sendable {
        /// The number of the document, present or removed; nil for settings and repairs.
        public let number: Int?
        /// The title or, without a document, a description such as `config historySteps=1000`.
        public let title: String
        /// Whether the document or the setting exists now.
        public let isPresent: Bool
        /// Whether the document existed before, and only its contents changed. False for settings and
        /// repairs.
        public internal(set) var isChanged: Bool
        /// The document's earlier number, if another document has that number now.
        public let formerNumber: Int?
        /// The path in the user's directory to which the document moved, where it has no number; nil
        /// if it did not.
        public let newPath: String?
        /// The name of the setting; empty for a document.
        let setting: String

        init(
            _ name: DocumentName, _ title: String, isPresent: Bool, isChanged: Bool, former: Int?,
            newPath: String? = nil
        ) {
            (number, formerNumber, self.isChanged) = (name.number, former, isChanged)
            (self.title, self.isPresent, setting) = (title, isPresent, "")
            self.newPath = newPath
        }

        /// A setting or a repair.
        init(_ title: String, setting: String = "", isPresent: Bool) {
            (number, formerNumber, newPath, isChanged) = (nil, nil, nil, false)
            (self.title, self.isPresent, self.setting) = (title, isPresent, setting)
        }
    }

    /// Undoes the newest steps that are not undone, whichever session made them.
    ///
    /// ```swift
    /// for document in try workspace.undo(1) { print(document.title) }
    /// ```
    ///
    /// - Parameters:
    ///   - count: the number of steps. In a running script, each of its lines is a step.
    ///   - confirm: called with the steps before anything changes. It may ask the user, because
    ///     no lock is held. If another session changes the steps meanwhile, it is called again.
    /// - Returns: the documents and other things that changed, sorted by number.
    /// - Throws: ``ScaryBugsError/Code/notFound`` if there are fewer steps,
    ///   ``ScaryBugsError/Code/exists`` if a document was changed later. In both cases nothing
    ///   changes.
    @discardableResult
    public func undo(
        _ count: Int = 1, confirming confirm: (([RevertedStep]) throws -> Void)? = nil
    ) throws -> [Reverted] {
        try revert(.undo, count, confirm) { try $0.undoable(count, in: scope) }
    }

    /// Redoes the steps that were undone last, unless something was changed since.
    ///
    /// Documents get their numbers back or, if those are taken, the highest number plus one.
    ///
    /// - Parameters:
    ///   - count: the number of steps.
    ///   - confirm: called with the steps, as for ``undo(_:confirming:)``.
    /// - Throws: the same errors as ``undo(_:confirming:)``.
    @discardableResult
    public func redo(
        _ count: Int = 1, confirming confirm: (([RevertedStep]) throws -> Void)? = nil
    ) throws -> [Reverted] {
        try revert(.redo, count, confirm) { try $0.redoable(count) }
    }

    /// Calls `body` with the changes that ``undo(_:confirming:)`` would make. Nothing is changed.
    ///
    /// - Parameters:
    ///   - count: the number of steps.
    ///   - name: called with the steps before the first call of `body`.
    ///   - body: called with each change.
    /// - Throws: the same errors as ``undo(_:confirming:)``, before the first call, and errors of
    ///   `name` and `body`.
    public func forEachChange(
        undoing count: Int, naming name: ([RevertedStep]) throws -> Void = { _ in },
        _ body: (PlannedReversion) throws -> Void
    ) throws {
        try plan(.undo, count, { try $0.undoable(count, in: scope) }, name, body)
    }

    /// Calls `body` with the changes that ``redo(_:confirming:)`` would make. Nothing is changed.
    ///
    /// - Parameters:
    ///   - count: the number of steps.
    ///   - name: called with the steps before the first call of `body`.
    ///   - body: called with each change.
    /// - Throws: the same errors as ``redo(_:confirming:)``, before the first call, and errors of
    ///   `name` and `body`.
    public func forEachChange(
        redoing count: Int, naming name: ([RevertedStep]) throws -> Void = { _ in },
        _ body: (PlannedReversion) throws -> Void
    ) throws {
        try plan(.redo, count, { try $0.redoable(count) }, name, body)
    }

    var scope: JournalRecord.Step? {
        activity.script?.step.map { .init(number: $0, lines: activity.lines) }
    }

    /// A list of steps.
    public struct HistoryList: Sendable {
        /// The steps, the oldest first.
        public let steps: [HistoryStep]
        /// The number of all steps in the history.
        public let count: Int
        /// The number of bytes that the history uses.
        public let usedBytes: Int64
    }

    /// The newest steps.
    ///
    /// - Parameter limit: the number of steps; nil for all.
    public func history(limit: Int? = nil) throws -> HistoryList {
        let nothing = HistoryList(steps: [], count: 0, usedBytes: 0)
        guard let base = try openBase(), try base.openJournal() != nil else { return nothing }
        _ = try readable()
        let found = try base.lock.holding { () throws -> (History, Int64)? in
            guard let file = try base.openJournal() else { return nil }
            let slots = try base.directory.directory(named: Journal.directoryName)
            let held = try file.last().map { try Journal.heldBytes($0.record.state, in: slots) }
            return try (history(in: file, of: base), (held ?? 0) + file.size())
        }
        guard let (history, used) = found else { return nothing }
        let steps = try history.steps().suffix(preferences.historySteps)
        return HistoryList(
            steps: steps.suffix(limit ?? .max), count: steps.count, usedBytes: used)
    }

    /// The steps in the journal, which only a session that changes something opens for appending.
    private func history(in file: JournalFile, of base: Base) throws -> History {
        if openedJournal != nil { return try journal().history() }
        if try file.last() == nil,
            let directory = try base.directory.directory(named: Journal.directoryName)
        {
            warn(
                "the history cannot be used: \(Journal.hasNoLine(directory).message); the next "
                    + "change moves it to '\(LostAndFound.name)'")
        }
        return try file.history()
    }

    // MARK: Doing

    private func revert(
        _ kind: JournalRecord.Kind, _ count: Int,
        _ confirm: (([RevertedStep]) throws -> Void)?,
        _ units: (History) throws -> [History.Unit]
    ) throws -> [Reverted] {
        try checkIsOutsideGroup(for: kind.rawValue)
        guard let base = try openBase(), try base.openJournal() != nil else {
            throw Self.nothingTo(kind)
        }
        var reverted = RevertedList()
        var names: [DocumentName: DocumentName] = [:]
        var repairs: [Int: String] = [:]
        let revertPieces = { (pieces: [History.Piece], history: History) in
            let total = pieces.reduce(0) { $0 + $1.changeCount }
            var done = 0
            for piece in pieces {
                self.report(kind == .undo ? .undoing : .redoing, done, of: total, .changes)
                try Interruption.check()
                done += piece.changeCount
                reverted.append(
                    try self.revert(piece, kind, in: history, names: &names, repairs: &repairs))
            }
        }
        let (rest, history) = try confirming(confirm, under: base.lock) {
            (isConfirmed: ([RevertedStep]) -> Bool) throws -> ([History.Piece], History)? in
            let history = try journal().history()
            let chosen = try choose(count, units(history), in: history, kind)
            guard try isConfirmed(chosen.map { try RevertedStep($0, in: history) }) else {
                return nil
            }
            let pieces = history.pieces(of: chosen, ofAtMost: changesTogether)
            guard pieces.count == 1 else { return (pieces, history) }
            try revertPieces(pieces, history)
            return ([], history)
        }
        // Several pieces form a group. Other sessions can use the workspace between them.
        try grouping(if: !rest.isEmpty) { try revertPieces(rest, history) }
        if kind == .undo { warn(ofUndone: repairs) }
        return reverted.sorted()
    }

    /// Runs `body` under a lock until it returns a result. Between its calls, without the lock, it
    /// confirms the steps that `body` chose.
    private func confirming<Result>(
        _ confirm: (([RevertedStep]) throws -> Void)?, under lock: WorkspaceLock,
        _ body: (_ isConfirmed: ([RevertedStep]) -> Bool) throws -> Result?
    ) throws -> Result {
        var confirmed: [RevertedStep]?
        while true {
            let result = try lock.holding {
                try body { steps in
                    defer { confirmed = steps }
                    return confirm == nil || confirmed == steps
                }
            }
            if let result { return result }
            try confirm?(confirmed ?? [])
        }
    }

    /// - Parameter repairs: the commands of the steps that repaired something, by number.
    private func warn(ofUndone repairs: [Int: String]) {
        for (step, command) in repairs.sorted(by: { $0.key > $1.key }) {
            warn(
                "step \(step), '\(command)', repaired damage, which is back now; 'check' shows it")
        }
    }

    /// Plans like ``revert(_:_:_:)``, and stops there.
    private func plan(
        _ kind: JournalRecord.Kind, _ count: Int, _ units: (History) throws -> [History.Unit],
        _ name: ([RevertedStep]) throws -> Void, _ body: (PlannedReversion) throws -> Void
    ) throws {
        try checkIsOutsideGroup(for: kind.rawValue)
        guard let base = try openBase(), let file = try base.openJournal(),
            let slots = try base.directory.directory(named: Journal.directoryName)
        else { throw Self.nothingTo(kind) }
        try base.lock.holding {
            let history = try history(in: file, of: base)
            let chosen = try choose(count, units(history), in: history, kind)
            let steps = try chosen.map { try RevertedStep($0, in: history) }
            // Without a documents' directory there are no documents to look for.
            let places = WorkspacePlaces(
                directory: base.directory, documents: try readable() ?? base.directory, warn: warn)
            let pieces = history.pieces(of: chosen, ofAtMost: changesTogether)
            // Only one piece at a time is in memory, and of most documents only a place in the
            // journal.
            var repeated = RepeatedDocuments()
            for piece in pieces {
                try history.forEachReversed(in: piece) { change, _ in repeated.count(change) }
            }
            var reversal = Reversal(in: places, history: slots)
            for piece in pieces where repeated.hasAny {
                try history.forEachReversed(in: piece) { change, _ in
                    if repeated.contains(change) { reversal.expect([change]) }
                }
            }
            var names: [DocumentName: DocumentName] = [:]
            var plan = ReversionPlan(in: places, history: slots, journal: history.file)
            for piece in pieces {
                var reversed: [JournalChange] = []
                var origins: [JournalFile.Place] = []
                try history.forEachReversed(in: piece) { change, place in
                    reversed.append(change)
                    origins.append(place)
                    if !repeated.contains(change) { reversal.expect([change]) }
                }
                try reversal.read(reversed)
                let changes = try planned(
                    reversed, of: piece.unit, kind, in: history, places, &reversal, &names)
                try checkNotBusy(Set(changes.flatMap(\.subjects)))
                for (index, change) in changes.enumerated() {
                    // A document with a new number has that in `names` only.
                    if change == reversed[index], !repeated.contains(change),
                        let number = change.singleDocument?.number
                    {
                        plan.add(origins[index], of: number)
                        reversal.forget(change)
                    } else {
                        plan.add(change)
                    }
                }
            }
            try name(steps)
            try forEachReversion(by: &plan, names, body)
        }
    }

    private func choose(
        _ count: Int, _ units: [History.Unit], in history: History, _ kind: JournalRecord.Kind
    ) throws -> [History.Unit] {
        let chosen = Array(units.prefix(count))
        if chosen.count == count {
            for unit in chosen { try checkHasEnded(unit, in: history, kind) }
            try checkNotChangedLater(chosen, kind, in: history)
            return chosen
        }
        guard !chosen.isEmpty else { throw Self.nothingTo(kind) }
        throw ScaryBugsError(
            .notFound,
            "only \(chosen.count.counting("step")) can be "
                + "\(kind == .undo ? "undone" : "redone"); "
                + "write '\(kind.rawValue) \(chosen.count)'"
        ).at(String(count))
    }

    private static func nothingTo(_ kind: JournalRecord.Kind) -> ScaryBugsError {
        ScaryBugsError(
            .notFound, "there is nothing to \(kind.rawValue); 'history' lists the steps")
    }

    private func checkHasEnded(
        _ unit: History.Unit, in history: History, _ kind: JournalRecord.Kind
    ) throws {
        guard let writer = history.openWriter(of: unit), writer != prepared?.name,
            try isAlive(writer)
        else { return }
        throw ScaryBugsError(
            .busy,
            "cannot \(kind.rawValue) '\(unit.command)' while process "
                + "\(writer.prefix { $0 != "-" }) runs it; try again when it has ended")
    }

    /// Whether the process with this staging directory is running.
    func isAlive(_ writer: String) throws -> Bool {
        guard
            let directory = try openBase()?.directory.directory(named: Staging.parentName)?
                .directory(named: writer)
        else { return false }
        return try !FileLock.attempt(directory)
    }
}

extension Workspace.Base {
    /// Opens the journal's file for reading; nil if it does not exist.
    func openJournal() throws -> JournalFile? {
        let history = try directory.directory(named: Journal.directoryName)
        guard let file = try history?.file(named: Journal.fileName) else { return nil }
        return JournalFile(file)
    }
}
