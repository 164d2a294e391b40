import SystemPackage

extension Workspace {
    /// Plans changes under the workspace's lock, and makes all of them or none.
    ///
    /// ```swift
    /// let names = try workspace.transaction(named: "import a.scarybug") { changes in
    ///     try changes.add(staged, avoiding: workspace.busyNumbers())
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - command: the command in the history, unless the line that the user typed is known.
    ///   - step: the step to undo or redo.
    ///   - plan: plans the changes, and reads all that it needs. It is called again if another
    ///     program takes a number at the same time.
    /// - Returns: the result of `plan`, once the changes are as durable as ``durability`` requires.
    func transaction<Result>(
        named command: String, _ kind: JournalRecord.Kind = .change,
        of step: JournalRecord.Step? = nil, targets: [Int] = [],
        _ plan: (WorkspaceTransaction) throws -> Result
    ) throws -> Result {
        _ = try writable()
        return try advisingOnFullDisk {
            try transactionIfRoom(named: command, kind, of: step, targets: targets, plan)
        }
    }

    private func transactionIfRoom<Result>(
        named command: String, _ kind: JournalRecord.Kind, of step: JournalRecord.Step?,
        targets: [Int], _ plan: (WorkspaceTransaction) throws -> Result
    ) throws -> Result {
        let (result, record) = try locked {
            // This process needs its staging directory first, so that either of two processes sees
            // the other.
            try makingRoom(usingReserve: true) { isLast in
                _ = try staging()
                if isLast { try journal().fillReserve() }
            }
            try recoverFromOthers()
            // New contents must leave the reserve to what makes room, and the changes of a group to its
            // rollback.
            var needsOnlyLine = kind != .change
            let mayUseReserve = activity.group == nil || kind == .rollback
            return try makingRoom(usingReserve: needsOnlyLine && mayUseReserve) { isLast in
                try attempt(command, kind, step, targets, isLast: isLast) { transaction in
                    let result = try plan(transaction)
                    needsOnlyLine = needsOnlyLine || transaction.onlyRemoves
                    return result
                }
            }
        }
        removeTrash()
        if let record {
            isNew = false
            try finish(record)
        }
        return result
    }

    /// - Parameter isLast: whether this is the last attempt on a full disk, which may delete
    ///   documents without history.
    private func attempt<Result>(
        _ command: String, _ kind: JournalRecord.Kind, _ step: JournalRecord.Step?,
        _ targets: [Int], isLast: Bool,
        _ plan: (WorkspaceTransaction) throws -> Result
    ) throws -> (Result, JournalRecord?) {
        let staging = try staging()
        var attempts = 0
        while true {
            let journal = try journal()
            let transaction = try WorkspaceTransaction(in: places(), staging, journal)
            do {
                let result = try plan(transaction)
                if transaction.isEmpty { return (result, nil) }
                // A rollback changes only what its own group has changed.
                if kind != .rollback { try checkNotBusy(transaction.subjects) }
                var line = activity.record(kind, named: command, after: journal.state)
                (line.writer, line.targets) = (staging.name, targets)
                if kind != .change { line.step = step }
                do {
                    if kind != .rollback {
                        try activity.willChange(transaction.subjects, staging)
                    }
                    let record = try transaction.perform(line)
                    stamp(transaction)
                    activity.didChange(record)
                    return (result, record)
                } catch let error as ScaryBugsError
                    where error.isOfFullDisk && isLast && kind == .change
                    && activity.group?.isOfUser != true
                {
                    guard try transaction.removeWithoutHistory() else { throw error }
                    warn("the disk is full: what was deleted is not in the history")
                    if durability == .batched {
                        unsynced = journal.state.number
                    } else {
                        do { try transaction.places.documents.sync() } catch {
                            throw Self.mayNotLast(error)
                        }
                    }
                    return (result, nil)
                }
            } catch let error as ScaryBugsError
                where error.code == .system(.fileExists) && attempts < 100
            {
                // A program that doesn't use the lock took the number.
                attempts += 1
            } catch {
                transaction.discard()
                if staging.isLeft { leaveStaging() }
                throw error
            }
        }
    }

    /// Gives the documents' directory the time of the transaction.
    private func stamp(_ transaction: WorkspaceTransaction) {
        guard transaction.changesTime else {
            transaction.end?.revealOtherChanges(in: transaction.places.documents)
            return
        }
        transaction.end?.restore(in: transaction.places.documents)
    }

    func places() throws -> WorkspacePlaces {
        try WorkspacePlaces(
            directory: makeBase().directory, documents: writable(), warn: warn)
    }

    /// Appends a line without changes to the journal.
    func log(
        _ kind: JournalRecord.Kind, targets: [Int] = [], step: JournalRecord.Step? = nil
    ) throws {
        let staging = try staging()
        try locked {
            try journal().log(kind, by: staging.name) { record in
                record.state.isUnsafe = record.state.isUnsafe || kind == .unsafe
                (record.targets, record.step) = (targets, step)
            }
        }
    }

    // MARK: A full disk

    /// Runs `body`. If the disk is full, frees the reserve and runs it again. Only the user decides
    /// about the history.
    ///
    /// - Parameters:
    ///   - usesReserve: whether the reserve may be freed.
    ///   - body: receives whether this is the last attempt.
    func makingRoom<Result>(
        usingReserve usesReserve: @autoclosure () -> Bool,
        _ body: (_ isLast: Bool) throws -> Result
    ) throws -> Result {
        do { return try body(false) } catch let error as ScaryBugsError where error.isOfFullDisk {
            if usesReserve() {
                _ = try ifPossible { try locked { try journal().releaseReserve() } }
            }
            return try body(true)
        }
    }

    /// Adds advice to the error of a full disk, unless it is the disk of a temporary file.
    func advisingOnFullDisk<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError where error.isOfFullDisk {
            guard let directory = base?.directory, !directory.hasRoom else { throw error }
            throw error.adding("'history forget' makes room by removing all earlier versions")
        }
    }
}

extension ScaryBugsError {
    /// Whether the disk or the user's quota is full.
    var isOfFullDisk: Bool {
        code == .system(.noSpace) || code == .system(.diskQuotaExceeded)
    }
}
