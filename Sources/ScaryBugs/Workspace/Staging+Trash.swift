import Synchronization
import SystemFiles

extension Staging {
    /// The directories of all processes.
    struct Neighbours {
        /// The names of the directories in which processes prepare contents, this one's included.
        var names: [String] = []
        var abandoned: [Abandoned] = []
        var hasTrash = false
    }

    /// Looks into the parent directory.
    static func neighbours(in owner: Directory) throws -> Neighbours {
        var neighbours = Neighbours()
        guard let parent = try owner.directory(named: parentName) else { return neighbours }
        for name in try parent.names() {
            switch use(ofDirectoryNamed: name) {
            case .preparing:
                neighbours.names.append(name)
                guard
                    let directory = try ifIntact({ try parent.directory(named: name) }),
                    (try? FileLock.attempt(directory)) == true
                else { continue }
                neighbours.abandoned.append(Abandoned(name: name, directory: directory))
            case .trash: neighbours.hasTrash = true
            case nil: break
            }
        }
        return neighbours
    }

    enum Use {
        /// A process prepares new contents in it.
        case preparing
        /// Nobody needs its contents any more.
        case trash
    }

    /// The use that the name of a directory tells: `4711-8a9b0c1d` is the directory of a process,
    /// and its trash is `4711-8a9b0c1d.trash` or `4711-8a9b0c1d-12.trash`. Nil for any other name,
    /// because such a directory is not the program's.
    static func use(ofDirectoryNamed name: String) -> Use? {
        let isTrash = name.utf8.reversed().starts(with: trashSuffix.utf8.reversed())
        let parts = name.utf8.dropLast(isTrash ? trashSuffix.utf8.count : 0)
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 && isTrash, Int(asciiDigits: parts[0]) != nil,
            UInt32(String(Substring(parts[1])), radix: 16) != nil
        else { return nil }
        return isTrash ? .trash : .preparing
    }

    // MARK: Trash

    static let trashSuffix = ".trash"

    /// What one command removes at most, so that a killed import of a million documents delays none
    /// for long.
    static var boundOfCommand: RemovalBound {
        RemovalBound(entries: 10_000, seconds: 0.5)
    }

    /// Removes entries that are no longer needed. A user waits, so what takes too long becomes trash
    /// when the process ends.
    func removeUnneeded(
        _ names: some Sequence<String>, upTo bound: RemovalBound = boundOfCommand
    ) {
        var bound = bound
        for name in names {
            if bound.isReached { return hasUnneeded.store(true, ordering: .relaxed) }
            bound.entries -= 1
            try? directory.removeDirectory(named: name)
        }
    }

    /// Makes a directory for trash. The caller must hold the workspace's lock.
    func newTrash() throws -> Directory {
        try parent.newDirectory(
            named: "\(name)-\(freshName())\(Self.trashSuffix)", calledAs: nil)
    }

    /// Renames abandoned directories to trash. The caller must hold the workspace's lock.
    static func discard(_ abandoned: [Abandoned], in owner: Directory) throws {
        guard let parent = try owner.directory(named: parentName) else { return }
        // If one directory cannot be renamed, the others still can.
        for directory in abandoned {
            try? parent.move(
                directory.name, to: directory.name + trashSuffix, in: parent, .never)
        }
    }

    /// Removes trash, and then the parent if it is empty, without the workspace's lock.
    ///
    /// - Returns: whether some trash may remain.
    @discardableResult
    static func removeTrash(
        in owner: Directory, lock: WorkspaceLock, upTo bound: RemovalBound = boundOfCommand
    ) -> Bool {
        guard let parent = try? owner.directory(named: parentName),
            let names = try? parent.names()
        else { return false }
        var bound = bound
        for name in names where use(ofDirectoryNamed: name) == .trash && !bound.isReached {
            // Another process may be removing the same directory.
            guard let directory = try? parent.directory(named: name),
                (try? FileLock.attempt(directory)) == true
            else { continue }
            try? parent.removeDirectory(named: name, upTo: &bound)
        }
        // This fails if other processes have directories in it.
        try? lock.holdingIfFree { try owner.removeEmptyDirectory(named: parentName) }
        return bound.isReached
    }
}
