import SystemPackage

extension Workspace {
    /// Plans changes under the workspace's lock and makes all of them or none, or adds them to the batch
    /// of a script.
    ///
    /// ```swift
    /// let names = try workspace.writing("import") { writer in try writer.add(staged) }
    /// ```
    ///
    /// - Parameters:
    ///   - command: the command in the history, unless the line that the user typed is known.
    ///   - plan: plans the changes, and reads all that it needs. It is called again if another program
    ///     changes the same at the same time.
    package func writing<Result>(_ command: String, _ plan: (Writer) throws -> Result) throws
        -> Result
    {
        try writing(plan, recording: command) { writer in
            activity.operation(named: command, next: writer.nextStep)
        }
    }

    /// - Parameter operation: returns the operation of the changes.
    func writing<Result>(
        _ plan: (Writer) throws -> Result, recording command: String = "",
        as operation: (Writer) throws -> Operation
    ) throws -> Result {
        if isDryRun { return try planning(plan, as: operation) }
        _ = try writable()
        return try advisingOnFullDisk {
            var attempts = 0
            while true {
                let isAlone = writer == nil
                do {
                    guard isAlone, activity.group == nil else {
                        return try attempt(plan, command, operation)
                    }
                    return try settingDamageAside { try attempt(plan, command, operation) }
                } catch let error as ScaryBugsError
                    where error.code == .system(.fileExists) && isAlone && attempts < 100
                {
                    attempts += 1
                } catch let error as NoRoom {
                    guard isAlone, error.onlyRemoves else { throw error.error }
                    // Removals may use what was reserved for them.
                    return try makeBase().lock.holding {
                        try releaseReserve()
                        return try attempt(plan, command, operation, isLast: true)
                    }
                }
            }
        }
    }

    /// A commit that failed on a full disk.
    private struct NoRoom: Error {
        let error: ScaryBugsError
        let onlyRemoves: Bool
    }

    private func attempt<Result>(
        _ plan: (Writer) throws -> Result, _ command: String,
        _ operation: (Writer) throws -> Operation, isLast: Bool = false
    ) throws -> Result {
        let writer = try openWriter(for: command)
        do {
            let count = writer.planned.count
            let planned = try operation(writer)
            let result = try writer.planning(planned, activity) { try plan(writer) }
            if writer.planned.count > count {
                activity.didChange(planned, writer.planned.count - count)
            }
            let isGathering = activity.isGathering || (activity.gathersLines && !writer.isFull)
            if !isGathering { try commitBatch(isLast: isLast) }
            return result
        } catch {
            if self.writer?.hasChanges == false { closeWriter() }
            throw error
        }
    }

    private func openWriter(for command: String) throws -> Writer {
        if let writer { return writer }
        let base = try makeBase()
        try base.lock.acquire()
        do {
            directories.forgetReplaced()
            if let long = activity.script?.name
                ?? (Self.longCommands.contains(command) ? command : nil)
            {
                base.lock.record(long, at: Timestamp(secondsSince1970: FileTime.now.seconds))
            }
            try recoverIfDue()
            let staging = try makingRoom { try self.staging() }
            let store = try makingRoom { try self.store() }
            let opened = try Writer(in: places(), staging, store, activity)
            writer = opened
            return opened
        } catch {
            base.lock.release()
            throw error
        }
    }

    /// Commands that may take long, so that others want to know why they wait.
    private static let longCommands = ["import", "restore"]

    func closeWriter() {
        guard writer != nil else { return }
        writer = nil
        directories.base?.lock.release()
    }

    /// Makes the changes of the open batch. Then they survive a loss of power.
    public func commitBatch() throws {
        do { try commitBatch(isLast: false) } catch let error as NoRoom { throw error.error }
    }

    /// - Parameter isLast: whether this is the last attempt on a full disk, which may delete documents
    ///   without history.
    private func commitBatch(isLast: Bool) throws {
        guard let writer, !isDryRun else { return }
        defer { closeWriter() }
        let onlyRemoves = writer.hasChanges && writer.onlyRemoves
        do {
            if writer.hasChanges { try writer.places.check() }
            try writer.commit()
            if let last = writer.planned.last {
                directories.keep()
                lastChange = ChangeName(
                    history: writer.store.state.identity, number: last.number)
            }
        } catch let error as ScaryBugsError where error.isOfFullDisk {
            guard isLast, onlyRemoves, activity.group == nil else {
                writer.discardAll()
                throw NoRoom(error: dropping(error, of: writer), onlyRemoves: onlyRemoves)
            }
            try writer.removeWithoutHistory()
            warn("the disk is full: what was deleted is not in the history")
        } catch let error as ScaryBugsError {
            writer.discardAll()
            throw dropping(error, of: writer)
        } catch {
            writer.discardAll()
            throw error
        }
        guard activity.group == nil else { return }
        try forgetOldSteps(writer.store)
        writer.store.settle()
    }

    /// The error of a commit that failed, with what that means for a script.
    private func dropping(_ error: ScaryBugsError, of writer: Writer) -> ScaryBugsError {
        guard activity.gathersLines, !activity.isGathering else { return error }
        let count = writer.lineCount
        var error =
            count > 1 ? error.adding("the changes of the last \(count) lines were not made") : error
        error.isOfBatch = true
        return error
    }

    /// Runs `body`, and makes all that it plans with one commit.
    package func together<Result>(_ body: () throws -> Result) throws -> Result {
        let outer = activity.isGathering
        activity.beginGathering()
        defer { activity.isGathering = outer }
        do {
            let result = try body()
            if !outer { try commitBatch() }
            return result
        } catch {
            if !outer, !isDryRun {
                writer?.discardAll()
                closeWriter()
            }
            throw error
        }
    }

    /// Commits the lines of a script, because something that they changed is about to be read.
    package func commitLines() throws { if !activity.isGathering { try commitBatch() } }

    /// Whether lines of a script wait to be committed.
    package var hasPendingChanges: Bool { writer != nil }

    func places() throws -> WorkspacePlaces {
        if isDryRun { return try dryWriter().places }
        return try WorkspacePlaces(
            directory: makeBase().directory, documents: writable()
        ) { [weak self] in self?.warn($0) }
    }

    /// The history, for writing. The caller must hold the workspace's lock. If the history
    /// can't be used, it moves to `Lost and Found`, with a warning.
    func store() throws -> HistoryStore {
        let directory = try makeBase().directory
        do {
            return try HistoryStore(in: directory)
        } catch let error as ScaryBugsError where error.isOfHistory {
            guard try directory.status(of: HistoryStore.directoryName) != nil,
                try ifPossible({ try setHistoryAside(because: error.message) }) != nil
            else { throw error }
            return try HistoryStore(in: directory)
        }
    }

    /// Runs `body`. If it finds that the history is damaged, moves that to `Lost and Found`, and runs it
    /// again.
    func settingDamageAside<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError where error.isOfDamagedHistory {
            try makeBase().lock.holding { try setHistoryAside(because: error.message) }
            return try body()
        }
    }

    private func setHistoryAside(because reason: String) throws {
        let places = try places()
        let deletions = try? HistoryStore(reading: places.directory)?.deletions()
        // Only a directory that its owner may write to can move.
        try? places.directory.setMode(of: RawName(HistoryStore.directoryName), to: 0o700)
        let target = try places.setAside(.other([RawName(HistoryStore.directoryName)]))
        warn(
            "the history cannot be used and is now \(places.describe(target)): \(reason); "
                + "nothing before this can be undone")
        try takeOver(deletions ?? [:])
    }

    /// Records deletions that no change makes, so that no undo ends them.
    package func takeOver(_ deletions: [String: Deletion]) throws {
        if deletions.isEmpty { return }
        let base = try makeBase()
        try base.lock.holding {
            let store = try HistoryStore(in: base.directory)
            try store.begin()
            try store.addDeletions(deletions)
            try store.commit()
        }
    }

    // MARK: A full disk

    /// Runs `body`. If the disk is full, frees the reserve and runs it again.
    func makingRoom<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError where error.isOfFullDisk {
            try releaseReserve()
            return try body()
        }
    }

    private func releaseReserve() throws {
        let history = try directories.base?.directory.directory(named: HistoryStore.directoryName)
        _ = try ifPossible { try history?.removeFile(named: HistoryStore.reserveName) }
    }

    /// Adds advice to the error of a full disk, unless it is the disk of a temporary file.
    package func advisingOnFullDisk<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError where error.isOfFullDisk {
            guard let directory = directories.base?.directory, !directory.hasRoom() else {
                throw error
            }
            throw error.adding("'history forget' makes room by removing all earlier versions")
        }
    }
}

extension ScaryBugsError {
    /// Whether the disk or the user's quota is full.
    package var isOfFullDisk: Bool {
        code == .system(.noSpace) || code == .system(.diskQuotaExceeded)
    }
}
