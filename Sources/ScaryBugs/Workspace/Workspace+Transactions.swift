import SystemPackage

extension Workspace {
    /// Plans changes under the workspace's lock, and makes them all or none.
    ///
    /// ```swift
    /// let names = try workspace.transaction(named: "import a.scarybug") { changes in
    ///     try changes.add(staged)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - command: how the history calls it, unless the user's own words are known.
    ///   - step: the step that is undone or redone.
    ///   - plan: reads what it needs anew. It may be called again where another program takes a
    ///     number at the same time.
    /// - Returns: what `plan` does, once the changes are as safe as ``durability`` says.
    func transaction<Result>(
        named command: String, _ kind: JournalRecord.Kind = .change,
        of step: JournalRecord.Step? = nil, targets: [Int] = [],
        _ plan: (WorkspaceTransaction) throws -> Result
    ) throws -> Result {
        _ = try writable()
        let (result, record) = try makeBase().lock.holding {
            // Alone or not is told once this process is among the others.
            _ = try makingRoom(forgetting: kind == .change) { _ in try staging() }
            try lookAround()
            return try makingRoom(forgetting: kind == .change) { isLast in
                try attempt(command, kind, step, targets, isLast: isLast, plan)
            }
        }
        if let record { try finish(record) }
        return result
    }

    /// - Parameter isLast: whether documents are removed without history on a full disk.
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
                try checkNotBusy(transaction.subjects)
                var line = activity.record(kind, named: command, after: journal.state)
                (line.writer, line.targets) = (staging.name, targets)
                if kind != .change { line.step = step }
                do {
                    if kind != .rollback {
                        try activity.willChange(transaction.subjects, staging)
                    }
                    let record = try transaction.perform(line)
                    activity.didChange(record)
                    return (result, record)
                } catch let error as ScaryBugsError
                    where error.isOfFullDisk && isLast && activity.group?.isOfUser != true
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
                // Another program, without the lock, took the number.
                attempts += 1
            } catch {
                transaction.discard()
                if staging.isLeft { leaveStaging() }
                throw error
            }
        }
    }

    func places() throws -> WorkspacePlaces {
        try WorkspacePlaces(
            directory: makeBase().directory, documents: writable(), warn: warn)
    }

    /// Appends a line that changes nothing.
    func note(
        _ kind: JournalRecord.Kind, targets: [Int] = [], step: JournalRecord.Step? = nil
    ) throws {
        let staging = try staging()
        try makeBase().lock.holding {
            try journal().note(kind, by: staging.name) { record in
                record.state.isUnsafe = record.state.isUnsafe || kind == .unsafe
                (record.targets, record.step) = (targets, step)
            }
        }
    }

    // MARK: Durability

    /// Whether there are changes that would not last a loss of power.
    public var hasUnsyncedChanges: Bool { unsynced != nil || !exports.isEmpty }

    /// Returns when everything done so far lasts a loss of power.
    ///
    /// - Throws: ``ScaryBugsError`` that says that it may not; another sync would not help.
    public func sync() throws {
        do { try flush() } catch { throw Self.mayNotLast(error) }
    }

    /// Syncs what was done so far, and notes that in the journal.
    func flush() throws {
        try syncExports()
        guard let number = unsynced, let documents = try readable() else { return }
        unsynced = nil
        do { try documents.syncFileSystem() } catch {
            // After an error the system forgets what it could not write, and says so only once.
            try? note(.unsafe)
            throw error
        }
        // The line saves work after a loss of power, and nothing depends on it.
        if try !isUnsafe() {
            try? note(.synced, targets: [number])
            prepared?.removeMarks()
        }
    }

    /// Makes the names of exported files last, at once or with the next sync.
    func didExport(to directory: Directory) throws {
        if durability == .batched {
            exports[try directory.status().identity.device] = directory
            return
        }
        do { try directory.sync() } catch { throw Self.mayNotLast(error) }
    }

    private func syncExports() throws {
        let directories = exports.values
        exports = [:]
        for directory in directories { try directory.syncFileSystem() }
    }

    private func isUnsafe() throws -> Bool {
        try makeBase().lock.holding { () throws -> Bool in try journal().state.isUnsafe }
    }

    /// Makes a transaction that is done as safe as ``durability`` says.
    private func finish(_ record: JournalRecord) throws {
        if durability == .batched || activity.isInGroup || activity.defersSync {
            unsynced = record.number
            return
        }
        do { try sync(record) } catch {
            try? note(.unsafe)
            throw Self.mayNotLast(error)
        }
        if try !isUnsafe() { prepared?.removeMarks() }
        try forgetOldSteps()
    }

    /// Changes after which one sync of the whole file system costs less than one for each.
    static let fewChanges = 4

    /// Syncs new contents, then the directories in which names changed, then the journal.
    private func sync(_ record: JournalRecord) throws {
        let places = try places()
        // Beside others, a change may build on one of theirs that is not on the disk.
        guard record.changes.count <= Self.fewChanges, neighbours.seen != nil,
            record.changes.allSatisfy(\.isOfContents)
        else { return try places.documents.syncFileSystem() }
        var usesSlots = false
        var directories: [Directory] = []
        for case .contents(let path, let before, let after, _) in record.changes {
            // A document that went with another change of the same transaction needs no sync.
            guard let (directory, name) = try? places.locate(path) else { continue }
            // Documents with pictures were synced before they got their place.
            if let after, after.files.count <= 1 || record.kind != .change {
                try directory.syncEntry(named: name)
            }
            if !directories.contains(where: { $0 === directory }) { directories.append(directory) }
            usesSlots = usesSlots || before != nil || record.kind != .change
        }
        let journal = try makeBase().lock.holding { () throws -> Journal in try self.journal() }
        if usesSlots { directories.append(journal.directory) }
        for directory in directories { try directory.sync() }
        try journal.sync()
    }

    /// Runs `body`, whose changes last together when this returns.
    func together<Result>(_ body: () throws -> Result) throws -> Result {
        guard durability == .eachChange, !activity.isInGroup else { return try body() }
        activity.defersSync = true
        defer { activity.defersSync = false }
        let result = try body()
        try sync()
        return result
    }

    /// Seconds for which reports of an export or import to many places are gathered for one sync.
    static let gatheringSeconds = 1.0

    static func mayNotLast(_ error: any Error) -> any Error {
        guard let error = error as? ScaryBugsError, case .system = error.code else { return error }
        return ScaryBugsError(
            error.code,
            "\(error.message); the change was made, but a loss of power may undo it",
            cause: error)
    }

    /// Runs `body`, and once more where the disk is full: the reserve goes, and all steps but the
    /// newest.
    ///
    /// - Parameters:
    ///   - isForgetting: whether steps may go; not those that are being undone.
    ///   - body: gets whether it is the last time.
    func makingRoom<Result>(
        forgetting isForgetting: Bool = true, _ body: (_ isLast: Bool) throws -> Result
    ) throws -> Result {
        do { return try body(false) } catch let error as ScaryBugsError where error.isOfFullDisk {
            try? makeBase().lock.holding {
                let journal = try journal()
                try journal.releaseReserve()
                guard isForgetting, journal.state.step > journal.firstStep else { return }
                try forget(keeping: 1, bytes: 0)
            }
            return try body(true)
        }
    }

    // MARK: Other processes

    /// What was seen of other processes' staging directories.
    struct Neighbours {
        fileprivate var seen: FileStatus?
    }

    /// Recovers from processes that died. The workspace's lock must be held.
    private func lookAround() throws {
        let directory = try makeBase().directory
        // The parent directory changes when a process comes; alone, there is nobody who could die.
        let status = try directory.status(of: Staging.parentName)
        if let status, status == neighbours.seen { return }
        try recover()
        neighbours.seen = status?.links == 3 ? status : nil
    }

    /// - Throws: ``ScaryBugsError/Code/busy`` where another session's open group changed a document
    ///   or the preferences, by their names in `subjects`.
    private func checkNotBusy(_ subjects: Set<String>) throws {
        if neighbours.seen != nil { return }
        let own = try staging().name
        guard let parent = try makeBase().directory.directory(named: Staging.parentName) else {
            return
        }
        for name in try parent.names() where name != own {
            guard let other = try? parent.directory(named: name),
                let file = try? other.file(named: Activity.groupFileName),
                let bytes = try? file.contents(limit: 64 << 20)
            else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let busy = lines.map(String.init)
            let shared = subjects.intersection(busy)
            guard !shared.isEmpty else { continue }
            let document = shared.compactMap(DocumentName.init(directoryName:)).min()
            let what = document.map { "document \($0.number) was" } ?? "the preferences were"
            throw ScaryBugsError(
                .busy,
                "\(what) changed by process \(name.prefix { $0 != "-" }), which has not ended with "
                    + "'commit' or 'rollback' yet; try again then")
        }
    }
}

extension JournalChange {
    /// Whether a document or a file changes places with a slot, and nothing else is changed.
    fileprivate var isOfContents: Bool {
        if case .contents(_, _, _, .history) = self { return true }
        return false
    }
}

extension ScaryBugsError {
    /// Whether there is no room for more files or bytes.
    var isOfFullDisk: Bool {
        code == .system(.noSpace) || code == .system(.diskQuotaExceeded)
    }
}
