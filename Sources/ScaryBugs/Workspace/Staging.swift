import Glibc
import Synchronization

/// The directory in which one process prepares what then appears by a rename.
///
/// It lies beside what is to appear, on the same file system. Its owner holds a lock on it, so what
/// a killed process left behind is told from what is in use.
final class Staging: Sendable {
    let directory: Directory
    /// The directory's own name, which names its process in the journal: `4711-8a9b0c1d`.
    let name: String
    private let owner: Directory
    private let lock: WorkspaceLock
    private let parentName: String
    private let parent: Directory
    private let count = Atomic(0)
    private let wasLeft = Atomic(false)

    /// The name of the directory in a workspace that holds those of all its processes.
    static let parentName = "Staging"

    /// Makes a staging directory of one's own in a workspace, or where an export goes.
    ///
    /// - Parameters:
    ///   - lock: the lock on `owner`.
    ///   - alias: how messages call it, where its path means nothing to anybody.
    init(
        in owner: Directory, lock: WorkspaceLock, under parentName: String = parentName,
        calledAs alias: String? = nil
    ) throws {
        self.owner = owner
        self.lock = lock
        self.parentName = parentName
        let key = JournalText.checksum(UInt32.random(in: 0 ... .max))
        name = "\(getpid())-\(key)"
        // The lock keeps a sweep from taking the directory before it is locked, and whoever leaves
        // from removing the parent.
        (parent, directory) = try lock.holding { [name] in
            let parent =
                try owner.directory(named: parentName)
                ?? owner.newDirectory(named: parentName, calledAs: alias)
            do {
                let directory = try parent.newDirectory(named: name, calledAs: alias)
                _ = try FileLock.attempt(directory)
                return (parent, directory)
            } catch {
                try? parent.removeEmptyDirectory(named: name)
                try? owner.removeEmptyDirectory(named: parentName)
                throw error
            }
        }
    }

    deinit {
        if isLeft { return }
        // What cannot be removed now is removed by the next process.
        try? parent.removeDirectory(named: name)
        try? lock.holding { try owner.removeEmptyDirectory(named: parentName) }
    }

    /// Tells this process from all others, in the names of slots.
    var key: String { Self.key(of: name) }

    static func key(of name: String) -> String {
        String(name.drop { $0 != "-" }.dropFirst())
    }

    /// Makes a directory for a document to be, and opens it.
    func newDocument() throws -> (name: String, directory: Directory) {
        let name = freshName()
        return (name, try directory.newDirectory(named: name, calledAs: newDocumentPath))
    }

    /// Makes a directory for a document to be, whose files are made through its path: one that is
    /// not opened need not be closed.
    func makeDocument() throws -> String {
        let name = freshName()
        try directory.makeDirectory(named: name, calledAs: newDocumentPath)
        return name
    }

    /// Makes a file of a document to be.
    func createFile(named name: String, inDocument document: String) throws -> File {
        try directory.createFile(
            named: name, inDirectory: document, calledAs: "\(newDocumentPath)/\(name)")
    }

    /// How messages call a document to be.
    private var newDocumentPath: String {
        owner.path(of: "\(Workspace.documentsName)/new document")
    }

    /// A name that nothing in the directory has.
    func freshName() -> String {
        String(count.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    // MARK: Marks

    /// From where on changes of a process may not be on the disk: all lines and new documents from
    /// these numbers on are its own, or came later. Nil where all changes are on the disk.
    ///
    /// They are the names of empty directories in the process's own one. A loss of power keeps these
    /// if it keeps a change that came after them.
    struct Marks {
        var transaction: Int?
        var document: Int?
        /// Whether the system was started anew since the first new document.
        var wasRestarted = false
        /// Whether a group was open.
        var hasGroup = false
        /// The highest number of the documents that were removed since.
        fileprivate var highestRemoved = 0
    }

    private let marks = Mutex(Marks())
    private static let transactionMark = "unsynced-", documentMark = "added-"

    /// Makes marks for a transaction, unless earlier ones are there.
    ///
    /// - Parameter first: the lowest number above all documents, where it adds some.
    /// - Returns: the number from which on documents are marked.
    func mark(transaction: Int, adding first: Int, _ changes: [JournalChange]) throws -> Int {
        try marks.withLock { marks in
            if marks.transaction == nil {
                try directory.makeDirectory(named: "\(Self.transactionMark)\(transaction)")
                marks.transaction = transaction
            }
            // The removal of a document that had a number may not be on the disk.
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

    /// Removes the marks: everything is on the disk.
    func removeMarks() {
        if isLeft { return }
        marks.withLock { marks in
            for name in (try? directory.names()) ?? [] where Self.isMark(name) {
                try? directory.removeEmptyDirectory(named: name)
            }
            marks = Marks()
        }
    }

    /// Tells this run of the system from others, as far as it says.
    private static let systemStart: String = {
        let file = try? File.open(path: "/proc/sys/kernel/random/boot_id")
        let bytes = (try? file?.contents(limit: 64)) ?? []
        return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "-" })
    }()

    private static func isMark(_ name: String) -> Bool {
        name.hasPrefix(transactionMark) || name.hasPrefix(documentMark)
    }

    /// Leaves the directory to recovery, which then undoes what is half done.
    func leave() { wasLeft.store(true, ordering: .relaxed) }

    var isLeft: Bool { wasLeft.load(ordering: .relaxed) }

    /// Returns when a loss of power can't take the directory's name away.
    func syncName() throws { try parent.sync() }
}

// MARK: Other processes

extension Staging {
    /// A staging directory whose process has ended; this process has its lock now.
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

    /// The staging directories whose processes have ended.
    static func abandoned(
        in owner: Directory, under parentName: String = parentName
    ) throws -> [Abandoned] {
        guard let parent = try owner.directory(named: parentName) else { return [] }
        return try parent.names().compactMap { name in
            guard let directory = try? parent.directory(named: name),
                (try? FileLock.attempt(directory)) == true
            else { return nil }
            return Abandoned(name: name, directory: directory)
        }
    }

    /// Removes directories that nobody uses any more, and their parent if it is empty then.
    ///
    /// The workspace's lock need not be held for what may be a million files.
    static func remove(
        _ abandoned: [Abandoned], in owner: Directory, lock: WorkspaceLock,
        under parentName: String = parentName
    ) throws {
        guard !abandoned.isEmpty, let parent = try owner.directory(named: parentName) else {
            return
        }
        // What cannot be removed is no reason to leave the rest.
        for directory in abandoned { try? parent.removeDirectory(named: directory.name) }
        // It stays where others are at work in it.
        try? lock.holdingIfFree { try owner.removeEmptyDirectory(named: parentName) }
    }

    /// Removes what killed processes left where an export goes, unless another process is at it.
    static func sweep(_ owner: Directory, lock: WorkspaceLock, under parentName: String) throws {
        try lock.holdingIfFree {
            try remove(
                abandoned(in: owner, under: parentName), in: owner, lock: lock, under: parentName)
        }
        // A parent that a killed process left without a directory in it.
        try? lock.holdingIfFree { try owner.removeEmptyDirectory(named: parentName) }
    }
}
