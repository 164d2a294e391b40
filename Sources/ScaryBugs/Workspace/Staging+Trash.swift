import Synchronization
import SystemFiles

extension Staging {
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
    /// - Returns: whether some trash may remain.
    @discardableResult
    static func removeTrash(
        in owner: Directory, lock: WorkspaceLock, under parentName: String = parentName,
        upTo bound: RemovalBound = boundOfCommand
    ) -> Bool {
        guard let parent = try? owner.directory(named: parentName),
            let names = try? parent.names()
        else { return false }
        var bound = bound
        for name in names where name.hasSuffix(trashSuffix) && !bound.isReached {
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
