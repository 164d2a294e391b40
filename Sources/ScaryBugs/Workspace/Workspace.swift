/// One user's documents on disk.
///
/// The directories are the truth, and what is kept of them elsewhere is a cache. A workspace that
/// does not exist reads as empty and comes into being with the first thing kept in it.
public final class Workspace {
    /// When changes are made to last a loss of power.
    public enum Durability: Sendable {
        /// Before the change is reported.
        case eachChange
        /// At the next ``Workspace/sync()``. Until then the old version stays on the disk.
        case batched
    }

    public let home: Home
    public let user: UserName
    public let durability: Durability

    private var base: Base?
    private var documents: Directory?
    /// Whether it came into being here, and nothing is kept in it yet.
    private var isNew = false
    private(set) var prepared: Staging?
    private var openedJournal: Journal?
    let index: WorkspaceIndex
    /// What the user chose, once it was asked for.
    var knownPreferences: Preferences?
    /// The line or script that the user runs, for the history.
    var activity = Activity()
    /// The number of the last transaction of this session that may not be on the disk.
    var unsynced: Int?
    /// Directories of exports that may not be on the disk, one for each file system.
    var exports: [UInt64: Directory] = [:]
    /// Other processes' staging directories, as they were when they were last looked at.
    var neighbours = Neighbours()
    /// What the user is to be told, and what was told before.
    private var warnings: (untold: [String], all: Set<String>) = ([], [])

    /// The user's directory, and the lock that keeps other sessions out while it changes.
    struct Base {
        let directory: Directory
        let lock: WorkspaceLock
    }

    static let documentsName = "Private Documents"

    /// - Parameter cachePath: the directory in which the index is kept; nil for none.
    public init(
        home: Home, user: UserName, durability: Durability = .eachChange, cachePath: String? = nil
    ) {
        self.home = home
        self.user = user
        self.durability = durability
        index = WorkspaceIndex(cachePath: cachePath, user: user)
    }

    // MARK: Directories

    /// The user's directory; nil if there is none yet.
    public func directory() throws -> Directory? { try openBase()?.directory }

    /// The user's directory with its lock; nil if there is none yet.
    func openBase() throws -> Base? {
        if let base { return base }
        guard let directory = try home.directory(of: user) else { return nil }
        let opened = open(directory)
        // A workspace on a disk that cannot be written can still be read.
        try? opened.lock.holdingIfFree { try recover() }
        return opened
    }

    private func open(_ directory: Directory) -> Base {
        let opened = Base(directory: directory, lock: WorkspaceLock(on: directory))
        base = opened
        return opened
    }

    /// The user's directory with its lock, made where there is none.
    func makeBase() throws -> Base {
        if let present = try openBase() { return present }
        isNew = true
        return try open(home.directory(creating: user))
    }

    /// Makes the workspace where there is none.
    public func create() throws {
        _ = try writable()
        isNew = false
    }

    /// The documents' directory, for reading; nil if there is none yet.
    func readable() throws -> Directory? {
        if let documents { return documents }
        guard let base = try openBase(),
            let found = try base.directory.directory(named: Self.documentsName)
        else { return nil }
        documents = found
        return found
    }

    /// The documents' directory, for changing.
    func writable() throws -> Directory {
        if let present = try readable() { return present }
        let made = try makeBase().directory.directory(creating: Self.documentsName)
        documents = made
        return made
    }

    /// Where this process prepares what it adds.
    func staging() throws -> Staging {
        if let prepared { return prepared }
        let base = try makeBase()
        let staging = try Staging(in: base.directory, lock: base.lock)
        // Recovery finds the changes of a script by this directory, also those before its first sync.
        if durability == .batched { try staging.syncName() }
        prepared = staging
        return staging
    }

    /// The journal, made where there is none; the workspace's lock must be held.
    ///
    /// A journal that cannot be used is set aside with all of the history, with a warning.
    func journal() throws -> Journal {
        do {
            let journal = try openedJournal ?? Journal(in: makeBase().directory)
            try journal.catchUp()
            openedJournal = journal
            return journal
        } catch let error as ScaryBugsError where error.isOfHistory {
            openedJournal = nil
            guard try makeBase().directory.status(of: Journal.directoryName) != nil,
                (try? setHistoryAside(because: error)) != nil
            else { throw error }
            let journal = try Journal(in: makeBase().directory)
            openedJournal = journal
            return journal
        }
    }

    /// Runs `body`, which adds documents and tells how many; where there is none, a workspace that
    /// came into being for them goes again.
    func adding(_ body: () throws -> Int) throws {
        _ = try keeping(if: { $0 > 0 }, body)
    }

    /// Runs `body`, which keeps something; where it fails, or nothing was kept, a workspace that came
    /// into being for it goes again.
    func keeping<Result>(
        if isKept: (Result) -> Bool = { _ in true }, _ body: () throws -> Result
    ) throws -> Result {
        defer { if isNew { removeEmpty() } }
        let result = try body()
        if isKept(result) { isNew = false }
        return result
    }

    /// Removes the directories, unless another process has put something there.
    private func removeEmpty() {
        isNew = false
        guard let workspace = try? directory() else { return }
        (prepared, openedJournal) = (nil, nil)
        (base, documents) = (nil, nil)
        knownPreferences = nil
        let own = [Self.documentsName, Journal.directoryName]
        guard (try? workspace.names())?.allSatisfy(own.contains) == true else { return }
        // A journal without a transaction goes with the workspace.
        try? Journal.removeIfUnused(in: workspace)
        try? workspace.removeEmptyDirectory(named: Self.documentsName)
        try? home.removeEmptyDirectory(of: user)
    }

    /// Lets the next transaction, or the next process, recover from what is half done.
    func leaveStaging() {
        prepared?.leave()
        prepared = nil
    }

    /// Opens the journal anew when it is used next.
    func forgetJournal() {
        (openedJournal, documents, prepared) = (nil, nil, nil)
    }

    /// Moves a history that cannot be used to `Lost and Found`, as a whole.
    private func setHistoryAside(because error: ScaryBugsError) throws {
        let places = try places()
        let history = RawName(Journal.directoryName)
        let target = try LostAndFound.freePath(for: history, in: places.directory)
        try places.make(
            .contents(
                .other([history]), before: .unknown, after: nil, slot: .place(target)),
            history: places.directory)
        warn(
            "the history cannot be used and is now \(places.describe(target)): \(error.message); "
                + "nothing before this can be undone")
    }

    // MARK: Warnings

    /// Notes what the user is to be told, once.
    func warn(_ message: String) {
        if warnings.all.insert(message).inserted { warnings.untold.append(message) }
    }

    /// What the user is to be told of the workspace, besides errors, and was not told before.
    public func takeWarnings() -> [String] {
        defer { warnings.untold = [] }
        return warnings.untold
    }
}
