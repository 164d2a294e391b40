import Glibc
import Synchronization

/// The directory in which a process prepares new contents, before a rename puts them in place.
///
/// It lies on the same file system as their place. Its owner holds a lock on it, so that other
/// processes can distinguish a directory in use from one that a killed process left behind.
final class Staging: Sendable {
    let directory: Directory
    /// The directory's name, such as `4711-8a9b0c1d`. It also identifies the process in the
    /// journal.
    let name: String
    private let owner: Directory
    private let lock: WorkspaceLock
    private let parentName: String
    private let parent: Directory
    /// The name of a staged document in messages.
    private let newDocumentPath: String
    private let count = Atomic(0)
    private let wasLeft = Atomic(false)

    /// The name of the directory in a workspace that contains the staging directories of all
    /// processes.
    static let parentName = "Staging"

    /// Makes a new staging directory in a workspace, or beside the destination of an export.
    ///
    /// - Parameters:
    ///   - lock: the lock on `owner`.
    ///   - alias: a name for the directory in messages, if its path would mean nothing to the user.
    init(
        in owner: Directory, lock: WorkspaceLock, under parentName: String = parentName,
        calledAs alias: String? = nil
    ) throws {
        self.owner = owner
        self.lock = lock
        self.parentName = parentName
        newDocumentPath = owner.path(of: "\(Workspace.documentsName)/new document")
        let key = JournalText.checksum(UInt32.random(in: 0 ... .max))
        name = "\(getpid())-\(key)"
        // The lock prevents two races: a sweep could remove the new directory before it is locked,
        // and a process that ends could remove the parent.
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
        // If this fails, the next process removes the directory.
        try? parent.removeDirectory(named: name)
        try? Interruption.shielded {
            try lock.holding { try owner.removeEmptyDirectory(named: parentName) }
        }
    }

    /// A random key that distinguishes this process from all others in the names of slots.
    var key: String { Self.key(of: name) }

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

    /// Makes and opens a directory for a staged document.
    func newDocument(named name: String) throws -> Directory {
        try directory.newDirectory(named: name, calledAs: newDocumentPath)
    }

    /// Makes a directory for a staged document without opening it, which saves closing it.
    /// ``createFile(named:inDocument:)`` reaches its files by path.
    func makeDocument(named name: String) throws {
        try directory.makeDirectory(named: name, calledAs: newDocumentPath)
    }

    /// Creates a file in a staged document.
    func createFile(named name: String, inDocument document: String) throws -> File {
        try directory.createFile(
            named: name, inDirectory: document, calledAs: "\(newDocumentPath)/\(name)")
    }

    /// A name that is not in use in the directory.
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
        /// Whether a group was open.
        var hasGroup = false
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

    /// The staging directories whose processes have ended, and whether there is trash.
    static func abandoned(
        in owner: Directory, under parentName: String = parentName
    ) throws -> (directories: [Abandoned], hasTrash: Bool) {
        guard let parent = try owner.directory(named: parentName) else { return ([], false) }
        let names = try parent.names()
        let directories = names.compactMap { name -> Abandoned? in
            guard !name.hasSuffix(trashSuffix), let directory = try? parent.directory(named: name),
                (try? FileLock.attempt(directory)) == true
            else { return nil }
            return Abandoned(name: name, directory: directory)
        }
        return (directories, names.contains { $0.hasSuffix(trashSuffix) })
    }

    // MARK: Trash

    /// The end of the name of a directory whose contents nobody needs any more.
    static let trashSuffix = ".trash"

    /// The most entries that one command removes, so that a killed import of a million documents
    /// delays none for long.
    private static let removedTogether = 10_000

    /// Moves slots to trash. The caller must hold the workspace's lock.
    ///
    /// - Returns: the bytes in those that were still there.
    func trash(_ slots: [RolledBackSlot], of history: Directory) throws -> Int64 {
        let trash = try parent.newDirectory(
            named: "\(name)-\(freshName())\(Self.trashSuffix)", calledAs: nil)
        return slots.reduce(0) { bytes, slot in
            let isMoved: Void? = try? history.move(slot.name, to: slot.name, in: trash, .never)
            return bytes + (isMoved == nil ? 0 : slot.bytes)
        }
    }

    /// Renames abandoned directories to trash. The caller must hold the workspace's lock.
    static func discard(
        _ abandoned: [Abandoned], in owner: Directory, under parentName: String = parentName
    ) throws {
        guard let parent = try owner.directory(named: parentName) else { return }
        // If one directory cannot be renamed, the others still can.
        for directory in abandoned {
            try? parent.move(
                directory.name, to: directory.name + trashSuffix, in: parent, .never)
        }
    }

    /// Removes trash, and then the parent if it is empty, without the workspace's lock.
    ///
    /// - Parameter room: the most entries to remove.
    /// - Returns: whether some trash may remain.
    @discardableResult
    static func removeTrash(
        in owner: Directory, lock: WorkspaceLock, under parentName: String = parentName,
        upTo room: Int = removedTogether
    ) -> Bool {
        guard let parent = try? owner.directory(named: parentName),
            let names = try? parent.names()
        else { return false }
        var room = room
        for name in names where name.hasSuffix(trashSuffix) && room > 0 {
            // Another process may be removing the same directory.
            guard let directory = try? parent.directory(named: name),
                (try? FileLock.attempt(directory)) == true
            else { continue }
            try? parent.removeDirectory(named: name, upTo: &room)
        }
        // This fails if other processes have directories in it.
        try? lock.holdingIfFree { try owner.removeEmptyDirectory(named: parentName) }
        return room == 0
    }

    /// Removes the directories of killed processes beside an export's destination, unless another
    /// process holds the lock.
    static func sweep(_ owner: Directory, lock: WorkspaceLock, under parentName: String) throws {
        try lock.holdingIfFree {
            let abandoned = try abandoned(in: owner, under: parentName)
            try discard(abandoned.directories, in: owner, under: parentName)
        }
        removeTrash(in: owner, lock: lock, under: parentName)
    }
}
