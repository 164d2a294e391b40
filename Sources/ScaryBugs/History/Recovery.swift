import SystemPackage

/// Restores whole transactions after a process was killed or the power was lost.
///
/// The marks of a dead process say from which number on its changes may be lost; see
/// ``Staging/Marks``. Recovery compares bytes with the checksums in the journal. It undoes changes
/// whose lines are lost, incomplete transactions, and groups without a commit. It deletes only
/// copies of known versions, and moves everything else to `Lost and Found`.
struct Recovery {
    let writer = "recovery"
    let places: WorkspacePlaces
    let journal: Journal
    /// The default limits, since the user's preferences may be damaged. Here they only help to
    /// distinguish whole files from torn ones.
    let limits = Preferences().limits
    let history: History
    /// The lines whose changes a rollback left as they are.
    let rolledBack: Set<Int>
    /// The lines of dead processes that may not be on the disk.
    let unsynced: Set<Int>
    /// The marks of dead processes, by the names of their staging directories.
    let dead: [String: Staging.Marks]
    /// The groups of dead processes that have no commit. Recovery undoes their changes that may not be
    /// on the disk, and ``Workspace/rollBackGroups(of:)`` the others.
    let deadGroups: Set<Int>
    /// The staging directory of a dead process, which receives files to delete.
    let trash: Directory
    /// Slots that are no longer needed, and whether each is a copy of a known version.
    var leftovers: [(slot: String, isKnown: Bool)] = []
    /// Documents whose directories recovery has put back from slots without lines.
    var restored: Set<DocumentName> = []
    var hasActed = false

    init(
        in places: WorkspacePlaces, _ journal: Journal, dead: [String: Staging.Marks],
        trash: Directory
    ) throws {
        self.places = places
        self.journal = journal
        self.dead = dead
        self.trash = trash
        let history = History(of: journal.file)
        var rolledBack: Set<Int> = []
        var unsynced: Set<Int> = []
        try journal.file.visit { record, line in
            history.add(record, line)
            if record.kind == .rollback, line.changeCount == 0 {
                rolledBack.formUnion(record.targets)
            }
            if record.number >= dead[record.writer]?.transaction ?? .max {
                unsynced.insert(record.number)
            }
        }
        (self.history, self.rolledBack, self.unsynced) = (history, rolledBack, unsynced)
        let open = history.openGroups.filter { group, writer in
            dead[writer].map { $0.hasGroup || $0.transaction ?? .max <= group } ?? false
        }
        deadGroups = Set(open.keys)
    }

    mutating func run() throws {
        try finishExchanges()
        let listed = try history.slotNames()
        try removeForgotten(listed)
        try setUnlistedAside()
        try restoreUnlisted(listed)
        let undone = try undoUnfinished()
        try setTornAside()
        try conclude(undone)
    }

    /// Records in the journal what was undone, and ends the groups and scripts of dead processes.
    private mutating func conclude(_ undone: Set<Int>) throws {
        // The restored versions must be on the disk before their slots are emptied. Otherwise a
        // loss of power could leave neither.
        try places.documents.syncFileSystem()
        for (name, isKnown) in leftovers {
            if isKnown {
                try discard(name, in: journal.directory)
            } else {
                try dispose(of: .other([RawName(Journal.directoryName), RawName(name)]))
            }
        }
        let targets = undone
        if hasActed || !targets.isEmpty {
            try journal.log(.rollback, by: writer) { record in
                record.state.highest = nil
                // Recovery has emptied slots of lines that count them.
                record.state.heldBytes = try journal.directory.slotBytes()
                // No chain of lines leads to this time, so every index compares all documents.
                record.state.time = try places.documents.setUniqueModified()
                record.targets = targets.sorted()
            }
        }
        for (step, scriptWriter) in history.openScripts where dead[scriptWriter] != nil {
            try journal.log(.end, by: writer) { $0.step = JournalRecord.Step(number: step) }
        }
        try journal.log(.synced, by: writer) { $0.targets = [$0.number - 1] }
        if !leftovers.isEmpty { try journal.directory.sync() }
        try journal.sync()
    }

    /// - Returns: whether the change could be made.
    func make(_ change: JournalChange) throws -> Bool {
        do {
            try places.make(change, history: journal.directory)
            return true
        } catch let error as ScaryBugsError
            where [.system(.noSuchFileOrDirectory), .system(.fileExists), .notFound]
            .contains(error.code)
        {
            // The earlier version is missing, or something else is in its place, so the change is
            // impossible.
            places.warn("\(places.describe(change.path)) could not be restored: \(error)")
            return false
        }
    }

    // MARK: Disposal

    /// Moves an entry to the dead process's directory, which is removed in the end. A directory
    /// that is half deleted in its own place could be taken for a version if this process dies,
    /// too.
    func discard(_ name: String, in directory: Directory) throws {
        var free = name
        while try trash.status(of: free) != nil { free += "+" }
        try directory.move(name, to: free, in: trash, .never)
    }

    /// Moves something to `Lost and Found`, unless all its bytes are zero.
    func dispose(of path: WorkspacePath) throws {
        let (directory, name) = try places.locate(path)
        if try directory.hasNoBytes(name.shown) { return try discard(name.shown, in: directory) }
        try places.setAside(path, history: journal.directory)
    }
}

extension Workspace {
    /// Recovers from killed processes. The caller must hold the workspace's lock, and call
    /// ``removeTrash()`` without it.
    ///
    /// - Returns: whether no other process had a directory in the parent of this one's.
    @discardableResult
    func recover() throws -> Bool {
        let wasRecovering = isRecovering
        isRecovering = true
        defer { isRecovering = wasRecovering }
        guard let base = try openBase() else { return true }
        let neighbours = try Staging.neighbours(in: base.directory)
        let abandoned = neighbours.abandoned
        self.hasTrash = neighbours.hasTrash
        guard let first = abandoned.first else {
            // A process may have died before it made its own directory.
            try? base.directory.removeEmptyDirectory(named: Staging.parentName)
            return neighbours.names.allSatisfy { $0 == prepared?.name }
        }
        if try base.directory.directory(named: Journal.directoryName) != nil {
            let dead = Dictionary(try abandoned.map { try ($0.name, $0.marks()) }) { first, _ in
                first
            }
            try makingRoom(usingReserve: true) { _ in
                if !dead.values.allSatisfy(\.isOfSyncedGroup) {
                    var recovery = try Recovery(
                        in: places(), journal(), dead: dead, trash: first.directory)
                    try recovery.run()
                }
                try rollBackGroups(of: dead.filter(\.value.mayHaveGroup).keys.sorted())
            }
        }
        try Staging.discard(abandoned, in: base.directory)
        // The rollback of groups has removed its own trash, but not this.
        self.hasTrash = true
        needsPreferences = true
        return false
    }

    /// Removes some of what killed processes left behind.
    func removeTrash(upTo bound: RemovalBound = Staging.boundOfCommand) {
        guard hasTrash, let base else { return }
        hasTrash = Staging.removeTrash(in: base.directory, lock: base.lock, upTo: bound)
    }
}

extension File {
    /// Whether all bytes are zero, as in a file whose blocks were never written.
    fileprivate func isZero() throws -> Bool {
        var isZero = true
        try forEachPiece { piece in
            isZero = piece.allSatisfy { $0 == 0 }
            return isZero
        }
        return isZero
    }
}

extension Directory {
    /// Whether a file, or every file in a directory, contains nothing but zeros, so that deleting
    /// it loses nothing.
    fileprivate func hasNoBytes(_ name: String) throws -> Bool {
        switch try status(of: name)?.kind {
        case nil: return true
        case .regular: return try file(named: name)?.isZero() ?? true
        case .directory:
            guard let inner = try directory(named: name) else { return true }
            // No document has a directory inside, and nested ones can be very deep.
            return try inner.names().allSatisfy {
                try inner.status(of: $0)?.kind != .directory && inner.hasNoBytes($0)
            }
        case .symbolicLink, .other: return false
        }
    }
}
