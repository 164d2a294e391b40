import SystemPackage

extension Workspace {
    /// Plans changes under the workspace's lock, and makes all of them or none.
    ///
    /// ```swift
    /// let names = try workspace.transaction(named: "import a.scarybug") { changes in
    ///     try changes.add(staged)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - command: the command in the history, unless the line that the user typed is known.
    ///   - step: the step to undo or redo.
    ///   - plan: plans the changes, and reads all that it needs. It is called again if another
    ///     program takes a number at the same time.
    /// - Returns: the result of `plan`, once the changes are as durable as ``durability`` requires.
    func transaction<Result>(
        named command: String, _ kind: JournalRecord.Kind = .change,
        of step: JournalRecord.Step? = nil, targets: [Int] = [],
        _ plan: (WorkspaceTransaction) throws -> Result
    ) throws -> Result {
        _ = try writable()
        let (result, record) = try makeBase().lock.holding {
            // This process needs its staging directory first, so that either of two processes sees
            // the other.
            _ = try makingRoom(forgetting: kind == .change) { _ in try staging() }
            try lookAround()
            return try makingRoom(forgetting: kind == .change) { isLast in
                try attempt(command, kind, step, targets, isLast: isLast, plan)
            }
        }
        if let record {
            isNew = false
            try finish(record)
        }
        return result
    }

    /// - Parameter isLast: whether this is the last attempt on a full disk, which may delete
    ///   documents without history.
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
                // A program that doesn't use the lock took the number.
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

    /// Appends a line without changes to the journal.
    func log(
        _ kind: JournalRecord.Kind, targets: [Int] = [], step: JournalRecord.Step? = nil
    ) throws {
        let staging = try staging()
        try makeBase().lock.holding {
            try journal().log(kind, by: staging.name) { record in
                record.state.isUnsafe = record.state.isUnsafe || kind == .unsafe
                (record.targets, record.step) = (targets, step)
            }
        }
    }

    // MARK: Durability

    /// Whether a loss of power could undo some changes.
    public var hasUnsyncedChanges: Bool { unsynced != nil || !exports.isEmpty }

    /// Makes all changes so far durable.
    ///
    /// - Throws: ``ScaryBugsError`` if the sync fails. Its message says that a loss of power may
    ///   undo the changes. Another sync would not help.
    public func sync() throws {
        do { try flush() } catch { throw Self.mayNotLast(error) }
    }

    /// Syncs all changes so far, and records that in the journal.
    func flush() throws {
        try syncExports()
        guard let number = unsynced, let documents = try readable() else { return }
        unsynced = nil
        do { try documents.syncFileSystem() } catch {
            // After an error, the system discards the data that it could not write. It reports that
            // only once.
            try? Interruption.shielded { try log(.unsafe) }
            throw error
        }
        // This line only spares recovery some work, so it may fail.
        if try !isUnsafe() {
            try? Interruption.shielded { try log(.synced, targets: [number]) }
            prepared?.removeMarks()
        }
    }

    /// Makes the names of exported files durable, now or with the next sync.
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

    /// Makes a transaction as durable as ``durability`` requires.
    private func finish(_ record: JournalRecord) throws {
        if durability == .batched || activity.isInGroup || activity.defersSync {
            unsynced = record.number
            return
        }
        do { try sync(record) } catch {
            try? Interruption.shielded { try log(.unsafe) }
            throw Self.mayNotLast(error)
        }
        if try !isUnsafe() { prepared?.removeMarks() }
        try forgetOldSteps()
    }

    /// With more changes than this, one sync of the whole file system is faster than a sync for
    /// each.
    static let fewChanges = 4

    /// Syncs new contents, then the directories in which names changed, then the journal.
    private func sync(_ record: JournalRecord) throws {
        let places = try places()
        // A change may depend on a change by another process that is not on the disk yet.
        guard record.changes.count <= Self.fewChanges, neighbours.seen != nil,
            record.changes.allSatisfy(\.isOfContents)
        else { return try places.documents.syncFileSystem() }
        var usesSlots = false
        var directories: [Directory] = []
        for case .contents(let path, let before, let after, _) in record.changes {
            // Another change of this transaction removed the document, so it needs no sync.
            guard let (directory, name) = try ifPossible({ try places.locate(path) }) else {
                continue
            }
            // Documents with pictures were synced before they were moved into place.
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

    /// Runs `body`, and makes all of its changes durable with one sync.
    func together<Result>(_ body: () throws -> Result) throws -> Result {
        guard durability == .eachChange, !activity.isInGroup else { return try body() }
        activity.defersSync = true
        defer { activity.defersSync = false }
        let result = try body()
        try sync()
        return result
    }

    /// Seconds for which an export or import of many files collects reports before one sync.
    static let gatheringSeconds = 1.0

    static func mayNotLast(_ error: any Error) -> any Error {
        guard let error = error as? ScaryBugsError, case .system = error.code else { return error }
        return error.adding("the change was made, but a loss of power may undo it")
    }

    /// Runs `body`. If the disk is full, frees the reserve and all steps but the newest, and runs
    /// it again.
    ///
    /// - Parameters:
    ///   - isForgetting: whether steps may be removed. False for undo and redo, which need them.
    ///   - body: receives whether this is the last attempt.
    func makingRoom<Result>(
        forgetting isForgetting: Bool = true, _ body: (_ isLast: Bool) throws -> Result
    ) throws -> Result {
        do { return try body(false) } catch let error as ScaryBugsError where error.isOfFullDisk {
            _ = try ifPossible {
                try makeBase().lock.holding { try freeRoom(forgetting: isForgetting) }
            }
            return try body(true)
        }
    }

    private func freeRoom(forgetting isForgetting: Bool) throws {
        let journal = try journal()
        try journal.releaseReserve()
        guard isForgetting, journal.state.step > journal.firstStep else { return }
        try forget(keeping: 1, bytes: 0)
        warn("the disk is full: all steps but the newest were removed from the history")
    }

    // MARK: Other processes

    /// The state of the parent of all staging directories when this process was last alone.
    struct Neighbours {
        fileprivate var seen: FileStatus?
    }

    /// Recovers from killed processes. The caller must hold the workspace's lock.
    private func lookAround() throws {
        let directory = try makeBase().directory
        // A new process changes the parent directory. While this process is alone, no other can
        // have died.
        let status = try directory.status(of: Staging.parentName)
        if let status, status == neighbours.seen { return }
        try recover()
        neighbours.seen = status?.links == 3 ? status : nil
    }

    /// Recovers from processes that died since this process opened the workspace. Without this, a line
    /// could show or select what they left half done.
    func recoverBetweenLines() {
        guard let base, let status = try? base.directory.status(of: Staging.parentName),
            status != neighbours.seen
        else { return }
        // As when a workspace is opened, reading goes on if this fails. An interruption stops the
        // line at its next check.
        try? base.lock.holdingIfFree { try recover() }
    }

    /// - Throws: ``ScaryBugsError/Code/busy`` if another session's open group has changed one of
    ///   these documents, or the preferences.
    private func checkNotBusy(_ subjects: Set<String>) throws {
        if neighbours.seen != nil { return }
        let own = try staging().name
        guard let parent = try makeBase().directory.directory(named: Staging.parentName) else {
            return
        }
        for name in try parent.names() where name != own {
            let bytes = try ifPossible {
                try parent.directory(named: name)?.file(named: Activity.groupFileName)?
                    .contents(limit: Limit(64 << 20))
            }
            guard let bytes else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let shared = subjects.intersection(lines.map(String.init))
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
    /// Whether the change only exchanges a document or a file with a slot.
    fileprivate var isOfContents: Bool {
        if case .contents(_, _, _, .history) = self { return true }
        return false
    }
}

extension ScaryBugsError {
    /// Whether the disk or the user's quota is full.
    var isOfFullDisk: Bool {
        code == .system(.noSpace) || code == .system(.diskQuotaExceeded)
    }
}
