import SystemFiles

/// The directories of a workspace that this process has open, and its lock.
package final class WorkspaceDirectories {
    /// The user's directory and its lock, which excludes other sessions while this one changes the
    /// workspace.
    struct Base {
        let directory: Directory
        let lock: WorkspaceLock
    }

    let home: Home
    let user: UserName
    /// Tells the lock how long to wait while another session has it.
    var waiting: () -> LockWaiting = { LockWaiting() }
    private(set) var base: Base?
    private var documents: Directory?
    package private(set) var staging: Staging?
    /// Whether this process made the user's directory and has not kept anything in it yet.
    private(set) var isNew = false
    /// Whether another directory is at the workspace's path now, so that nothing may use the open one.
    private(set) var isReplaced = false

    /// The name of the documents' directory.
    static let documentsName = "Private Documents"

    init(home: Home, user: UserName) { (self.home, self.user) = (home, user) }

    // MARK: The user's directory

    /// Opens the user's directory; returns nil if it does not exist yet.
    func openBase() throws -> Base? {
        if isReplaced { try base?.directory.checkIsAtItsPath() }
        if let base { return base }
        return try home.directory(of: user).map(open)
    }

    /// Opens the user's directory; creates it if it does not exist.
    func makeBase() throws -> Base {
        if let present = try openBase() { return present }
        isNew = true
        return try open(home.directory(creating: user))
    }

    private func open(_ directory: Directory) -> Base {
        let opened = Base(
            directory: directory,
            lock: WorkspaceLock(on: directory) { [weak self] in self?.waiting() ?? LockWaiting() })
        base = opened
        return opened
    }

    /// Looks whether the path still leads to the open directory.
    ///
    /// - Returns: false if another directory is there.
    func isAtItsPath() -> Bool {
        isReplaced = base.map { (try? $0.directory.checkIsAtItsPath()) == nil } ?? false
        forgetReplaced()
        return !isReplaced
    }

    /// Closes inner directories whose paths lead elsewhere now. The next use opens those.
    func forgetReplaced() {
        if (try? documents?.checkIsAtItsPath()) == nil { documents = nil }
        if (try? staging?.directory.checkIsAtItsPath()) == nil { leaveStaging() }
    }

    // MARK: Inner directories

    /// The documents' directory; nil if it does not exist yet.
    func openDocuments(in base: Base?) throws -> Directory? {
        if let documents, !isReplaced { return documents }
        documents = try base?.directory.directory(named: Self.documentsName)
        return documents
    }

    /// The documents' directory; creates it if it does not exist.
    func makeDocuments() throws -> Directory {
        let made = try makeBase().directory.directory(creating: Self.documentsName)
        documents = made
        return made
    }

    func makeStaging() throws -> Staging {
        if let staging { return staging }
        let base = try makeBase()
        let made = try Staging(in: base.directory, lock: base.lock)
        staging = made
        return made
    }

    /// Leaves unfinished changes to the recovery before the next change, or by the next process.
    func leaveStaging() {
        staging?.place.leave()
        staging = nil
    }

    /// Closes the inner directories. The next use opens them again.
    func forgetInner() { (documents, staging) = (nil, nil) }

    // MARK: A new workspace

    /// Keeps the new directories, since something is in them now.
    func keep() { isNew = false }

    /// Removes the new directories, unless another process has put something there.
    func removeEmpty() {
        isNew = false
        guard let (workspace, lock) = base.map({ ($0.directory, $0.lock) }) else { return }
        forgetInner()
        base = nil
        let own = [
            Self.documentsName, HistoryStore.directoryName, Staging.parentName, WorkspaceLock.name,
        ]
        guard (try? workspace.names())?.allSatisfy(own.contains) == true else { return }
        // A process that waits for the lock notices that its directory is gone. A process that
        // holds it would not.
        try? lock.holdingIfFree {
            try? HistoryStore.removeIfUnused(in: workspace)
            for name in own { try? workspace.removeEmptyDirectory(named: name) }
            try? home.removeEmptyDirectory(of: user)
        }
    }
}

/// The state of the documents' directory that tells whether another program has changed it.
struct DirectoryStamp {
    var modified: FileTime
    /// The number of hard links. Most file systems count directories as links, ext4 up to 64,999.
    /// btrfs always gives 1, so entries are counted there.
    private var links: Int

    init(of documents: Directory) throws {
        let status = try documents.status()
        (modified, links) = (status.modified, Int(status.links))
        if links == 1, documents.isOnBtrfs { try documents.forEachEntry { _ in links += 1 } }
    }

    /// The stamp after a change that gives the directory another time and adds documents.
    func changed(at time: FileTime, adding added: Int) -> DirectoryStamp {
        var stamp = self
        stamp.modified = time
        if countsDirectories { stamp.links += added }
        return stamp
    }

    private var countsDirectories: Bool { links > 1 }

    /// Gives the directory this time again, which the program's own renames have changed.
    ///
    /// If another program added or removed a document meanwhile, the time must differ. The number of
    /// links reveals that.
    func restore(in documents: Directory) {
        guard let present = try? DirectoryStamp(of: documents), present.modified != modified,
            hasSameLinks(as: present)
        else { return }
        // This may fail: the directory then has another time, and other sessions notice the changes
        // by that.
        try? documents.setModified(modified)
    }

    /// Gives the directory another time if it has this one, but another program added or removed a
    /// document before it got it.
    func revealOtherChanges(in documents: Directory) {
        guard let present = try? DirectoryStamp(of: documents), present.modified == modified,
            !hasSameLinks(as: present)
        else { return }
        _ = try? documents.setUniqueModified()
    }

    private func hasSameLinks(as other: DirectoryStamp) -> Bool {
        links == other.links || !countsDirectories || !other.countsDirectories
    }
}
