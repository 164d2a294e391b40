import ScaryBugs

extension Session {
    /// Lines that take effect together or not at all.
    struct Group {
        /// Where `begin` stands; nil for a line that was typed.
        let position: ScriptPosition?
        /// Whether it is the whole script, as `--atomic` asks.
        var isAtomic = false
        /// Whether a line failed.
        var hasFailed = false
    }

    /// Begins a group. In a script its results are held back until it commits.
    func begin(isAtomic: Bool = false) throws {
        try checkNotInGroup("begin")
        workspace.beginGroup()
        group = Group(position: position, isAtomic: isAtomic)
        // Where this fails, the group is open already, so no line takes effect by itself.
        if !isInteractive { try output.hold() }
    }

    /// Ends the group that `begin` began.
    func commit() throws {
        guard let group, !group.isAtomic else { throw noGroup("commit") }
        // A person sees what failed and decides; a script cannot.
        if group.hasFailed, group.position != nil {
            try rollBack()
            throw ScaryBugsError(
                .refused,
                "a line after 'begin' failed, so the changes since then were rolled back")
        }
        try commitChanges()
    }

    private func commitChanges() throws {
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
            throw ScaryBugsError(
                error.code, "\(error.message); the changes were rolled back", cause: error)
        }
        group = nil
        try output.release()
    }

    /// Takes the group's changes back and drops its results.
    func rollBack() throws {
        group = nil
        output.drop()
        try workspace.rollBackGroup()
    }

    /// `rollback` as a command.
    func rollBackOnRequest() throws {
        guard let group, !group.isAtomic else { throw noGroup("rollback") }
        try rollBack()
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

    /// Runs `body`, whose lines are one step of the history, unless a script runs already.
    func inScript(named name: String, _ body: () throws -> Void) throws {
        guard scriptName == nil else { return try body() }
        scriptName = name
        scriptLineCount = 0
        workspace.beginScript(name)
        defer { scriptName = nil }
        let result = Result { try body() }
        _ = try workspace.endScript()
        try result.get()
    }

    /// Runs `body`, all of whose changes take effect, or none if a line fails.
    func atomically(_ body: () throws -> Void) throws {
        do {
            try begin(isAtomic: true)
            try body()
            if group?.hasFailed == true {
                try rollBack()
                return try fail("a line failed, so all changes were rolled back (--atomic)")
            }
            try commitChanges()
        } catch {
            try rollBack()
            throw error
        }
    }

    /// Ends what is still open: a group without a commit is rolled back.
    func finish() throws {
        if group != nil {
            try rollBack()
            try fail(
                "the session ended without 'commit'; the changes since 'begin' were rolled back")
        }
        try sync()
    }
}
