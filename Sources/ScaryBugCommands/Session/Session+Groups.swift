import ScaryBugs

extension Session {
    /// A group of lines that take effect together or not at all.
    struct Group {
        /// The position of `begin`; nil if it was typed.
        let position: ScriptPosition?
        /// Whether the group is the whole script, as with `--atomic`.
        var isAtomic = false
        var hasFailed = false
        /// The messages whose documents the group takes in.
        var accepted: [Inbox.Message] = []
    }

    /// Whether an interruption rolls the group back: a script has nobody to decide.
    var losesGroup: Bool { group.map { $0.isAtomic || $0.position != nil } ?? false }

    /// Begins a group. A script's results are held back until the group commits.
    func begin(isAtomic: Bool = false) throws {
        try checkNotInGroup("begin")
        try workspace.beginGroup(named: isAtomic ? nil : "begin … commit")
        group = Group(position: position, isAtomic: isAtomic)
        // The group is open before this can fail, so no later line takes effect by itself.
        if !isInteractive { try output.hold() }
        try confirm("begun; 'commit' keeps the changes, 'rollback' undoes them")
    }

    func commit() throws {
        guard let group, !group.isAtomic else { throw noGroup("commit") }
        // A user sees what failed and decides. A script can't.
        if group.hasFailed, group.position != nil {
            try rollBack()
            throw ScaryBugsError(
                .refused,
                "a line after 'begin' failed, so the changes since then were rolled back")
        }
        let changes = groupChanges
        try commitChanges()
        try confirm("committed \(changes)")
    }

    /// Whether the line has changed something, and no group can take it back.
    var keepsChangesOfLine: Bool { group == nil && workspace.hasChangedInLine }

    private func commitChanges() throws {
        let isChange = workspace.groupChangeCount > 0
        do {
            try output.flush()
            try workspace.commitGroup()
        } catch let error as ScaryBugsError {
            guard workspace.isInGroup else {
                group = nil
                try output.release()
                throw error
            }
            try rollBack()
            throw error.adding("the changes were rolled back")
        }
        let accepted = group?.accepted ?? []
        group = nil
        do { try output.release() } catch let error as ScaryBugsError where isChange {
            throw error.adding("the changes were made")
        }
        for message in accepted { try markAccepted(message) }
    }

    /// Marks a message whose documents were taken in; in a group, when the group commits.
    func markAccepted(_ message: Inbox.Message) throws {
        guard group == nil else {
            group?.accepted.append(message)
            return
        }
        do { try workspace.markAccepted(message) } catch let error as ScaryBugsError {
            try warn(
                "message \(message.number) still waits, though its documents are here: \(error)")
        }
    }

    /// Rolls back the group's changes and discards its results.
    ///
    func rollBack() throws {
        group = nil
        output.drop()
        try workspace.rollBackGroup()
    }

    func rollBackOnRequest() throws {
        guard let group, !group.isAtomic else { throw noGroup("rollback") }
        let changes = groupChanges
        try rollBack()
        try confirm("rolled back \(changes)")
    }

    /// Asks a user who would leave an open group whether its changes may be dropped, and then rolls
    /// them back. Returns whether the session may end.
    func mayLeaveGroup() throws -> Bool {
        let count = workspace.groupChangeCount
        guard group?.isAtomic == false, count > 0 else { return true }
        let question = "the group has \(groupChanges); drop \(count == 1 ? "it" : "them")? [y/N] "
        guard let mayLeave = try Confirmation.answer(to: question, in: self) else { return true }
        if mayLeave {
            try rollBackOnRequest()
        } else {
            try confirm("the group is still open; 'commit' keeps its changes")
        }
        return mayLeave
    }

    /// Tells the user who typed the line what became of the group. A script's results stay as they
    /// are.
    private func confirm(_ text: String) throws {
        if isTyped { try output.print(note: text) }
    }

    private var groupChanges: String {
        let count = workspace.groupChangeCount
        return count == 0 ? "no changes" : count.counting("change")
    }

    func checkNotInGroup(_ command: String) throws {
        guard let group else { return }
        throw ScaryBugsError(
            .invalidValue,
            group.isAtomic
                ? "'\(command)' cannot be used with --atomic; run it in a script without"
                : "'\(command)' cannot be used between 'begin' and 'commit'; "
                    + "use 'commit' or 'rollback' first")
    }

    private func noGroup(_ command: String) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            group == nil
                ? "'\(command)' needs a 'begin' before it"
                : "'\(command)' cannot be used with --atomic, which holds for the whole script")
    }

    // MARK: Scripts

    /// Runs `body` as one step of the history, unless a script is already running.
    func inScript(named name: String, _ body: () throws -> Void) throws {
        guard scriptName == nil else { return try body() }
        scriptName = name
        scriptLineCount = 0
        workspace.beginScript(name)
        defer { scriptName = nil }
        let result = Result { try body() }
        // An error of the script comes first.
        let end = Result {
            try output.commit()
            try workspace.endScript()
        }
        try result.get()
        _ = try end.get()
    }

    private static let wasRolledBack =
        "a line failed, so all changes were rolled back (--atomic)"

    /// Runs `body` atomically: if a line fails, none of its changes take effect.
    func atomically(_ body: () throws -> Void) throws {
        do {
            try begin(isAtomic: true)
            try body()
            if group?.hasFailed == true {
                try rollBack()
                return try fail(Self.wasRolledBack)
            }
            try commitChanges()
        } catch let error as Stop {
            try rollBack()
            try notice(Self.wasRolledBack, as: .error)
            throw error
        } catch {
            try rollBack()
            throw error
        }
    }

    /// Ends the session. A group without a commit is rolled back.
    func finish() throws {
        if group != nil {
            try rollBack()
            try fail(
                "the session ended without 'commit'; the changes since 'begin' were rolled back")
        }
        try output.commit()
    }
}
