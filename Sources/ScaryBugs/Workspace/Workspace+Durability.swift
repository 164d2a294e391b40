// The order of every change, to which tests hold it (see <doc:Safety>):
//
// 1. New contents are written under a name for the meantime: in the staging directory, or for an
//    export beside its place.
// 2. They are synced, files first, then the directory that was made for them. In
//    `Durability.batched` only those that are to replace others are: what is new may be missing
//    after a loss of power, what was there may not.
// 3. One rename gives them their place, or takes a document away.
// 4. The directory of that place is synced. In `batched` the whole file system is instead, within a
//    second and before the end.
// 5. It is reported.
//
// What one command does to many shares the syncs of 2 and 4. For the index nothing is synced.

extension Workspace {
    /// Whether there are changes that would not last a loss of power.
    public var hasUnsyncedChanges: Bool { !unsynced.isEmpty }

    /// Returns when everything done so far lasts a loss of power.
    ///
    /// - Throws: ``ScaryBugsError`` that says that it may not; another sync would not help.
    public func sync() throws {
        try flushIndex()
        try syncChanged { try $0.syncFileSystem() }
    }

    private func syncChanged(_ sync: (Directory) throws -> Void) throws {
        let directories = unsynced.values
        // After an error the system forgets what it could not write, and says so only once.
        unsynced = [:]
        let results = directories.map { directory in Result { try sync(directory) } }
        try tellingOfLoss { for result in results { try result.get() } }
    }

    /// Runs `body`, which syncs what is in its place, and says so in its error.
    private func tellingOfLoss(_ body: () throws -> Void) throws {
        do { try body() } catch let error as ScaryBugsError {
            guard case .system = error.code else { throw error }
            throw ScaryBugsError(
                error.code,
                "\(error.message); what was done is in place, but may not last a "
                    + "loss of power",
                cause: error)
        }
    }

    /// Seconds for which what one command does to many documents is gathered for one sync, and its
    /// reports wait: as long as a script's.
    static let gatheringSeconds = 1.0

    /// Runs `body`, whose changes are not to last each by itself but all together when this returns.
    /// What is in the files is on the disk before.
    func together<Result>(_ body: () throws -> Result) throws -> Result {
        guard durability == .eachChange else { return try body() }
        durability = .batched
        defer { durability = .eachChange }
        let result = try body()
        try flushIndex()
        try syncChanged { try $0.sync() }
        return result
    }

    /// Called when entries of a directory were changed.
    func didChange(_ directory: Directory) throws {
        switch durability {
        case .eachChange: try tellingOfLoss { try directory.sync() }
        case .batched where unsynced.values.contains { $0 === directory }: break
        case .batched: try unsynced[directory.status().identity.device] = directory
        }
    }
}
