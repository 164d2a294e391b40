extension Workspace {
    /// A change that the user made at once, which `undo` reverts as a whole.
    public struct HistoryStep: Hashable, Sendable {
        private let summary: StepSummary
        /// The number that `history` shows.
        public var number: Int { summary.number }
        /// The time of its first change.
        public var date: Timestamp { Timestamp(secondsSince1970: summary.date) }
        /// The command as the user typed it, or the name of the script.
        public var command: String { summary.script ?? summary.command }
        /// The number of script lines that changed something; nil if the step is not a script.
        public var lineCount: Int? { summary.script == nil ? nil : summary.lineCount }
        /// The numbers of the documents that it changed, as ranges.
        package var documentRanges: NumberRanges { summary.documents }
        /// The number of its changes.
        public var changeCount: Int { summary.changeCount }
        /// Whether it is undone, so that `redo` makes it again.
        public let isUndone: Bool

        /// The numbers of the documents that it changed.
        public var documents: [Int] { documentRanges.numbers }

        init(_ step: StepSummary, isUndone: Bool) {
            (summary, self.isUndone) = (step, isUndone)
        }
    }

    /// A list of steps.
    public struct HistoryList: Sendable {
        /// The steps, the newest first.
        public let steps: [HistoryStep]
        /// The number of all steps in the history.
        public let count: Int
        /// The number of bytes that the history uses on the disk.
        public let usedBytes: Int64
    }

    /// The newest steps.
    ///
    /// - Parameters:
    ///   - limit: the number of steps; nil for all.
    ///   - documents: the numbers of documents. Each step has changed at least one of them; nil for any.
    public func history(limit: Int? = nil, of documents: [Int]? = nil) throws -> HistoryList {
        try commitBatch()
        guard let store = try readableHistory() else {
            return HistoryList(steps: [], count: 0, usedBytes: 0)
        }
        let most = min(limit ?? .max, preferences.historySteps)
        let steps = try store.steps(limit: most, of: documents).map {
            try HistoryStep($0, isUndone: store.isUndone($0.number))
        }
        return HistoryList(
            steps: steps, count: min(try store.stepCount(), preferences.historySteps),
            usedBytes: try store.usedBytes())
    }

    /// A step, and what it changed, field by field.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if the history has no such step.
    public func historyStep(_ number: Int) throws -> (step: HistoryStep, changes: [FieldChange]) {
        try commitBatch()
        guard let store = try readableHistory(), let step = try store.step(number) else {
            throw ScaryBugsError(
                .notFound, "the history has no step \(number); 'history' lists the steps"
            ).at(String(number))
        }
        let versions = HistoryVersions(
            store: store, reader: try reader(), preferences: readPreferences())
        let isUndone = try store.isUndone(number)
        return (
            HistoryStep(step, isUndone: isUndone), try versions.changes(of: number)
        )
    }

    /// The versions in the history; nil if there is none.
    package func historyVersions() throws -> HistoryVersions? {
        try readableHistory().map {
            HistoryVersions(store: $0, reader: try reader(), preferences: preferences)
        }
    }

    /// The history, for reading; nil if there is none, or it cannot be used. A warning says so.
    func readableHistory() throws -> HistoryStore? {
        guard let directory = try openBase()?.directory else { return nil }
        do { return try HistoryStore(reading: directory) } catch let error as ScaryBugsError
            where error.isOfHistory
        {
            warn(
                "the history cannot be used: \(error.message); the next change moves it to "
                    + "'\(LostAndFound.name)'")
            return nil
        }
    }

    /// All deletions, by the identifiers of the documents.
    package func deletions() throws -> [String: Deletion] {
        guard let directory = try openBase()?.directory else { return [:] }
        return try readableHistory()?.deletions()
            ?? HistoryStore.oldDeletions(in: directory, for: .reading)
    }

    /// The keys of the identifiers of documents that a change removed: a deletion, or an undo of what made them.
    ///
    /// - Parameter gone: documents that are not here, by the keys of their identifiers.
    package func removed(_ gone: [Int64: DocumentName?]) throws -> Set<Int64> {
        if gone.isEmpty { return [] }
        let deleted = Set(try deletions().keys.map { DocumentIdentifier.Key($0).value })
        let store = try readableHistory()
        return Set(
            try gone.filter { key, name in
                try deleted.contains(key) || name.map { try store?.hasRemoved($0) } == true
            }.keys)
    }

    // MARK: Forgetting

    /// Removes the oldest steps if the history has more steps or bytes than the preferences allow.
    /// The newest step always stays. It removes a tenth more, so that the next change need not remove
    /// any. Then it empties a long log. The caller must hold the workspace's lock.
    func forgetOldSteps(_ store: HistoryStore) throws {
        defer { store.shortenLog() }
        guard activity.script == nil else { return }
        do {
            let (most, bytes) = (preferences.historySteps, preferences.historyBytes)
            let (newest, count) = (store.state.step, try store.stepCount())
            var last = count >= most + max(most / 10, 1) ? newest - most : 0
            let used = try store.usedBytes()
            if used > bytes {
                last = max(last, try store.step(freeing: used - (bytes - bytes / 10)) ?? 0)
            }
            last = min(last, newest - 1)
            guard last > 0 else { return }
            // The changes of rows that go must be on the disk.
            try places().documents.syncFileSystem()
            try settleExchanges()
            store.state.durable = store.state.applied
            try store.forgetSteps(upTo: last)
            try sweep(store)
        } catch let error as ScaryBugsError {
            // The change itself succeeded, and the next one retries.
            warn("old steps stay in the history: \(error)")
        }
    }

    /// Removes the whole history and the index, so that deleted documents are gone for good: only their
    /// identifiers, the dates of the deletions and digests of the photographs stay. It warns
    /// of what is in `Lost and Found`, and leaves it. After Ctrl-C, the next commands remove some of
    /// the files.
    ///
    /// - Returns: the number of bytes freed.
    @discardableResult
    package func forgetHistory() throws -> Int64 {
        try checkIsOutsideGroup(for: "history forget")
        try commitBatch()
        guard let base = try openBase() else { return 0 }
        var freed: Int64 = 0
        if try base.directory.status(of: HistoryStore.directoryName) != nil {
            freed = try base.lock.holding {
                try recoverIfDue()
                try writable().syncFileSystem()
                // A full disk must not keep the history from making room.
                try ifPossible(settleExchanges)
                return try replaceHistory(in: base.directory)
            }
        }
        activity.script?.step = nil
        try forgetExchanges()
        if let documents = try readable() { try index.remove(documents) }
        try warnOfLostAndFound(in: base.directory)
        return freed
    }

    /// Puts an empty history in the place of the present one, and removes that. A database keeps the bytes
    /// of rows that were deleted.
    private func replaceHistory(in workspace: Directory) throws -> Int64 {
        // While the old database is open, its bytes stay on the disk.
        let (used, state, deletions) = try factsToKeep()
        let staging = try staging()
        let name = staging.place.freshName()
        try workspace.move(HistoryStore.directoryName, to: name, in: staging.directory, .never)
        try workspace.sync()
        // On a full disk, the new one needs the room of the old one.
        var bound = RemovalBound(endsAtInterruption: true)
        try staging.directory.removeDirectory(named: name, upTo: &bound)
        if bound.isReached { staging.place.leave() }
        let new = try store()
        try new.begin()
        if let state { (new.state.highest, new.state.time) = (state.highest, state.time) }
        try new.addDeletions(deletions)
        try new.commit()
        new.settle()
        return max(0, used - (try new.usedBytes()))
    }

    private func factsToKeep() throws -> (Int64, HistoryStore.State?, [String: Deletion]) {
        guard let store = try? store() else { return (0, nil, [:]) }
        return (try store.usedBytes(), store.state, try store.deletions() ?? [:])
    }

    private func warnOfLostAndFound(in directory: Directory) throws {
        guard let lost = try directory.directory(named: LostAndFound.name) else { return }
        let names = try lost.entries().map(\.shown).sorted()
        guard !names.isEmpty else { return }
        let most = 10
        let rest = names.count > most ? " and \((names.count - most).grouped) more" : ""
        warn(
            "\(lost.path) still holds \(names.prefix(most).joined(separator: ", "))\(rest); "
                + "remove what nobody needs")
    }
}
