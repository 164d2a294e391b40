/// One user's documents on disk.
///
/// The documents' directories hold the data; everything else about documents is a cache. A
/// workspace that does not exist reads as empty. The first change creates it.
public final class Workspace {
    package let directories: WorkspaceDirectories
    let index: WorkspaceIndex
    /// The writer of the open batch; nil if nothing is being changed.
    package var writer: Writer?
    package var activity: Activity
    /// The preferences when they were read last; nil if the next use of the workspace must read them.
    var knownPreferences: PreferencesFile.Contents?
    /// The open record of the exchange with others; nil if it wasn't needed yet.
    var knownExchangeStore: ExchangeStore?
    /// The last change that this process has made; nil for none.
    package var lastChange: ChangeName?
    /// The file with the ID of the machine (machine-id(5)).
    package var machineIDPath = ExchangeStore.machineIDPath
    /// Whether changes are only planned.
    package var isDryRun = false
    /// Whether this process has made the first bundle of the workspace, which nobody was told yet.
    package var isFirstSending = false
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

    /// - Parameters:
    ///   - home: the directory of all users.
    ///   - user: the user whose documents the workspace contains.
    ///   - gathersLines: whether changes wait for others, as the lines of a script do, so that one
    ///     commit makes them together. The caller must call ``commitBatch()`` before it reports them
    ///     or waits for anything.
    ///   - cachePath: the directory of all indexes; nil to use no index.
    public init(
        home: Home, user: UserName, gathersLines: Bool = false, cachePath: String? = nil
    ) {
        directories = WorkspaceDirectories(home: home, user: user)
        activity = Activity(gathersLines: gathersLines)
        index = WorkspaceIndex(cachePath: cachePath, user: user)
        directories.waiting = { [weak self] in self?.waiting ?? LockWaiting() }
    }

    /// The directory that contains this workspace.
    public var home: Home { directories.home }
    /// The owner of the documents.
    public var user: UserName { directories.user }

    package static let documentsName = WorkspaceDirectories.documentsName

    // MARK: Directories

    /// The user's directory; nil if it does not exist yet.
    package func directory() throws -> Directory? { try openBase()?.directory }

    /// The user's directory with its lock; nil if it does not exist yet. The first call recovers from
    /// killed processes, and reads the preferences.
    func openBase() throws -> WorkspaceDirectories.Base? {
        let isOpen = directories.base != nil
        guard let base = try directories.openBase() else { return nil }
        if !isOpen {
            PrivateDirectory.removeAbandoned()
            try recoverIfFree(base)
        }
        if knownPreferences == nil { try loadPreferences(in: base) }
        return base
    }

    /// The user's directory with its lock; creates the directory if it does not exist.
    func makeBase() throws -> WorkspaceDirectories.Base {
        try openBase() ?? directories.makeBase()
    }

    /// Runs `body` while no other session changes the workspace.
    package func locked<Result>(_ body: () throws -> Result) throws -> Result {
        try makeBase().lock.holding(body)
    }

    /// Runs `body` while no other session changes the workspace; returns nil if one does.
    func whileFree<Result>(_ body: () throws -> Result) throws -> Result? {
        try openBase()?.lock.holdingIfFree(body)
    }

    /// Creates the workspace if it does not exist.
    public func create() throws {
        _ = try writable()
        directories.keep()
    }

    /// The documents' directory, for reading; nil if it does not exist yet.
    package func readable() throws -> Directory? { try directories.openDocuments(in: openBase()) }

    /// The documents' directory, for changing; creates it if it does not exist.
    func writable() throws -> Directory { try readable() ?? directories.makeDocuments() }

    package func staging() throws -> Staging {
        if isDryRun { return try dryWriter().staging }
        _ = try makeBase()
        return try directories.makeStaging()
    }

    /// Runs `body`. If it changes nothing, a workspace that was created for it is removed again.
    package func removingIfUnused<Result>(_ body: () throws -> Result) rethrows -> Result {
        // An interrupted command must leave no workspace either.
        defer { removeIfUnused() }
        return try body()
    }

    func removeIfUnused() {
        guard directories.isNew, writer == nil, activity.group == nil else { return }
        Interruption.shielded { directories.removeEmpty() }
        knownPreferences = nil
    }

    // MARK: Warnings

    /// Adds a warning for the user, unless it was added before.
    package func warn(_ message: String) {
        if warnings.all.insert(message).inserted { warnings.untold.append(message) }
    }

    /// Returns the warnings that were added since the last call.
    public func removeWarnings() -> [String] {
        defer { warnings.untold = [] }
        return warnings.untold
    }
}

extension Workspace {
    /// The progress of an operation on many documents.
    public struct Progress: Sendable, Equatable {
        /// A part of an operation. Each part counts from 0.
        public enum Part: String, Sendable {
            case adding, changing, checking, copying, deleting, exporting, importing, indexing
            case packing, reading, redoing, undoing
            /// An error or an interruption ended the work, and its beginning is removed.
            case takingBack = "taking back"
        }

        /// The things that are counted.
        public enum Unit: String, Sendable {
            case bytes, changes, documents, files
        }

        /// The current part of the operation.
        public let part: Part
        /// The number of units that are done.
        public var done: Int
        /// The number of all units of this part; nil if unknown.
        public let total: Int?
        /// The unit of both numbers.
        public let unit: Unit

        /// The progress of one part of an operation.
        public init(_ part: Part, _ done: Int, of total: Int?, _ unit: Unit = .documents) {
            (self.part, self.done, self.total, self.unit) = (part, done, total, unit)
        }
    }

    /// Reports the progress. Code that works on several threads must call it only on the caller's.
    package var progressReport: @Sendable (Progress) -> Void {
        nonisolated(unsafe) let onProgress = onProgress
        return { onProgress?($0) }
    }

    package func report(
        _ part: Progress.Part, _ done: Int, of total: Int?, _ unit: Progress.Unit = .documents
    ) {
        onProgress?(Progress(part, done, of: total, unit))
    }
}
