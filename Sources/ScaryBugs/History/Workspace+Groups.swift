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

    /// Whether a line of the running script changed something.
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
                let file = try locked { try journal().file }
                try rollBack(file.lines(numbered: group.transactions), in: file)
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
    private func rollBack(_ lines: [JournalLine], in file: JournalFile) throws {
        var hasLeft = false
        let changed = Set(lines.lazy.filter { $0.kind == .change }.map(\.number))
        var done = 0
        let total = lines.reduce(0) { $0 + $1.changeCount }
        for piece in Self.pieces(of: lines.sorted { $0.number > $1.number }) {
            report(.takingBack, done, of: total, .changes)
            done += piece.reduce(0) { $0 + $1.changeCount }
            let changes = try file.reversedChanges(of: piece)
            var planned: [JournalChange] = []
            try transaction(named: "rollback", .rollback, targets: piece.map(\.number)) {
                transaction in
                planned = []
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
                        planned.append(change)
                    }
                }
                transaction.forgetHighest()
            }
            rolledBackSlots += planned.compactMap { RolledBackSlot($0, of: changed) }
        }
        // A transaction that was skipped entirely still needs a line that ends it.
        if hasLeft { try log(.rollback, targets: lines.map(\.number)) }
    }

    /// Moves what rollbacks left in slots to the trash, which is removed without the workspace's lock.
    /// The caller has synced the rollbacks. Before that, a loss of power could bring the new versions
    /// back, and leave the old ones in the slots.
    func discardRolledBack() throws {
        guard !rolledBackSlots.isEmpty else { return }
        defer { rolledBackSlots = [] }
        try locked {
            let journal = try journal()
            let bytes = try staging().trash(rolledBackSlots, of: journal.directory)
            try journal.log(.rollback, by: staging().name) { $0.state.heldBytes -= bytes }
        }
        hasTrash = true
        removeTrash()
    }
}

/// A slot whose contents are no longer needed.
struct RolledBackSlot {
    let name: String
    let bytes: Int64

    /// The slot of a change that was made to roll back another one; nil if it is still needed.
    ///
    /// - Parameter transactions: the changes that were rolled back.
    init?(_ change: JournalChange, of transactions: Set<Int>) {
        // The rollback of an undo leaves in the slot what another undo needs.
        guard case .contents(_, .some, _, .history(let name)) = change,
            let number = SlotName(name)?.number, transactions.contains(number)
        else { return nil }
        (self.name, bytes) = (name, change.slotSize)
    }
}
