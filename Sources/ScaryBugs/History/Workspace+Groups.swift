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
        isRollbackUnfinished = false
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
        guard let step = activity.script?.step else {
            activity.script = nil
            return nil
        }
        activity.script = nil
        // If the line cannot be written, other sessions take the script as ended when this process
        // ends.
        try? Interruption.shielded { try log(.end, step: JournalRecord.Step(number: step)) }
        try forgetOldSteps()
        return step
    }

    // MARK: Groups

    /// Whether a group is open, from ``beginGroup(named:)`` to ``commitGroup()`` or ``rollBackGroup()``.
    package var isInGroup: Bool { activity.isInGroup }

    package var groupChangeCount: Int { activity.group?.changeCount ?? 0 }

    func checkIsOutsideGroup(for command: String) throws {
        guard isInGroup else { return }
        throw ScaryBugsError(
            .invalidValue,
            "'\(command)' cannot be used between 'begin' and 'commit'; "
                + "use 'commit' or 'rollback' first")
    }

    /// Begins a group: all following changes stay, or none.
    ///
    /// - Parameter command: the command in the history; nil for the line that changes something.
    public func beginGroup(named command: String? = nil) {
        var group = Activity.Group()
        group.isOfUser = true
        group.command = command
        activity.group = group
    }

    /// Ends the group and keeps its changes. If this fails, the group may still be open.
    public func commitGroup() throws {
        guard let first = activity.group?.first else {
            activity.endGroup()
            return
        }
        // The changes are synced before the commit is recorded. After a loss of power, a commit
        // without them would be wrong.
        try flush()
        try log(.commit, targets: [first])
        activity.endGroup()
        do { try locked { try journal().sync() } } catch {
            throw Self.mayNotLast(error)
        }
        try forgetOldSteps()
    }

    /// Runs `body` as a group: all of its transactions stay, or none.
    func grouping<Result>(if isGroup: Bool, _ body: () throws -> Result) throws -> Result {
        guard isGroup, activity.group == nil else { return try body() }
        activity.group = Activity.Group()
        do {
            let result = try body()
            try commitGroup()
            return result
        } catch {
            try rollBackGroup()
            throw error
        }
    }
}
