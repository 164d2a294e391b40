/// A transaction: changes planned under the workspace's lock, then all made together.
///
/// Commands change a workspace only by transactions. New contents are staged first. The journal's
/// line is appended before the first change. Replaced and removed versions stay in slots under
/// `History`, where ``Workspace/undo(_:confirming:)`` finds them.
final class WorkspaceTransaction {
    private struct Planned {
        let change: JournalChange
        /// The name of the new contents in the staging directory; nil if they are not staged.
        let staged: String?

        /// Staged contents that replace nothing, and their path.
        var addition: (staged: String, path: WorkspacePath)? {
            guard let staged, case .contents(let path, nil, .some, _) = change else { return nil }
            return (staged, path)
        }

        /// The path of contents that move into a slot; nil if something takes their place.
        var removal: WorkspacePath? {
            guard case .contents(let path, .some, nil, .history) = change else { return nil }
            return path
        }

        /// Staged contents that replace others, with the path and the slot.
        var replacement: (staged: String, path: WorkspacePath, slot: String)? {
            guard let staged,
                case .contents(let path, .some, .some, .history(let slot)) = change
            else { return nil }
            return (staged, path, slot)
        }
    }

    var places: WorkspacePlaces
    private let staging: Staging
    private let journal: Journal
    /// The stamp of the documents' directory before the transaction.
    private var start: DirectoryStamp
    /// The stamp that the directory is to have after the transaction; nil if it may have any.
    private(set) var end: DirectoryStamp?
    private var planned: [Planned] = []
    /// The highest number in use; nil if unknown.
    private var highest: Int?
    /// The lowest number above all documents before the transaction, if it adds some.
    private var firstNew = Int.max

    init(in places: WorkspacePlaces, _ staging: Staging, _ journal: Journal) throws {
        self.places = places
        self.staging = staging
        self.journal = journal
        start = try DirectoryStamp(of: places.documents)
        // If the times differ, another program has changed something.
        highest = journal.state.time == start.modified ? journal.state.highest : nil
    }

    var isEmpty: Bool { planned.isEmpty }

    /// The changed documents' numbers and, if it is changed, the preferences file's name.
    var subjects: Set<String> { Set(planned.flatMap(\.change.subjects)) }

    private var number: Int { journal.state.number + 1 }

    // MARK: Planning

    /// Plans new documents, each with its preferred number if that is free, else with the highest
    /// number plus one.
    ///
    /// - Parameter busy: numbers that the groups of other sessions need.
    /// - Returns: their names, in the same order.
    func add(_ documents: [StagedDocument], avoiding busy: Set<Int>) throws -> [DocumentName] {
        let isPlanned = Set(planned.flatMap { $0.change.documents.map(\.number) })
        let present = try highest ?? max(places.highestNumber(), busy.max() ?? 0)
        firstNew = min(firstNew, present + 1)
        var allocator = NumberAllocator(highest: present) { [places] number in
            try isPlanned.contains(number) || busy.contains(number) || places.isInUse(number)
        }
        let numbers = try allocator.numbers(preferring: documents.map(\.preferred))
        highest = allocator.highest
        return zip(documents, numbers).map { document, number in
            let name = DocumentName(number: number, kind: document.kind)
            let change = JournalChange.contents(
                .document(name), before: nil, after: document.contents.version,
                slot: slot(for: name.directoryName, document.contents.version))
            planned.append(Planned(change: change, staged: document.contents.name))
            return name
        }
    }

    /// Plans to replace a document's directory or a file by staged contents.
    ///
    /// - Parameter before: the current version; nil if nothing is at the path.
    func replace(_ path: WorkspacePath, _ before: ContentVersion?, with staged: Staged) {
        let subject = path.document?.directoryName ?? PreferencesFile.name
        let change = JournalChange.contents(
            path, before: before, after: staged.version, slot: slot(for: subject, staged.version))
        planned.append(Planned(change: change, staged: staged.name))
    }

    func remove(_ name: DocumentName, _ version: ContentVersion) {
        if highest == name.number { highest = nil }
        plan(
            .contents(
                .document(name), before: version, after: nil,
                slot: slot(for: name.directoryName, nil)))
    }

    /// Plans a change for which no staged contents are needed.
    func plan(_ change: JournalChange) {
        planned.append(Planned(change: change, staged: nil))
    }

    /// Discards the highest number, so that the next new document searches for it.
    func forgetHighest() { highest = nil }

    private func slot(for subject: String, _ new: ContentVersion?) -> JournalSlot {
        .history(
            SlotName(
                number: number, writerKey: staging.key, subject: subject,
                checksum: new?.checksum
            ).text)
    }

    // MARK: Doing

    /// Appends the line to the journal and makes the changes, all or none.
    ///
    /// - Parameter line: the line without its changes and state.
    /// - Throws: ``ScaryBugsError`` with the code `EEXIST` if another program took a number.
    func perform(_ line: JournalRecord) throws -> JournalRecord {
        var record = line
        record.recordedChanges = .made(planned.map(\.change))
        record.state = journal.state
        record.state.number = number
        record.state.step = max(record.state.step, record.step?.number ?? 0)
        record.state.highest = highest
        record.state.heldBytes += heldBytes(record)
        // The new time would hide what another program has changed since the plan was made.
        start = try DirectoryStamp(of: places.documents)
        record.startTime = start.modified
        // The new time is set before the changes. A session with an older view then notices them, even if
        // this process dies in between.
        record.state.time = try places.documents.setUniqueModified()
        let previous = (journal.state, journal.size)
        let isTraceable = try mark(record)
        try journal.append(record)
        var filled = 0
        var done = 0
        do {
            if !isTraceable { try journal.sync() }
            for change in planned {
                try fill(change)
                filled += 1
            }
            for change in planned {
                try make(change)
                done += 1
            }
        } catch {
            let reason = error
            do {
                try Interruption.shielded {
                    try rollBackFailed(done: done, filled: filled, record, previous)
                }
            } catch {
                staging.leave()
                throw error
            }
            throw reason
        }
        end = record.state.time.map { time in
            start.changed(at: time, adding: planned.reduce(0) { $0 + $1.change.addedDocuments })
        }
        return record
    }

    /// Whether the changes alter the time of the documents' directory.
    var changesTime: Bool { !planned.allSatisfy(\.change.isInsideDocument) }

    /// Makes marks that say from which number on changes may be lost.
    ///
    /// - Returns: whether recovery could undo the transaction even if its line is lost. It
    ///   recognizes new slots, and documents above the mark.
    private func mark(_ record: JournalRecord) throws -> Bool {
        let free = try staging.mark(
            transaction: number, adding: firstNew, planned.map(\.change))
        return record.kind == .change
            && planned.allSatisfy { planned in
                switch planned.change {
                case .contents(.document(let name), nil, .some, _): name.number >= free
                case .contents(_, .some, let after, .history):
                    after == nil || planned.staged != nil
                default: false
                }
            }
    }

    /// Whether all that is planned is to move contents into slots.
    var onlyRemoves: Bool { planned.allSatisfy { $0.removal != nil } }

    /// Deletes documents without history, if the full disk has no room for a line of the journal.
    ///
    /// - Returns: false if the plan has other changes than deletions.
    func removeWithoutHistory() throws -> Bool {
        guard onlyRemoves else { return false }
        for path in planned.compactMap(\.removal) {
            let name = staging.freshName()
            try places.unplace(path, to: name, in: staging.directory)
            try staging.directory.removeDirectory(named: name)
        }
        return true
    }

    /// Removes staged contents of a failed transaction. New documents stay for another attempt.
    func discard() {
        for planned in planned {
            if case .contents(.document, nil, .some, _) = planned.change { continue }
            guard let name = planned.staged else { continue }
            try? staging.directory.removeEntry(named: name)
        }
    }

    /// The change in the number of bytes in all slots. Undo and redo also take the slot's earlier
    /// contents out.
    private func heldBytes(_ record: JournalRecord) -> Int64 {
        planned.reduce(0) { sum, planned in
            let isFresh = record.kind == .change
            return sum + planned.change.slotSize
                - (isFresh ? 0 : planned.change.reversed.slotSize)
        }
    }

    /// Moves staged contents that replace others into their slot.
    private func fill(_ planned: Planned) throws {
        guard let (staged, path, slot) = planned.replacement else { return }
        try staging.directory.move(
            staged, to: slot, in: journal.directory, .never,
            for: "replace \(places.describe(path))")
    }

    private func make(_ planned: Planned) throws {
        guard let (staged, path) = planned.addition else {
            return try places.make(planned.change, history: journal.directory)
        }
        try places.install(staged, from: staging.directory, at: path)
    }

    /// Undoes the changes that were made. If none was made, also removes the line from the journal.
    private func rollBackFailed(
        done: Int, filled: Int, _ record: JournalRecord,
        _ previous: (state: JournalRecord.State, size: Int64)
    ) throws {
        for planned in planned[..<done].reversed() {
            if let (staged, path) = planned.addition {
                try places.unplace(path, to: staged, in: staging.directory)
            } else {
                try places.make(planned.change.reversed, history: journal.directory)
            }
        }
        for case (let staged, _, let slot)? in planned[..<filled].map(\.replacement) {
            try journal.directory.move(slot, to: staged, in: staging.directory, .never)
        }
        if done > 0 {
            let isNoted: Void? = try? journal.log(.rollback, by: record.writer) { rollback in
                rollback.date = record.date
                rollback.state.heldBytes = previous.state.heldBytes
                rollback.state.highest = nil
                rollback.state.time = nil
                rollback.targets = [record.number]
            }
            if isNoted != nil { return }
        }
        try journal.removeLast(restoring: previous.state, size: previous.size)
    }
}
