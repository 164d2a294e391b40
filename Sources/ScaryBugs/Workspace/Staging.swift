import Glibc
import Synchronization

/// The directory of a workspace in which a process prepares new contents, before a rename puts them in
/// place.
///
/// Its owner holds a lock on it, so that other
/// processes can distinguish a directory in use from one that a killed process left behind.
final class Staging: Sendable {
    let directory: Directory
    /// The directory's name, such as `4711-8a9b0c1d`. It also identifies the process in the
    /// journal.
    let name: String
    /// A random key that distinguishes this process from all others in the names of slots.
    let key: String
    private let owner: Directory
    private let lock: WorkspaceLock
    let parent: Directory
    /// The name of a staged document in messages.
    private let newDocumentPath: String
    private let count = Atomic(0)
    private let wasLeft = Atomic(false)
    let hasUnneeded = Atomic(false)

    /// The name of the directory in a workspace that contains the staging directories of all
    /// processes.
    static let parentName = "Staging"

    /// Makes a new staging directory in a workspace.
    ///
    /// - Parameter lock: the lock of the workspace `owner`.
    init(in owner: Directory, lock: WorkspaceLock) throws {
        self.owner = owner
        self.lock = lock
        newDocumentPath = owner.path(of: "\(Workspace.documentsName)/new document")
        key = JournalText.checksum(UInt32.random(in: 0 ... .max))
        name = "\(getpid())-\(key)"
        // The lock prevents two races: a sweep could remove the new directory before it is locked,
        // and a process that ends could remove the parent.
        (parent, directory) = try lock.holding { [name] in
            let parent =
                try owner.directory(named: Self.parentName)
                ?? owner.newDirectory(named: Self.parentName)
            do {
                let directory = try parent.newDirectory(named: name)
                _ = try FileLock.attempt(directory)
                return (parent, directory)
            } catch {
                try? parent.removeEmptyDirectory(named: name)
                try? owner.removeEmptyDirectory(named: Self.parentName)
                throw error
            }
        }
    }

    deinit {
        if isLeft { return }
        let isTrash = hasUnneeded.load(ordering: .relaxed)
        // If this fails, the next process removes the directory.
        if !isTrash { try? parent.removeDirectory(named: name) }
        try? Interruption.shielded {
            try lock.holding {
                if isTrash {
                    return try parent.move(name, to: name + Self.trashSuffix, in: parent, .never)
                }
                try owner.removeEmptyDirectory(named: Self.parentName)
            }
        }
    }

    static func key(of name: String) -> String {
        String(name.drop { $0 != "-" }.dropFirst())
    }

    /// Runs `body` with the name of a new entry, and removes the entry if `body` fails.
    func withNewEntry<Result>(_ body: (_ name: String) throws -> Result) throws -> Result {
        let name = freshName()
        do { return try body(name) } catch {
            try? directory.removeEntry(named: name)
            throw error
        }
    }

    func newDocument(named name: String) throws -> Directory {
        try directory.newDirectory(named: name, calledAs: newDocumentPath)
    }

    /// Makes a directory for a staged document without opening it, which saves closing it.
    /// ``createFile(named:inDocument:)`` reaches its files by path.
    func makeDocument(named name: String) throws {
        try directory.makeDirectory(named: name, calledAs: newDocumentPath)
    }

    func createFile(named name: String, inDocument document: String) throws -> File {
        try directory.createFile(
            named: name, inDirectory: document,
            calledAs: DisplayPath(name, inDirectory: newDocumentPath))
    }

    func freshName() -> String {
        String(count.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    // MARK: Marks

    /// Numbers from which on a process's changes may not be on the disk; nil if all are.
    ///
    /// Transactions and new documents with lower numbers are older than the first of these changes.
    /// Each mark is the name of an empty directory in the process's own directory. A loss of power
    /// that keeps a change also keeps marks that were made before it.
    struct Marks {
        var transaction: Int?
        var document: Int?
        /// Whether the system was restarted after the first new document.
        var wasRestarted = false
        var hasGroup = false
        /// Whether a group was open, and all changes are on the disk.
        var isOfSyncedGroup: Bool { hasGroup && transaction == nil }
        /// Whether a group may be open. The file that tells so may be lost.
        var mayHaveGroup: Bool { hasGroup || transaction != nil }
        /// The highest number of the documents that were removed since the last sync.
        fileprivate var highestRemoved = 0
    }

    private let marks = Mutex(Marks())
    private static let transactionMark = "unsynced-", documentMark = "added-"

    /// Makes marks for a transaction, unless earlier marks cover it.
    ///
    /// - Parameter first: the lowest number above all documents if the transaction adds some.
    /// - Returns: the lowest number of a marked document.
    func mark(transaction: Int, adding first: Int, _ changes: [JournalChange]) throws -> Int {
        try marks.withLock { marks in
            if marks.transaction == nil {
                try directory.makeDirectory(named: "\(Self.transactionMark)\(transaction)")
                marks.transaction = transaction
            }
            // A loss of power may bring a removed document back, and recovery must not take it for
            // a new one. So the mark must lie above its number.
            let free = max(first, marks.highestRemoved + 1)
            for case .contents(.document(let name), _, nil, _) in changes {
                marks.highestRemoved = max(marks.highestRemoved, name.number)
            }
            guard first < .max, free < marks.document ?? .max else {
                return marks.document ?? .max
            }
            try directory.makeDirectory(named: "\(Self.documentMark)\(free)-\(Self.systemStart)")
            marks.document = free
            return free
        }
    }

    /// Removes the marks after all changes were synced.
    func removeMarks() {
        if isLeft { return }
        marks.withLock { marks in
            for name in (try? directory.names()) ?? [] where Self.isMark(name) {
                try? directory.removeEmptyDirectory(named: name)
            }
            marks = Marks()
        }
    }

    /// The beginning of the boot ID; empty if the kernel doesn't say.
    private static let systemStart = String(BootID.text.prefix { $0 != "-" })

    private static func isMark(_ name: String) -> Bool {
        name.hasPrefix(transactionMark) || name.hasPrefix(documentMark)
    }

    /// Leaves the directory behind, so that recovery undoes unfinished changes.
    func leave() { wasLeft.store(true, ordering: .relaxed) }

    var isLeft: Bool { wasLeft.load(ordering: .relaxed) }

    /// Syncs the directory's name, so that it survives a loss of power.
    func syncName() throws { try parent.sync() }
}

// MARK: Other processes

extension Staging {
    /// The staging directory of an ended process. This process now holds its lock.
    struct Abandoned {
        let name: String
        let directory: Directory

        func marks() throws -> Marks {
            var marks = Marks()
            for name in try directory.names() {
                if name == Activity.groupFileName { marks.hasGroup = true }
                let words = name.split(separator: "-")
                guard isMark(name), words.count > 1, let number = Int(words[1]) else { continue }
                if name.hasPrefix(transactionMark) {
                    marks.transaction = min(number, marks.transaction ?? .max)
                } else {
                    marks.document = min(number, marks.document ?? .max)
                    marks.wasRestarted = marks.wasRestarted || words.last != systemStart[...]
                }
            }
            return marks
        }
    }
}
