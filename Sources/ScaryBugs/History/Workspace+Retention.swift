extension Workspace {
    /// Removes the oldest steps if the history has more steps or bytes than the preferences allow.
    /// The newest step always stays.
    ///
    /// It removes about a tenth of the limit at a time, since it must rewrite the journal each
    /// time.
    func forgetOldSteps() throws {
        guard !activity.isInGroup, activity.script == nil, let base = try openBase() else { return }
        let (steps, bytes) = (preferences.historySteps, preferences.historyBytes)
        /// The number of steps, if they are too many or have too many bytes.
        func excess() throws -> Int? {
            try Interruption.shielded {
                try base.lock.holding {
                    let journal = try journal()
                    let count = journal.state.step - journal.firstStep
                    let isDue =
                        count >= steps + steps / 10 || (journal.usedBytes > bytes && count > 0)
                    return isDue ? count : nil
                }
            }
        }
        guard let count = try excess() else { return }
        // An attempt reads the whole history. While the open group of another process keeps it, each
        // attempt waits for a tenth more steps than the last one.
        if let kept = stepsKeptByOthers, count < kept + kept / 10 + 1 { return }
        do {
            try forget(keeping: steps, bytes: bytes)
            stepsKeptByOthers = try excess()
        } catch {
            // The change itself succeeded, and the next one retries.
            warn("old steps stay in the history: \(error)")
        }
    }

    /// Removes the whole history and the index, so that deleted documents are gone for good. It warns
    /// of what is in `Lost and Found`, and leaves it. After Ctrl-C, the next commands remove some of
    /// the files.
    ///
    /// - Returns: the number of bytes freed.
    /// - Throws: ``ScaryBugsError/Code/busy`` while another session has a running script or an open
    ///   group.
    @discardableResult
    package func forgetHistory() throws -> Int64 {
        try checkIsOutsideGroup(for: "history forget")
        guard let base = try openBase() else { return 0 }
        var freed: Int64 = 0
        if try base.directory.directory(named: Journal.directoryName) != nil {
            freed = try base.lock.holding {
                let used = try journal().usedBytes
                try forget(keeping: 0, bytes: 0)
                return try max(0, used - journal().usedBytes)
            }
            removeTrash(upTo: RemovalBound(endsAtInterruption: true))
        }
        if let documents = try readable() { try index.remove(documents) }
        try warnOfLostAndFound(in: base.directory)
        return freed
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

    /// Removes old steps.
    ///
    /// - Parameters:
    ///   - steps: the number of newest steps to keep; 0 to remove all slots.
    ///   - bytes: the bytes that the history may use.
    func forget(keeping steps: Int, bytes: Int64) throws {
        // Old versions may be removed only when the new ones are on the disk.
        try writable().syncFileSystem()
        try locked {
            try recover()
            let journal = try journal()
            let history = try journal.history()
            let open = try openSteps(history)
            guard steps > 0 else {
                let own = activity.script?.step
                guard open.allSatisfy({ $0 == own }) else {
                    throw ScaryBugsError(
                        .busy,
                        "another session is within a script or between 'begin' and 'commit'; "
                            + "try again when it has ended")
                }
                return try drop(upTo: .max, of: history, journal, slots: .trashed)
            }
            // A group that was rolled back is no step, so it must not displace the newest one.
            let newest = history.newestStep ?? journal.state.step
            // Frees a tenth more than necessary, so that the next change doesn't have to remove
            // steps again.
            let excess = journal.usedBytes - (bytes - bytes / 10)
            let isOver = journal.usedBytes > bytes
            let ends = try History.stepEnds(in: journal.file, open: open).filter {
                $0.step < newest
            }
            let end =
                ends.first {
                    newest - $0.step <= steps && (!isOver || $0.heldBytes >= excess)
                } ?? ends.last
            guard let end else { return }
            try drop(upTo: end.number, of: history, journal, slots: .removed)
        }
    }

    /// Removes all steps up to and including the step of a transaction, because an earlier version
    /// is missing. The other versions move to `Lost and Found`.
    func forgetSteps(upTo number: Int) throws {
        let journal = try journal()
        let history = try journal.history()
        let ends = try History.stepEnds(in: journal.file, open: openSteps(history))
        let end = ends.first { $0.number >= number }?.number ?? .max
        try drop(upTo: end, of: history, journal, slots: .setAside)
    }

    /// The steps of running scripts and open groups.
    private func openSteps(_ history: History) throws -> Set<Int> {
        try Set(history.openSteps.filter { try isAlive($0.value) }.keys)
    }

    /// What becomes of slots that leave the history.
    private enum Disposal {
        case removed
        /// They are moved to trash, because an interruption may end the removal.
        case trashed
        /// They are moved to `Lost and Found`.
        case setAside
    }

    /// Removes the first lines of the journal, and then the slots that no other line names.
    ///
    /// In this order an interruption leaves slots without lines, which the next recovery removes:
    /// the new first line says up to which number. Lines without slots would be damage that `check`
    /// reports.
    private func drop(
        upTo end: Int, of history: History, _ journal: Journal, slots disposal: Disposal
    ) throws {
        let kept = try history.slotNames(after: end)
        let trash = disposal == .trashed ? try newTrash() : nil
        do { try journal.forgetLines(upTo: end) } catch let error as ScaryBugsError
            where error.isOfFullDisk && disposal != .setAside
        {
            try journal.releaseReserve()
            try forEachSlot(notIn: kept, journal) { try journal.directory.removeEntry(named: $0) }
            return try journal.forgetLines(upTo: end)
        }
        if disposal == .setAside {
            let places = try places()
            return try forEachSlot(notIn: kept, journal) { name in
                try places.setAside(
                    .other([RawName(Journal.directoryName), RawName(name)]),
                    history: journal.directory)
            }
        }
        guard let trash else {
            return try forEachSlot(notIn: kept, journal) {
                try journal.directory.removeEntry(named: $0)
            }
        }
        try forEachSlot(notIn: kept, journal) {
            try journal.directory.move($0, to: $0, in: trash, .never)
        }
        try journal.directory.sync()
    }

    /// - Returns: nil if a full disk has no room for trash.
    func newTrash() throws -> Directory? {
        do {
            let trash = try staging().newTrash()
            hasTrash = true
            return trash
        } catch let error as ScaryBugsError
            where error.isOfFullDisk
        { return nil }
    }

    /// Runs `body` with the name of each other slot. It goes on after an error, and throws the first
    /// one in the end.
    private func forEachSlot(
        notIn kept: SlotNames, _ journal: Journal, _ body: (String) throws -> Void
    ) throws {
        var failure: (any Error)?
        let names = try journal.directory.names { !kept.contains($0) && SlotName($0) != nil }
        for name in names {
            do { try body(name) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
