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

    /// Begins a script, whose lines become one step.
    ///
    /// - Parameters:
    ///   - name: the name of the script, for the history.
    ///   - step: the script's step so far, if the script returns to this user by `login`.
    package func beginScript(_ name: String, step: Int? = nil) {
        activity.script = Activity.Script(name: name, step: step)
    }

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

    /// Whether a group is open, from ``beginGroup()`` to ``commitGroup()`` or ``rollBackGroup()``.
    package var isInGroup: Bool { activity.isInGroup }

    /// The number of changes in the open group; 0 outside a group.
    package var groupChangeCount: Int { activity.group?.changeCount ?? 0 }

    func checkIsOutsideGroup(for command: String) throws {
        guard isInGroup else { return }
        throw ScaryBugsError(
            .invalidValue,
            "'\(command)' cannot be used between 'begin' and 'commit'; "
                + "use 'commit' or 'rollback' first")
    }

    /// Begins a group: all following changes stay, or none.
    public func beginGroup() {
        activity.group = Activity.Group()
        activity.group?.isOfUser = true
    }

    /// Ends the group and keeps its changes. If this fails, the group may still be open.
    public func commitGroup() throws {
        guard let first = activity.group?.transactions.first else {
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

    /// Ends the group and undoes its changes.
    public func rollBackGroup() throws {
        guard let group = activity.group else { return }
        defer { activity.endGroup() }
        guard !group.transactions.isEmpty else { return }
        do {
            try Interruption.shielded {
                try rollBack(locked { try journal().records(numbered: group.transactions) })
            }
        } catch let error as ScaryBugsError {
            leaveStaging()
            throw error.adding("the next change rolls the group back first")
        }
        _ = readPreferences()
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

    /// Undoes transactions, the newest first. Documents that another program changed since stay as
    /// they are.
    private func rollBack(_ records: [JournalRecord]) throws {
        var hasLeft = false
        var done = 0
        let total = records.reduce(0) { $0 + $1.changeCount }
        for piece in Self.pieces(of: records.sorted { $0.number > $1.number }) {
            report(.takingBack, done, of: total, .changes)
            done += piece.reduce(0) { $0 + $1.changeCount }
            let changes = try piece.flatMap { try $0.reversedChanges() }
            try transaction(named: "rollback", .rollback, targets: piece.map(\.number)) {
                transaction in
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
        }
        // A transaction that was skipped entirely still needs a line that ends it.
        if hasLeft { try log(.rollback, targets: records.map(\.number)) }
    }
}
