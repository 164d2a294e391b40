extension Workspace {
    // MARK: What the user is doing

    /// Begins another line of a session or a script.
    ///
    /// - Parameters:
    ///   - command: the line, for the history.
    ///   - lines: the line numbers of the running scripts, the outermost first.
    ///   - date: the time for the history; nil for the current time.
    public func beginLine(_ command: String, lines: [Int] = [], date: Timestamp? = nil) {
        activity.begin(command, lines: lines, date: date)
        recoverBetweenLines()
    }

    /// Whether the current line has changed something.
    package var hasChangedInLine: Bool { activity.step != nil }

    /// Begins a script, whose lines become one step.
    ///
    /// - Parameters:
    ///   - step: the script's step so far, if the script returns to this user by `login`.
    package func beginScript(_ name: String, step: Int? = nil) {
        activity.script = Activity.Script(name: name, step: step)
    }

    package var hasScriptChanges: Bool { activity.script?.step != nil }

    /// Ends a script.
    ///
    /// - Returns: the number of its step; nil if it changed nothing.
    @discardableResult
    package func endScript() throws -> Int? {
        let step = activity.script?.step
        try commitBatch()
        activity.script = nil
        return step
    }

    // MARK: Groups

    /// Whether a group is open, from ``beginGroup(named:)`` to ``commitGroup()`` or ``rollBackGroup()``.
    package var isInGroup: Bool { activity.group != nil }

    package var groupChangeCount: Int { activity.group?.changeCount ?? 0 }

    /// Whether another session has an open group with changes.
    package func isGroupOpen() throws -> Bool {
        guard !isInGroup, let directory = try directory() else { return false }
        let store = try ifPossible { try HistoryStore(reading: directory) } ?? nil
        return try store?.openOperations().isEmpty == false
    }

    func checkIsOutsideGroup(for command: String) throws {
        guard isInGroup else { return }
        throw ScaryBugsError(
            .invalidValue,
            "'\(command)' cannot be used between 'begin' and 'commit'; "
                + "use 'commit' or 'rollback' first")
    }

    /// Begins a group: all following changes stay, or none. Until its end no other session can change
    /// the workspace.
    ///
    /// - Parameter command: the command in the history; nil for the line that changes something.
    public func beginGroup(named command: String? = nil) throws {
        try commitBatch()
        let base = try makeBase()
        try base.lock.acquire()
        do { try recoverIfDue() } catch {
            base.lock.release()
            throw error
        }
        base.lock.record("begin", at: Timestamp(secondsSince1970: FileTime.now.seconds))
        activity.group = Activity.Group(command: command, lines: activity.lines)
    }

    /// Ends the group and keeps its changes. If this fails, the group is still open.
    public func commitGroup() throws {
        guard activity.group != nil else { return }
        try commitBatch()
        if groupChangeCount > 0 {
            let store = try store()
            let operations = try store.openOperations()
            try store.begin()
            do {
                try store.closeGroup()
                try store.commit()
            } catch {
                store.rollBack()
                // If only the sync failed, the group is closed, and a rollback must find it.
                try? store.reopenGroup(operations)
                throw error
            }
            endGroup()
            try forgetOldSteps(store)
            store.settle()
        } else {
            endGroup()
        }
    }

    private func endGroup() {
        activity.group = nil
        directories.base?.lock.release()
        removeIfUnused()
    }

    /// Ends the group and undoes its changes. Documents that another program changed since stay as they
    /// are.
    public func rollBackGroup() throws {
        guard activity.group != nil else { return }
        defer {
            endGroup()
            _ = readPreferences()
        }
        writer?.discardAll()
        closeWriter()
        guard groupChangeCount > 0 else { return }
        do {
            try Interruption.shielded {
                let store = try store()
                try makingRoom { try rollBackOpenGroup(in: store) }
                if try sweep(store) { store.settle() }
            }
        } catch let error as ScaryBugsError {
            directories.leaveStaging()
            throw error.adding("the group's changes stay until the next command takes them back")
        }
    }

    /// Undoes the open group. The caller must hold the workspace's lock.
    func rollBackOpenGroup(in store: HistoryStore) throws {
        let operations = try store.openOperations()
        let rows = try operations.flatMap { try store.rows(ofOperation: $0) }
            .sorted { $0.number > $1.number }
        report(.takingBack, 0, of: rows.count, .changes)
        let writer = try Writer(in: places(), staging(), store, activity)
        self.writer = writer
        defer { self.writer = nil }
        try writer.planning(Operation(kind: .void), activity) {
            var reversion = Reversion(writer, reader: reader)
            reversion.skip = { problem in
                let what = problem.row.change.documents.last.map { "document \($0.number)" }
                self.warn(
                    "'rollback' leaves \(what ?? "the preferences"): another program changed it")
            }
            try reversion.revert(rows.map { ($0, 0) }) { _ in }
            try store.voidGroup(by: writer.operationID())
            try writer.noteDeletions(by: effects(of: reversion, writer), deleting: false)
        }
        if writer.hasChanges {
            try writer.commit()
        } else {
            try store.commit()
        }
    }
}
