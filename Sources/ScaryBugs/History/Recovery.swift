import SystemPackage

/// Brings a workspace back to whole transactions after a process was killed or the power was lost.
///
/// A dead process's marks say from where on its changes may be lost; see ``Staging/Marks``. Recovery
/// compares bytes with the checksums in the journal. Changes whose lines are lost are undone, and so
/// are transactions that are not wholly there, and groups without a commit. Recovery deletes only
/// copies of versions that it knows. Everything else goes to `Lost and Found`.
struct Recovery {
    /// Whom lines of recovery name as their writer.
    let writer = "recovery"
    let places: WorkspacePlaces
    let journal: Journal
    /// The user's limits may be damaged; what is read only tells whole files from torn ones.
    let limits = Preferences().limits
    let records: [JournalRecord]
    let history: History
    /// Processes that have ended, by their names.
    let dead: [String: Staging.Marks]
    /// Groups without a commit.
    let deadGroups: Set<Int>
    /// The directory of a dead process.
    let trash: Directory
    /// Slots whose contents have no use any more, and whether these are copies of known versions.
    var leftovers: [(slot: String, isKnown: Bool)] = []
    /// Whether anything was moved.
    var hasActed = false

    init(
        in places: WorkspacePlaces, _ journal: Journal, dead: [String: Staging.Marks],
        trash: Directory
    ) throws {
        self.places = places
        self.journal = journal
        self.dead = dead
        self.trash = trash
        records = try journal.records()
        history = History(records)
        let open = history.openGroups.filter { group, writer in
            dead[writer].map { $0.hasGroup || $0.transaction ?? .max <= group } ?? false
        }
        deadGroups = Set(open.keys)
    }

    mutating func run() throws {
        try finishExchanges()
        let listed = history.slotNames
        try removeForgotten(listed)
        try setUnlistedAside()
        try putBackUnlisted(listed)
        try conclude(undoUnfinished())
    }

    /// Appends a line about what was undone, and ends the groups and scripts of dead processes.
    private mutating func conclude(_ undone: Set<Int>) throws {
        // The contents of slots must be in their places on the disk first. Then the slots are
        // emptied and a line says so, and nothing would be done again.
        try places.documents.syncFileSystem()
        for (name, isKnown) in leftovers {
            if isKnown {
                try discard(name, in: journal.directory)
            } else {
                try dispose(of: .other([RawName(Journal.directoryName), RawName(name)]))
            }
        }
        let targets = undone.union(deadGroups)
        if hasActed || !targets.isEmpty {
            try journal.note(.rollback, by: writer) { record in
                record.state.highest = nil
                // Without a line that leads to it, this time makes every index compare all documents.
                record.state.time = try places.documents.stamp().modified
                record.targets = targets.sorted()
            }
        }
        for (step, scriptWriter) in history.openScripts where dead[scriptWriter] != nil {
            try journal.note(.end, by: writer) { $0.step = JournalRecord.Step(number: step) }
        }
        try journal.note(.synced, by: writer) { $0.targets = [$0.number - 1] }
        if !leftovers.isEmpty { try journal.directory.sync() }
        try journal.sync()
    }

    /// - Returns: whether it could be made.
    func make(_ change: JournalChange) throws -> Bool {
        do {
            try places.make(change, history: journal.directory)
            return true
        } catch let error as ScaryBugsError
            where [.system(.noSuchFileOrDirectory), .system(.fileExists), .notFound]
            .contains(error.code)
        {
            // The earlier version is gone, or something else has its place: nothing can be done.
            places.warn("\(places.describe(change.path)) could not be restored: \(error)")
            return false
        }
    }

    // MARK: Disposal

    /// Gives something to the dead process, whose directory is removed in the end: a directory that
    /// is being removed could be taken for a version when this process dies, too.
    func discard(_ name: String, in directory: Directory) throws {
        var free = name
        while try trash.status(of: free) != nil { free += "+" }
        try directory.move(name, to: free, in: trash, .never)
    }

    /// Moves something to `Lost and Found`, unless it has no bytes that could be lost.
    func dispose(of path: WorkspacePath) throws {
        let (directory, name) = try places.locate(path)
        if try directory.hasNoBytes(name.shown) { return try discard(name.shown, in: directory) }
        let target = try LostAndFound.freePath(for: name, in: places.directory)
        try places.make(
            .contents(path, before: .unknown, after: nil, slot: .place(target)),
            history: journal.directory)
    }
}

extension Workspace {
    /// Recovers what processes left that were killed. The workspace's lock must be held.
    func recover() throws {
        guard let base = try openBase() else { return }
        let abandoned = try Staging.abandoned(in: base.directory)
        guard let first = abandoned.first else {
            // A process may have been killed before it made a directory of its own.
            try? base.directory.removeEmptyDirectory(named: Staging.parentName)
            return
        }
        if try base.directory.directory(named: Journal.directoryName) != nil {
            let dead = try abandoned.map { try ($0.name, $0.marks()) }
            var recovery = try Recovery(
                in: places(), journal(), dead: Dictionary(dead) { first, _ in first },
                trash: first.directory)
            try recovery.run()
        }
        try Staging.remove(abandoned, in: base.directory, lock: base.lock)
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
    /// Whether nothing can be lost with a file or a directory of files: all bytes are zero.
    fileprivate func hasNoBytes(_ name: String) throws -> Bool {
        switch try status(of: name)?.kind {
        case nil: return true
        case .regular: return try file(named: name)?.isZero() ?? true
        case .directory:
            guard let inner = try directory(named: name) else { return true }
            return try inner.names().allSatisfy(inner.hasNoBytes)
        case .symbolicLink, .other: return false
        }
    }
}
