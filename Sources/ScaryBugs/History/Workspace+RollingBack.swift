/// The rollback of groups.
extension Workspace {
    /// Ends the group and undoes its changes.
    ///
    /// After Ctrl-C, it undoes only what takes a moment. The next command, of this or another process,
    /// undoes the rest.
    public func rollBackGroup() throws {
        var bound: RemovalBound?
        try rollBackGroup {
            guard Interruption.isRequested else { return true }
            if bound == nil { bound = Self.boundOfInterruptedRollback }
            return bound?.isReached == false
        }
    }

    /// - Parameter goesOn: returns false to leave the rest to the next command.
    func rollBackGroup(whileTrue goesOn: () -> Bool) throws {
        guard let group = activity.group else { return }
        defer { activity.endGroup() }
        isRollbackUnfinished = false
        guard let first = group.first else { return }
        do {
            try Interruption.shielded {
                isRollbackUnfinished = try !rollBack(
                    groupOf: first, changeCount: group.changeCount, whileTrue: goesOn)
                // Only a group whose changes are all on the disk can be rolled back step by step.
                if isRollbackUnfinished { try flush() }
            }
        } catch let error as ScaryBugsError {
            leaveStaging()
            throw error.adding("the group's changes stay until the next command takes them back")
        }
        if isRollbackUnfinished { leaveStaging() }
        _ = readPreferences()
    }

    /// The time that a rollback may take after Ctrl-C.
    private static var boundOfInterruptedRollback: RemovalBound {
        RemovalBound(seconds: 0.3)
    }

    /// Rolls back the groups of ended processes. All their changes must be on the disk, and the caller
    /// must hold the workspace's lock.
    ///
    /// Each step needs little memory, and an interruption keeps the steps before it.
    func rollBackGroups(of writers: [String]) throws {
        let own = activity.group
        defer { activity.group = own }
        for writer in writers {
            guard let first = try journal().file.openGroup(of: writer) else { continue }
            activity.group = Activity.Group()
            activity.group?.first = first
            activity.group?.isOfUser = true
            // The steps so far must be on the disk before this process ends.
            defer { try? Interruption.shielded { try flush() } }
            _ = try rollBack(groupOf: first, changeCount: nil) {
                try Interruption.check()
                return true
            }
        }
    }

    /// Undoes the transactions of a group, the newest first. Documents that another program changed
    /// since stay as they are.
    ///
    /// - Parameters:
    ///   - first: the number of the group's first transaction.
    ///   - changeCount: the number of the group's changes, if it is known.
    ///   - goesOn: returns false to stop before the next step.
    /// - Returns: whether all was undone.
    private func rollBack(
        groupOf first: Int, changeCount: Int?, whileTrue goesOn: () throws -> Bool
    ) throws -> Bool {
        // Lines that are appended meanwhile change nothing about the lines before them.
        let file = try locked { try journal().file }
        var done = 0
        var piece: [JournalLine] = []
        var pieceCount = 0
        var isWhole = true
        let rollBackPiece = {
            self.report(.takingBack, done, of: changeCount, .changes)
            do { try self.rollBack(piece, of: file) } catch let error as ScaryBugsError
                where error.isOfFullDisk
            {
                for line in piece { try self.rollBack(line, of: file, groupOf: first) }
            }
            done += pieceCount
            (piece, pieceCount) = ([], 0)
        }
        try file.forEachLine(ofGroup: first) { line in
            if pieceCount + line.changeCount > changesTogether, !piece.isEmpty {
                try rollBackPiece()
                isWhole = try goesOn()
                guard isWhole else { return false }
            }
            piece.append(line)
            pieceCount += line.changeCount
            return true
        }
        if isWhole, !piece.isEmpty { try rollBackPiece() }
        groupsToDiscard.append(first)
        return isWhole
    }

    /// Undoes transactions in one transaction.
    private func rollBack(_ lines: [JournalLine], of file: JournalFile) throws {
        let changes = try file.reversedChanges(of: lines)
        var hasLeft = false
        try transaction(named: "rollback", .rollback, targets: lines.map(\.number)) { transaction in
            hasLeft = false
            var reversal = try Reversal(
                of: changes, in: transaction.places, history: try journal().directory)
            for change in changes {
                if let problem = try reversal.check(change) {
                    hasLeft = true
                    let what = problem.path.document.map { "document \($0.number)" }
                    warn(
                        "'rollback' leaves \(what ?? "the preferences"): "
                            + "another program changed it")
                } else {
                    transaction.plan(change)
                }
            }
            transaction.forgetHighest()
        }
        // A transaction that was skipped entirely still needs a line that ends it.
        if hasLeft { try log(.rollback, targets: lines.map(\.number)) }
    }

    /// Undoes a transaction on a full disk. If there is no room for its line in the journal, the
    /// transactions that are undone already make room.
    private func rollBack(_ line: JournalLine, of file: JournalFile, groupOf first: Int) throws {
        do { try rollBack([line], of: file) } catch let error as ScaryBugsError
            where error.isOfFullDisk
        {
            groupsToDiscard.append(first)
            try flush()
            try rollBack([line], of: file)
        }
    }

    // MARK: Slots

    /// Moves what rollbacks left in slots to the trash, which is removed without the workspace's lock.
    /// The caller has synced the rollbacks. Before that, a loss of power could bring the new versions
    /// back, and leave the old ones in the slots.
    ///
    /// After Ctrl-C it does nothing: these slots are removed with the steps before them.
    func discardRolledBack() throws {
        let groups = groupsToDiscard
        groupsToDiscard = []
        guard !groups.isEmpty, !Interruption.isRequested else { return }
        var bytes: Int64 = 0
        let logRemoval = {
            try self.locked {
                let journal = try self.journal()
                let first = try journal.file.lines(numbered: groups.min().map { [$0] } ?? [])
                try journal.log(.rollback, by: self.staging().name) {
                    $0.state.heldBytes -= bytes
                    // The line belongs to the step, so that both are forgotten together. Otherwise
                    // the bytes would be subtracted twice.
                    $0.step = first.first?.step.map { JournalRecord.Step(number: $0) }
                }
            }
        }
        do {
            try locked {
                let journal = try journal()
                let trash = try newTrash()
                try journal.file.forEachRollback(ofGroups: Set(groups)) { record in
                    let targets = Set(record.targets)
                    for change in try record.changes() {
                        guard let slot = RolledBackSlot(change, of: targets) else { continue }
                        let isGone = try? slot.leave(journal.directory, for: trash)
                        bytes += isGone == true ? slot.bytes : 0
                    }
                }
                try logRemoval()
            }
            removeTrash()
        } catch let error as ScaryBugsError where error.isOfFullDisk {
            removeTrash(upTo: RemovalBound(endsAtInterruption: true))
            try logRemoval()
        }
    }
}

extension JournalFile {
    /// Calls `body` with the lines of a group that were not rolled back, the newest first, until it
    /// returns false.
    fileprivate func forEachLine(
        ofGroup first: Int, _ body: (JournalLine) throws -> Bool
    ) throws {
        try forEachLastingLine(from: first) { record, line in
            guard record.group == first, record.kind != .rollback, line.changeCount > 0 else {
                return true
            }
            return try body(line)
        }
    }

    /// Calls `body` with the lines that rolled back parts of groups.
    fileprivate func forEachRollback(
        ofGroups groups: Set<Int>, _ body: (JournalRecord) throws -> Void
    ) throws {
        guard let first = groups.min() else { return }
        try forEachLastingLine(from: first) { record, _ in
            if record.kind == .rollback, let group = record.group, groups.contains(group) {
                try body(record)
            }
            return true
        }
    }

    /// The number of the first transaction of the open group of a process; nil if it has none.
    fileprivate func openGroup(of writer: String) throws -> Int? {
        var first: Int?
        try forEachLastingLine(from: .min) { record, _ in
            guard record.writer == writer else { return true }
            switch record.kind {
            case .change, .undo, .redo:
                first = record.group
                return false
            case .commit: return false
            // A process may roll back the group of another one.
            case .rollback, .start, .scan, .end, .synced, .unsafe: return true
            }
        }
        return first
    }

    /// Calls `body` with the lines that were not rolled back, the newest first, until it returns
    /// false.
    ///
    /// - Parameter first: the number of the last line.
    private func forEachLastingLine(
        from first: Int, _ body: (JournalRecord, JournalLine) throws -> Bool
    ) throws {
        var ended: Set<Int> = []
        try forEachBackwards { record, line, _ in
            guard let record, let line else { return true }
            guard record.number >= first else { return false }
            if ended.remove(record.number) != nil { return true }
            if record.kind == .rollback { ended.formUnion(record.targets) }
            return try body(record, line)
        }
    }
}

/// A slot whose contents are no longer needed.
private struct RolledBackSlot {
    let name: String
    let bytes: Int64

    /// The slot of a change that was made to roll back another one; nil if it is still needed.
    ///
    /// - Parameter targets: the transactions that were rolled back.
    init?(_ change: JournalChange, of targets: Set<Int>) {
        // The rollback of an undo leaves in the slot what another undo needs.
        guard case .contents(_, .some, _, .history(let name)) = change,
            let number = SlotName(name)?.number, targets.contains(number)
        else { return nil }
        (self.name, bytes) = (name, change.slotSize)
    }

    /// Moves the slot to the trash. If a full disk has no room for that, it is removed at once.
    ///
    /// - Returns: false if it was gone already.
    func leave(_ history: Directory, for trash: Directory?) throws -> Bool {
        guard try history.status(of: name) != nil else { return false }
        if let trash {
            do {
                try history.move(name, to: name, in: trash, .never)
                return true
            } catch let error as ScaryBugsError where error.isOfFullDisk {}
        }
        try history.removeEntry(named: name)
        return true
    }
}
