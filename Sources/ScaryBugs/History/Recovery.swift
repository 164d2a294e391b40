import SystemPackage

/// Brings a workspace back to whole transactions after a process was killed or the power was lost.
///
/// A dead process's marks say from where on its changes may be lost; see ``Staging/Marks``. Recovery
/// compares bytes with the checksums in the journal. Changes whose lines are lost are undone, and so
/// are transactions that are not wholly there, and groups without a commit. Recovery deletes only
/// copies of versions that it knows. Everything else goes to `Lost and Found`.
struct Recovery {
    /// Whom lines of recovery name as their writer.
    private let writer = "recovery"
    private let places: WorkspacePlaces
    private let journal: Journal
    /// The user's limits may be damaged; what is read only tells whole files from torn ones.
    private let limits = Preferences().limits
    private let records: [JournalRecord]
    private let history: History
    /// Processes that have ended, by their names.
    private let dead: [String: Staging.Marks]
    /// Groups without a commit.
    private let deadGroups: Set<Int>
    /// The directory of a dead process.
    private let trash: Directory
    /// Slots whose contents have no use any more, and whether these are copies of known versions.
    private var leftovers: [(slot: String, isKnown: Bool)] = []
    /// Whether anything was moved.
    private var hasActed = false

    /// Changes of one document or of another file, in the order of their lines.
    private struct Chain {
        var steps: [(line: JournalRecord, change: JournalChange)] = []
        /// Positions of those that were made.
        var made: Set<Int> = []
        /// The number of steps that can stay, from the first on.
        var kept = 0
    }

    /// A document or another file, whose changes follow one another.
    private enum Subject: Hashable {
        case document(DocumentName)
        case path(WorkspacePath)
    }

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

    // MARK: Changes without a line

    /// Ends exchanges that took several renames.
    private mutating func finishExchanges() throws {
        for name in try journal.directory.names() where name.hasSuffix(WorkspacePlaces.oldSuffix) {
            let slot = String(name.dropLast(WorkspacePlaces.oldSuffix.count))
            guard let path = path(ofSlot: slot) else { continue }
            hasActed = true
            let isGone = try places.version(at: path, .dataFiles) == nil
            // The new version is in its place, or still in the slot.
            if isGone, try journal.directory.status(of: slot) != nil {
                _ = try make(.contents(path, before: nil, after: .unknown, slot: .history(name)))
            } else if try journal.directory.status(of: slot) == nil {
                try journal.directory.move(name, to: slot, in: journal.directory, .never)
            }
        }
    }

    private func path(ofSlot slot: String) -> WorkspacePath? {
        for record in records.reversed() {
            for case .contents(let path, _, _, .history(slot)) in record.changes { return path }
        }
        return SlotName(slot).flatMap { path(of: $0, holding: .regular) }
    }

    /// Removes slots whose lines were forgotten when a process died.
    private func removeForgotten(_ listed: Set<String>) throws {
        for name in try journal.directory.names() where !listed.contains(name) {
            guard let slot = SlotName(name), slot.number <= history.forgotten else { continue }
            try journal.directory.removeEntry(named: name)
        }
    }

    /// Sets new documents aside whose lines were lost with the power: nobody knows whether all of
    /// their transaction is there. Without a loss of power another program made them, unless they
    /// cannot be read.
    private mutating func setUnlistedAside() throws {
        guard let first = dead.values.compactMap(\.document).min() else { return }
        let wasRestarted = dead.values.contains(where: \.wasRestarted)
        for name in try places.documents.names().compactMap(DocumentName.init(directoryName:))
        where name.number >= first {
            let path = WorkspacePath.document(name)
            // The last line about it says that it is there, or it has the version that was removed.
            let last = records.lazy.reversed().flatMap { $0.changes.reversed() }
                .first { $0.documents.contains(name) }
            if case .contents(path, let before, nil, _) = last {
                if try ContentVersion.agree(places.version(at: path, .all), before) { continue }
            } else if last != nil {
                continue
            }
            guard wasRestarted || isTorn(.document(name)) else { continue }
            hasActed = true
            try dispose(of: path)
        }
    }

    /// Puts back what was replaced or removed by changes whose lines were lost, the newest first.
    private mutating func putBackUnlisted(_ listed: Set<String>) throws {
        var firsts: [String: Int] = [:]
        for (name, marks) in dead { firsts[Staging.key(of: name)] = marks.transaction }
        let slots = try journal.directory.names().filter { !listed.contains($0) }
            .compactMap { name in SlotName(name).map { (name, $0) } }
            .filter {
                firsts[$0.1.writerKey].map { [number = $0.1.number] in $0 <= number } ?? false
            }
            .sorted { $0.1.number > $1.1.number }
        for (name, slot) in slots {
            hasActed = true
            try putBack(name, slot)
        }
    }

    private mutating func putBack(_ name: String, _ slot: SlotName) throws {
        let held = try journal.directory.version(of: name, checksums: .all)
        // The new version never left the slot.
        if let sum = slot.checksum, sum == held?.checksum {
            return leftovers.append((name, true))
        }
        let kind = try journal.directory.status(of: name)?.kind
        guard let held, let kind, let path = path(of: slot, holding: kind) else {
            return leftovers.append((name, false))
        }
        let present = try places.version(at: path, .all)
        // A directory was synced before it came here: only a file can have lost its bytes. One that
        // was there before has an older slot, which follows.
        let wasExchanged = present != nil && present?.checksum == slot.checksum
        guard
            kind == .directory
                || (present != nil && (wasExchanged || isReadable(fileInSlot: name, for: path)))
        else { return leftovers.append((name, false)) }
        guard try make(.contents(path, before: present, after: held, slot: .history(name))),
            present != nil
        else { return }
        leftovers.append((name, wasExchanged))
    }

    /// Where the contents of a slot belong.
    private func path(of slot: SlotName, holding kind: FileStatus.Kind) -> WorkspacePath? {
        if slot.subject == PreferencesFile.name { return .preferences }
        guard let name = DocumentName(directoryName: slot.subject) else { return nil }
        guard kind != .directory else { return .document(name) }
        let names = try? places.documents.directory(named: name.directoryName)?.names()
        return .file(
            name, names?.first(where: EntryPlace.isDataFile) ?? name.kind.dataFileName)
    }

    private func isReadable(fileInSlot slot: String, for path: WorkspacePath) -> Bool {
        guard
            let bytes = try? journal.directory.file(named: slot)?.contents(
                limit: limits.dataFileBytes)
        else { return false }
        guard let name = path.document else { return (try? Preferences(bytes)) != nil }
        return
            (try? DocumentData(bytes, kind: name.kind, modified: Timestamp(secondsSince1970: 0)))
            != nil
    }

    // MARK: Changes with a line

    /// Undoes lines that are not wholly there, and groups without a commit.
    ///
    /// - Returns: the numbers of the lines that were undone.
    private mutating func undoUnfinished() throws -> Set<Int> {
        let lines = candidates()
        var chains: [Subject: Chain] = [:]
        for line in lines {
            for change in line.changes {
                let subject = change.path.document.map(Subject.document) ?? .path(change.path)
                chains[subject, default: Chain()].steps.append((line, change))
            }
        }
        for subject in chains.keys {
            guard var chain = chains[subject] else { continue }
            try probe(&chain, of: subject)
            chains[subject] = chain
        }
        var undone: Set<Int> = []
        var groups = deadGroups
        // A line is undone with all of its changes, and with what followed any of them.
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (subject, chain) in chains {
                let first = chain.steps.firstIndex {
                    undone.contains($0.line.number) || $0.line.group.map(groups.contains) ?? false
                }
                let kept = min(chain.kept, first ?? chain.kept)
                chains[subject]?.kept = kept
                for step in chain.steps[kept...] where undone.insert(step.line.number).inserted {
                    hasChanged = true
                    if step.line.kind == .rollback, let group = step.line.group {
                        groups.insert(group)
                    }
                }
                hasChanged = hasChanged || kept < chain.kept
            }
        }
        for chain in chains.values {
            for index in chain.steps.indices[chain.kept...].reversed() {
                try undo(index, of: chain)
            }
        }
        return undone
    }

    /// Lines of dead processes that may not be on the disk, and those of groups to be undone.
    private func candidates() -> [JournalRecord] {
        let rolledBack = Set(
            records.filter { $0.kind == .rollback && $0.changes.isEmpty }.flatMap(\.targets))
        let unsynced = records.filter { $0.number >= dead[$0.writer]?.transaction ?? .max }
        // Where a rollback did not last, all of its group is undone.
        let groups = deadGroups.union(
            unsynced.lazy.filter { $0.kind == .rollback }.compactMap(\.group))
        let numbers = Set(unsynced.map(\.number))
        return records.filter { record in
            !record.changes.isEmpty && !rolledBack.contains(record.number)
                && (numbers.contains(record.number) || record.group.map(groups.contains) ?? false)
        }
    }

    /// Finds which changes of a subject were made, and how many can stay.
    private func probe(_ chain: inout Chain, of subject: Subject) throws {
        var view = try View(of: subject, places)
        var isTorn = isTorn(subject)
        chain.kept = chain.steps.count
        for (index, step) in chain.steps.enumerated().reversed() {
            guard case .contents(let path, let before, let after, _) = step.change else {
                chain.made.insert(index)
                continue
            }
            let held = try view.held(by: step.change) {
                try self.held(by: step.change, like: before)
            }
            let isWhole = ContentVersion.agree(view.version(at: path), after)
            // The change did not happen, or did not last.
            let isMissing =
                !isWhole && chain.steps[...index].contains { view.isBefore($0.change) }
            // Another program changed it since: that stays.
            guard isWhole || isMissing || isTorn else { return }
            // A change leaves something in its slot.
            if !isMissing, before == nil || held != nil {
                chain.made.insert(index)
                view.exchange(before == nil ? nil : held, for: step.change)
                // With another version in the slot, a later change lasted, or that one is torn.
                isTorn = before != nil && !ContentVersion.agree(held, before)
                if isWhole, !isTorn { continue }
            }
            chain.kept = index
        }
    }

    /// Whether what is there has lost bytes: no program writes a data file that cannot be read.
    private func isTorn(_ subject: Subject) -> Bool {
        switch subject {
        case .document(let name):
            guard let directory = try? places.documents.directory(named: name.directoryName) else {
                return false
            }
            let document = DocumentDirectory(name: name, directory: directory)
            return (try? document.readData(limits: limits, ownFields: [])) == nil
        case .path(.preferences):
            return (try? PreferencesFile(directory: places.directory).read()) == nil
        case .path: return false
        }
    }

    /// What the slot of a change holds; a file has the name that it has in the document.
    private func held(
        by change: JournalChange, like expected: ContentVersion?
    ) throws -> ContentVersion? {
        guard case .contents(_, _, _, let slot) = change,
            let held = try places.version(in: slot, .all, history: journal.directory)
        else { return nil }
        return held.named(like: expected)
    }

    private mutating func undo(_ index: Int, of chain: Chain) throws {
        hasActed = true
        let step = chain.steps[index]
        if chain.made.contains(index) {
            guard try make(step.change.reversed) else { return }
        }
        // The slots of `undo` and `redo` belong to the lines that they are about.
        guard step.line.kind == .change,
            case .contents(_, _, _, .history(let name)) = step.change,
            try journal.directory.status(of: name) != nil
        else { return }
        let isKnown = try chain.steps.contains { other in
            guard case .contents(_, let before, let after, _) = other.change else { return false }
            return try [before, after].contains {
                try $0 != nil && ContentVersion.agree(held(by: step.change, like: $0), $0)
            }
        }
        leftovers.append((name, isKnown))
    }

    /// - Returns: whether it could be made.
    private func make(_ change: JournalChange) throws -> Bool {
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
    private func discard(_ name: String, in directory: Directory) throws {
        var free = name
        while try trash.status(of: free) != nil { free += "+" }
        try directory.move(name, to: free, in: trash, .never)
    }

    /// Moves something to `Lost and Found`, unless it has no bytes that could be lost.
    private func dispose(of path: WorkspacePath) throws {
        let (directory, name) = try places.locate(path)
        if try directory.hasNoBytes(name.shown) { return try discard(name.shown, in: directory) }
        let target = try LostAndFound.freePath(for: name, in: places.directory)
        try places.make(
            .contents(path, before: .unknown, after: nil, slot: .place(target)),
            history: journal.directory)
    }

    /// The files of a subject, as they are before the changes that were looked at so far.
    private struct View {
        private var files: [String: ContentVersion.FileVersion]?
        private var other: ContentVersion?
        /// What slots hold then, where `undo` and `redo` used them again.
        private var slots: [JournalSlot: ContentVersion?] = [:]

        init(of subject: Subject, _ places: WorkspacePlaces) throws {
            switch subject {
            case .document(let name):
                files = try places.version(at: .document(name), .all)?.filesByName
            case .path(let path): other = try places.version(at: path, .all)
            }
        }

        /// Whether everything is as it was before a change.
        func isBefore(_ change: JournalChange) -> Bool {
            guard case .contents(let path, let before, _, _) = change else { return false }
            return ContentVersion.agree(version(at: path), before)
        }

        func version(at path: WorkspacePath) -> ContentVersion? {
            switch path {
            case .document: files.map { ContentVersion(Array($0.values)) }
            case .file(_, let name): files?[name].map { ContentVersion([$0]) }
            case .other: other
            }
        }

        func held(
            by change: JournalChange, onDisk: () throws -> ContentVersion?
        ) rethrows -> ContentVersion? {
            guard case .contents(_, _, _, let slot) = change, let known = slots[slot] else {
                return try onDisk()
            }
            return known
        }

        mutating func exchange(_ version: ContentVersion?, for change: JournalChange) {
            guard case .contents(let path, _, _, let slot) = change else { return }
            slots[slot] = .some(self.version(at: path))
            set(version, at: path)
        }

        private mutating func set(_ version: ContentVersion?, at path: WorkspacePath) {
            switch path {
            case .document: files = version?.filesByName
            case .file(_, let name): files?[name] = version?.files.first
            case .other: other = version
            }
        }
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
