/// One user's documents on disk.
///
/// The directories are the truth, and what is kept of them elsewhere is a cache. A workspace that
/// does not exist reads as empty and comes into being with the first thing kept in it.
public final class Workspace {
    /// When changes are made to last a loss of power.
    public enum Durability: Sendable {
        /// Before the change is reported.
        case eachChange
        /// At the next ``Workspace/sync()``; files that replace others are on disk before they do.
        case batched
    }

    public let home: Home
    public let user: UserName
    public internal(set) var durability: Durability

    /// Directories changed since the last sync, one of each file system, in ``Durability/batched``.
    var unsynced: [UInt64: Directory] = [:]

    private var opened: Opened?
    /// Whether it came into being here, and nothing is kept in it yet.
    private var isNew = false
    private var prepared: Staging?
    var numbers = NumberSequence()
    private let openedIndex: WorkspaceIndex
    /// What the user chose, once it was asked for.
    var knownPreferences: Preferences?
    /// What the user is to be told, and what was told before.
    private var warnings: (untold: [String], all: Set<String>) = ([], [])
    private var holdsLock = false

    private struct Opened {
        let workspace: Directory
        let documents: Directory
    }

    static let documentsName = "Private Documents"

    /// - Parameter cachePath: the directory in which the index is kept; nil for none.
    public init(
        home: Home, user: UserName, durability: Durability = .eachChange, cachePath: String? = nil
    ) {
        self.home = home
        self.user = user
        self.durability = durability
        openedIndex = WorkspaceIndex(cachePath: cachePath, user: user)
    }

    // MARK: Directories

    /// The user's directory; nil if there is none yet.
    public func directory() throws -> Directory? {
        if let opened { return opened.workspace }
        return try home.directory(of: user)
    }

    /// Makes the workspace where there is none.
    public func create() throws {
        _ = try writable()
        isNew = false
    }

    /// The documents' directory, for reading; nil if there is none yet.
    func readable() throws -> Directory? {
        if let opened { return opened.documents }
        guard let workspace = try home.directory(of: user),
            let documents = try workspace.directory(named: Self.documentsName)
        else { return nil }
        return try open(workspace, documents).documents
    }

    /// The documents' directory, for changing.
    func writable() throws -> Directory {
        if let opened { return opened.documents }
        isNew = try home.directory(of: user) == nil
        let workspace = try home.directory(creating: user)
        let documents = try workspace.directory(creating: Self.documentsName)
        return try open(workspace, documents).documents
    }

    private func open(_ workspace: Directory, _ documents: Directory) throws -> Opened {
        // Litter is no reason not to go on: a workspace on a read-only disk can be read.
        try? Staging.sweep(workspace)
        let result = Opened(workspace: workspace, documents: documents)
        opened = result
        return result
    }

    /// The user's directory, once something is to be changed there.
    func openedDirectory() throws -> Directory {
        _ = try writable()
        if let opened { return opened.workspace }
        throw ScaryBugsError(.notFound, "the workspace of \(user) is not open")
    }

    /// Where this process prepares what it adds.
    func staging() throws -> Staging {
        if let prepared { return prepared }
        let staging = try Staging(in: openedDirectory())
        prepared = staging
        return staging
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
        prepared = nil
        opened = nil
        numbers = NumberSequence()
        knownPreferences = nil
        guard (try? workspace.names())?.allSatisfy({ $0 == Self.documentsName }) == true else {
            return
        }
        try? workspace.removeEmptyDirectory(named: Self.documentsName)
        try? home.removeEmptyDirectory(of: user)
    }

    /// Runs `body` while no other process adds, renumbers or removes documents here.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        _ = try staging()
        return try holdingLock(of: openedDirectory(), body)
    }

    /// Runs `body` under the lock of the user's directory, which need not be free where it is held
    /// here already.
    func holdingLock<Result>(of directory: Directory, _ body: () throws -> Result) throws -> Result
    {
        if holdsLock { return try body() }
        return try DirectoryLock.holding(directory) {
            holdsLock = true
            defer { holdsLock = false }
            return try body()
        }
    }

    /// The index of the documents, with the user's own fields in it.
    var index: WorkspaceIndex {
        openedIndex.ownFields = (openedIndex.isOutdated ? readPreferences() : preferences).ownFields
        return openedIndex
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
