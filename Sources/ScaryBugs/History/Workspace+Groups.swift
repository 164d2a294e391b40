extension Workspace {
    // MARK: What the user is doing

    /// Goes on with another line of a session or a script.
    ///
    /// - Parameters:
    ///   - command: the line, for the history.
    ///   - lines: numbers of the script's lines that are being run, the outermost first.
    ///   - date: the time for the history; nil for the system's.
    public func beginLine(_ command: String, lines: [Int] = [], date: Timestamp? = nil) {
        activity.begin(command, lines: lines, date: date)
    }

    /// Begins a script, whose lines become one step.
    ///
    /// - Parameter step: the step of a script that goes on here.
    public func beginScript(_ name: String, step: Int? = nil) {
        activity.script = Activity.Script(name: name, step: step)
    }

    /// Ends a script.
    ///
    /// - Returns: its step; nil where it changed nothing.
    @discardableResult
    public func endScript() throws -> Int? {
        guard let step = activity.script?.step else {
            activity.script = nil
            return nil
        }
        activity.script = nil
        // Without the line, the end of this process says the same.
        try? Interruption.shielded { try note(.end, step: JournalRecord.Step(number: step)) }
        try forgetOldSteps()
        return step
    }

    // MARK: Groups

    /// Whether changes are held together until ``commitGroup()`` or ``rollBackGroup()``.
    public var isInGroup: Bool { activity.isInGroup }

    /// Holds the changes that follow together: all stay or none.
    public func beginGroup() {
        activity.group = Activity.Group()
        activity.group?.isOfUser = true
    }

    /// Lets the changes of the group stay. Where that fails, the group may still be open.
    public func commitGroup() throws {
        guard let first = activity.group?.transactions.first else {
            activity.endGroup()
            return
        }
        // The changes come first: a commit without them would be a lie after a loss of power.
        try flush()
        try note(.commit, targets: [first])
        activity.endGroup()
        do { try makeBase().lock.holding { try journal().sync() } } catch {
            throw Self.mayNotLast(error)
        }
        try forgetOldSteps()
    }

    /// Takes back the changes of the group.
    public func rollBackGroup() throws {
        guard let group = activity.group else { return }
        defer { activity.endGroup() }
        guard !group.transactions.isEmpty else { return }
        do {
            try Interruption.shielded {
                let records = try makeBase().lock.holding { try journal().records() }
                let numbers = Set(group.transactions)
                try rollBack(records.filter { numbers.contains($0.number) })
            }
        } catch let error as ScaryBugsError {
            leaveStaging()
            throw ScaryBugsError(
                error.code,
                "\(error.message); the next change rolls the group back first",
                cause: error)
        }
        _ = readPreferences()
    }

    /// Runs `body`, all of whose transactions stay or none.
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

    /// Takes back transactions, the newest first. What another program changed since stays.
    private func rollBack(_ records: [JournalRecord]) throws {
        var hasLeft = false
        for record in records.sorted(by: { $0.number > $1.number }) {
            let changes = record.changes.reversed().map(\.reversed)
            try transaction(named: "rollback", .rollback, targets: [record.number]) {
                transaction in
                var reversal = try Reversal(
                    of: changes, in: transaction.places, history: try journal().directory)
                for change in changes {
                    if let problem = try reversal.check(change) {
                        hasLeft = true
                        warn("'rollback' leaves \(problem.description): another program changed it")
                    } else {
                        transaction.plan(change)
                    }
                }
                transaction.forgetHighest()
            }
        }
        // A transaction of which all is left has no line that ends it.
        if hasLeft { try note(.rollback, targets: records.map(\.number)) }
    }
}

extension Reversal.Problem {
    fileprivate var description: String {
        switch self {
        case .changed(let path), .taken(let path), .missing(let path):
            path.document.map { "document \($0.number)" } ?? "the preferences"
        }
    }
}
