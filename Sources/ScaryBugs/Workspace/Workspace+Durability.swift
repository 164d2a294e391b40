extension Workspace {
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
        if try !Interruption.shielded(isUnsafe) {
            try? Interruption.shielded { try log(.synced, targets: [number]) }
            prepared?.removeMarks()
            // If this fails, they are removed with the steps before them.
            try? Interruption.shielded { try discardRolledBack() }
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
        try locked { try journal().state.isUnsafe }
    }

    /// Makes a transaction as durable as ``durability`` requires.
    func finish(_ record: JournalRecord) throws {
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
        let (places, changes) = try (places(), record.changes())
        // A change may depend on a change by another process that is not on the disk yet.
        guard changes.count <= Self.fewChanges, statusWhenAlone != nil,
            changes.allSatisfy(\.isOfContents)
        else { return try places.documents.syncFileSystem() }
        var usesSlots = false
        var directories: [Directory] = []
        for case .contents(let path, let before, let after, _) in changes {
            // Another change of this transaction removed the document, so it needs no sync.
            guard let (directory, name) = try ifIntact({ try places.locate(path) }) else {
                continue
            }
            // Documents with pictures were synced before they were moved into place.
            if let after, after.files.count <= 1 || record.kind != .change {
                try directory.syncEntry(named: name)
            }
            if !directories.contains(where: { $0 === directory }) { directories.append(directory) }
            usesSlots = usesSlots || before != nil || record.kind != .change
        }
        let journal = try locked { try self.journal() }
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
}

extension JournalChange {
    /// Whether the change only exchanges a document or a file with a slot.
    fileprivate var isOfContents: Bool {
        if case .contents(_, _, _, .history) = self { return true }
        return false
    }
}
