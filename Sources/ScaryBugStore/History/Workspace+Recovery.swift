// When a process recovers.

extension Workspace {
    /// The history, if a process has died while it changed something, or the machine was started since.
    private func unsettledHistory(in workspace: Directory) throws -> Directory? {
        // Something else in its place needs no recovery.
        let found = try ifIntact { try workspace.directory(named: HistoryStore.directoryName) }
        guard let history = found, try !HistoryStore.isSettled(history) else { return nil }
        return history
    }

    /// Recovers before this process reads or changes something. The caller must hold the workspace's
    /// lock.
    func recoverIfDue() throws {
        guard let base = directories.base, activity.group == nil, writer == nil else { return }
        let history = try unsettledHistory(in: base.directory)
        let abandoned = try Staging.abandoned(in: base.directory)
        if try history?.status(of: HistoryStore.fileName) != nil {
            try settingDamageAside { try recover() }
        }
        PrivateDirectory.remove(abandoned)
    }

    private func recover() throws {
        let store = try store()
        let places = try places()
        let last = try store.lastChange()
        if last > store.state.durable {
            try Recovery(places: places, store: store).run()
            try places.documents.syncFileSystem()
        }
        let isNoted = try noteRecovery(upTo: last, in: store, places)
        knownPreferences = nil
        if try !store.openOperations().isEmpty {
            // The process of the group has ended.
            try makingRoom { try rollBackOpenGroup(in: store) }
        }
        if try sweep(store), isNoted { store.settle() }
    }

    /// Records that all changes are made.
    ///
    /// - Returns: false if the full disk has no room for that. The next command then recovers again,
    ///   so that a deletion can make room.
    private func noteRecovery(
        upTo last: Int64, in store: HistoryStore, _ places: WorkspacePlaces
    ) throws -> Bool {
        do {
            if last > store.state.applied {
                let time = try places.documents.setUniqueModified()
                try store.record { state in
                    (state.applied, state.durable, state.highest) = (last, last, nil)
                    (state.epoch, state.time) = (state.epoch + 1, time)
                }
            } else if last > store.state.durable {
                try store.record { (state) in state.durable = last }
            }
            return true
        } catch let error as ScaryBugsError where error.isOfFullDisk {
            return false
        }
    }

    /// Recovers if that is due and no other session holds the lock. Readers call it before they read.
    func recoverIfFree(_ base: WorkspaceDirectories.Base) throws {
        do {
            guard let history = try unsettledHistory(in: base.directory),
                try history.status(of: HistoryStore.fileName) != nil
            else { return }
            try base.lock.holdingIfFree { try recoverIfDue() }
        } catch let error as Interrupted {
            throw error
        } catch {
            // On a read-only disk, perhaps nothing is missing.
            guard (try? isNeeded(in: base.directory)) ?? true else { return }
            warn(
                "the changes of a killed command could not be completed: \(error); documents may be "
                    + "half changed until a command can write to \(base.directory.path)")
        }
    }

    private func isNeeded(in workspace: Directory) throws -> Bool {
        guard let store = try HistoryStore(reading: workspace), let documents = try readable()
        else {
            return false
        }
        let places = WorkspacePlaces(directory: workspace, documents: documents, warn: { _ in })
        return try !store.openOperations().isEmpty
            || Recovery(places: places, store: store).isNeeded()
    }

    /// Recovers from processes that died since this process opened the workspace. Without this, a line
    /// could show or select what they left half done.
    func recoverBetweenLines() {
        guard let base = directories.base, directories.isAtItsPath(), writer == nil,
            activity.group == nil
        else { return }
        // An interruption stops the line at its next check.
        try? recoverIfFree(base)
    }

    /// Removes directories from the history that no change needs, as many as a moment allows.
    ///
    /// - Returns: whether all are gone.
    @discardableResult
    func sweep(_ store: HistoryStore) throws -> Bool {
        try store.removeOldMarks()
        let held = try store.heldNumbers()
        let unneeded = try store.directory.names().filter { name in
            Int64(name).map { $0 > 0 && String($0) == name && !held.contains($0) } ?? false
        }
        if unneeded.isEmpty { return true }
        // Old versions may be removed only when the new ones are on the disk.
        try store.directory.syncFileSystem()
        var bound = RemovalBound.ofCommand
        for name in unneeded {
            if bound.isReached { return false }
            bound.entries -= 1
            try store.directory.removeDirectory(named: name)
        }
        return true
    }
}
