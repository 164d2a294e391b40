/// One user's documents on disk.
///
/// The documents' directories hold the data; everything else about documents is a cache. A
/// workspace that does not exist reads as empty. The first change creates it.
public final class Workspace {
    /// When a change becomes durable, so that it survives a loss of power.
    public enum Durability: Sendable {
        /// Before the change is reported.
        case eachChange
        /// At the next ``Workspace/sync()``. Until then the old version stays on the disk.
        case batched
    }

    /// The directory that contains this workspace.
    public let home: Home
    /// The owner of the documents.
    public let user: UserName
    /// When this session's changes survive a loss of power.
    public let durability: Durability

    private(set) var base: Base?
    private var documents: Directory?
    /// Whether this session created the user's directory and has not kept anything in it yet.
    var isNew = false
    private(set) var prepared: Staging?
    private(set) var openedJournal: Journal?
    let index: WorkspaceIndex
    var knownPreferences: PreferencesFile.Contents?
    /// Whether the next use of the workspace must read the preferences first.
    var needsPreferences = false
    /// Whether a recovery runs. It may find the preferences half replaced.
    var isRecovering = false
    var activity = Activity()
    /// Whether another directory is at the workspace's path now, so that nothing may use the open one.
    var isReplaced = false
    /// The number of this session's last transaction that was not synced yet; nil if there is none.
    var unsynced: Int?
    /// The most changes that one transaction undoes, so that it does not hold the lock for long.
    var changesTogether = 1_000
    /// The first transactions of rolled-back groups. The next sync discards their slots.
    var groupsToDiscard: [Int] = []
    /// The number of steps that the open group of another process keeps in the history, although they
    /// are too many; nil if it keeps none.
    var stepsKeptByOthers: Int?
    /// Whether Ctrl-C ended the last rollback before all was undone.
    package internal(set) var isRollbackUnfinished = false
    /// Directories with exports that were not synced yet, one for each file system.
    var exports: [UInt64: Directory] = [:]
    /// The status of the parent of all staging directories when this process was last alone; nil
    /// if it never was.
    var statusWhenAlone: FileStatus?
    /// Whether killed processes left something that nobody needs any more.
    var hasTrash = false
    /// Receives the progress of operations on many documents, on the caller's thread.
    public var onProgress: ((Progress) -> Void)?
    /// Receives a sentence about the process that holds the workspace, once a change has waited two
    /// seconds for it, on the thread that waits.
    public var onWait: ((String) -> Void)?
    /// Whether a change waits for other sessions until Ctrl-C. Otherwise it waits as many seconds as the
    /// preference `wait` says.
    public var waitsUntilInterrupted = false
    /// Warnings that the user has not seen yet, and all warnings so far.
    private var warnings: (untold: [String], all: Set<String>) = ([], [])

    /// The user's directory and its lock, which excludes other sessions while this one changes the
    /// workspace.
    struct Base {
        let directory: Directory
        let lock: WorkspaceLock
    }

    static let documentsName = "Private Documents"

    /// - Parameters:
    ///   - home: the directory of all users.
    ///   - user: the user whose documents the workspace contains.
    ///   - durability: when a change becomes durable.
    ///   - cachePath: the directory of all indexes; nil to use no index.
    public init(
        home: Home, user: UserName, durability: Durability = .eachChange, cachePath: String? = nil
    ) {
        self.home = home
        self.user = user
        self.durability = durability
        index = WorkspaceIndex(cachePath: cachePath, user: user)
    }

    // MARK: Directories

    /// The user's directory; nil if it does not exist yet.
    package func directory() throws -> Directory? { try openBase()?.directory }

    /// The user's directory with its lock; nil if it does not exist yet.
    func openBase() throws -> Base? {
        if isReplaced { try base?.directory.checkIsAtItsPath() }
        if base == nil {
            guard let directory = try home.directory(of: user) else { return nil }
            needsPreferences = true
            try recoverIfFree(open(directory))
        }
        if let base, needsPreferences, !isRecovering { try loadPreferences(in: base) }
        return base
    }

    private func open(_ directory: Directory) -> Base {
        let lock = WorkspaceLock(on: directory) { [weak self] in self?.waiting ?? LockWaiting() }
        let opened = Base(directory: directory, lock: lock)
        base = opened
        return opened
    }

    /// The user's directory with its lock; creates the directory if it does not exist.
    func makeBase() throws -> Base {
        if let present = try openBase() { return present }
        isNew = true
        return try open(home.directory(creating: user))
    }

    /// Runs `body` while no other session changes the workspace.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        try makeBase().lock.holding(body)
    }

    /// Creates the workspace if it does not exist.
    public func create() throws {
        _ = try writable()
        isNew = false
    }

    /// The documents' directory, for reading; nil if it does not exist yet.
    func readable() throws -> Directory? {
        if let documents, !isReplaced { return documents }
        guard let base = try openBase(),
            let found = try base.directory.directory(named: Self.documentsName)
        else { return nil }
        documents = found
        return found
    }

    /// The documents' directory, for changing; creates it if it does not exist.
    func writable() throws -> Directory {
        if let present = try readable() { return present }
        let made = try makeBase().directory.directory(creating: Self.documentsName)
        documents = made
        return made
    }

    func staging() throws -> Staging {
        if let prepared { return prepared }
        let base = try makeBase()
        let staging = try Staging(in: base.directory, lock: base.lock)
        // Recovery needs this directory to find a script's changes, including changes before the
        // first sync.
        if durability == .batched { try staging.syncName() }
        prepared = staging
        return staging
    }

    /// The journal, created if it does not exist. The caller must hold the workspace's lock.
    ///
    /// An unusable journal is moved to `Lost and Found` with all of the history, with a warning.
    func journal() throws -> Journal {
        do {
            let journal = try openedJournal ?? Journal(in: makeBase().directory)
            try journal.catchUp()
            openedJournal = journal
            return journal
        } catch let error as ScaryBugsError where error.isOfHistory {
            openedJournal = nil
            guard try makeBase().directory.status(of: Journal.directoryName) != nil,
                try ifPossible({ try setHistoryAside(because: error) }) != nil
            else { throw error }
            let journal = try Journal(in: makeBase().directory)
            openedJournal = journal
            return journal
        }
    }

    /// Runs `body`. If it makes no transaction, a workspace that was created for it is removed
    /// again.
    func removingIfUnused<Result>(_ body: () throws -> Result) rethrows -> Result {
        // An interrupted command must leave no workspace either.
        defer { if isNew { Interruption.shielded { removeEmpty() } } }
        return try body()
    }

    /// Removes the new directories, unless another process has put something there.
    private func removeEmpty() {
        isNew = false
        guard let workspace = try? directory() else { return }
        (prepared, openedJournal) = (nil, nil)
        (base, documents) = (nil, nil)
        knownPreferences = nil
        let own = [Self.documentsName, Journal.directoryName, WorkspaceLock.name]
        guard (try? workspace.names())?.allSatisfy(own.contains) == true else { return }
        // A journal without transactions may be removed.
        try? Journal.removeIfUnused(in: workspace)
        for name in own { try? workspace.removeEmptyDirectory(named: name) }
        try? home.removeEmptyDirectory(of: user)
    }

    /// Leaves unfinished changes to the recovery before the next transaction, or by the next
    /// process.
    func leaveStaging() {
        prepared?.leave()
        prepared = nil
        statusWhenAlone = nil
    }

    /// Closes the journal and the directories. The next use opens them again.
    func forgetJournal() {
        (openedJournal, documents, prepared) = (nil, nil, nil)
    }

    /// Moves an unusable history to `Lost and Found` as a whole.
    private func setHistoryAside(because error: ScaryBugsError) throws {
        let places = try places()
        // Only a directory that its owner may write to can move.
        try? places.directory.setMode(of: RawName(Journal.directoryName), to: 0o700)
        let target = try places.setAside(
            .other([RawName(Journal.directoryName)]), history: places.directory)
        warn(
            "the history cannot be used and is now \(places.describe(target)): \(error.message); "
                + "nothing before this can be undone")
    }

    // MARK: Warnings

    /// Adds a warning for the user, unless it was added before.
    func warn(_ message: String) {
        if warnings.all.insert(message).inserted { warnings.untold.append(message) }
    }

    /// Returns the warnings that were added since the last call.
    public func removeWarnings() -> [String] {
        defer { warnings.untold = [] }
        return warnings.untold
    }
}
