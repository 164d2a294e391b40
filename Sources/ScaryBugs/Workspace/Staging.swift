import Glibc
import Synchronization

/// The directory of a workspace in which a process prepares new contents, before a rename puts them in
/// place.
///
/// Its owner holds a lock on it, so that other
/// processes can distinguish a directory in use from one that a killed process left behind.
final class Staging: Sendable {
    let directory: Directory
    /// The directory's name, such as `4711-8a9b0c1d`.
    let name: String
    let parent: Directory
    /// The directory of a dry run, which goes by itself.
    private let place: PrivateDirectory?
    /// The name of a staged document in messages.
    private let newDocumentPath: String
    private let count = Atomic(0)
    private let wasLeft = Atomic(false)
    private let isNameSynced = Atomic(false)

    /// The name of the directory in a workspace that contains the staging directories of all
    /// processes.
    static let parentName = "Staging"

    /// Makes a new staging directory in a workspace.
    ///
    /// - Parameter lock: the lock of the workspace `owner`.
    init(in owner: Directory, lock: WorkspaceLock) throws {
        newDocumentPath = Self.newDocumentPath(in: owner)
        place = nil
        name = "\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16, width: 8))"
        // The lock prevents a race: a sweep could remove the new directory before it is locked.
        (parent, directory) = try lock.holding { [name] in
            let parent = try owner.directory(creating: Self.parentName)
            do {
                let directory = try parent.newDirectory(named: name)
                _ = try FileLock.attempt(directory)
                return (parent, directory)
            } catch {
                try? parent.removeEmptyDirectory(named: name)
                throw error
            }
        }
    }

    /// Prepares what a dry run plans.
    init(in place: PrivateDirectory, for owner: Directory) throws {
        newDocumentPath = Self.newDocumentPath(in: owner)
        self.place = place
        name = "new"
        parent = place.directory
        directory = try parent.newDirectory(named: name)
    }

    private static func newDocumentPath(in owner: Directory) -> String {
        owner.path(of: "\(Workspace.documentsName)/new document")
    }

    deinit {
        if isLeft || place != nil { return }
        // If this fails, the next writer removes the directory.
        try? parent.removeDirectory(named: name)
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

    /// Leaves the directory behind, for the recovery, or because there is too much in it to remove while a
    /// user waits.
    func leave() { wasLeft.store(true, ordering: .relaxed) }

    var isLeft: Bool { wasLeft.load(ordering: .relaxed) }

    /// Syncs the directory's name, once, so that it survives a loss of power.
    func syncName() throws {
        guard !isNameSynced.load(ordering: .relaxed) else { return }
        try parent.sync()
        isNameSynced.store(true, ordering: .relaxed)
    }
}

// MARK: What nobody needs

extension Staging {
    /// Removes entries that are no longer needed, as many as a moment allows.
    func removeUnneeded(_ names: some Sequence<String>) {
        var bound = RemovalBound.ofCommand
        for name in names {
            if bound.isReached { return leave() }
            bound.entries -= 1
            try? directory.removeDirectory(named: name)
        }
    }

    /// The staging directory of an ended process. This process now holds its lock.
    struct Abandoned {
        let name: String
        let directory: Directory
    }

    /// The staging directories of ended processes.
    static func abandoned(in owner: Directory) throws -> [Abandoned] {
        guard let parent = try owner.directory(named: parentName) else { return [] }
        return try parent.names(where: isOwn).compactMap { name in
            guard let directory = try ifIntact({ try parent.directory(named: name) }),
                (try? FileLock.attempt(directory)) == true
            else { return nil }
            return Abandoned(name: name, directory: directory)
        }
    }

    /// Whether a name is one that the program gives, such as `4711-8a9b0c1d`.
    private static func isOwn(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 2 && Int(asciiDigits: parts[0]) != nil
            && UInt32(String(Substring(parts[1])), radix: 16) != nil
    }

    /// Removes abandoned directories. The rest stays for the next call.
    static func remove(
        _ abandoned: [Abandoned], in owner: Directory, upTo bound: RemovalBound = .ofCommand
    ) throws {
        var bound = bound
        let parent = try owner.directory(named: parentName)
        for directory in abandoned where !bound.isReached {
            try? parent?.removeDirectory(named: directory.name, upTo: &bound)
        }
    }
}
