/// Changes a workspace. A writer exists only while the process holds the workspace's lock.
///
/// It plans changes, and ``commit()`` makes them together: the new contents are synced, then the
/// history's transaction is committed, then the renames are made. So a file never has torn contents, a
/// failed sync means that nothing was changed, and what was committed is made even if the process dies
/// or the power fails.
package final class Writer {
    /// A planned change, with all that is needed to make it. A command may change a million documents.
    struct Change {
        enum Action {
            /// Moves contents to a path where nothing is.
            case add(Source)
            /// Exchanges a directory with another one, which the history keeps.
            case exchange(Source)
            /// Replaces a file. The status is the one when it was read; nil if the batch itself made
            /// the file.
            indirect case replace(Source, FileStatus?)
            /// - Parameter deleting: the identifier of a document that the user deletes; nil for one that
            ///   goes for another reason, or can't be read.
            case removeDirectory(deleting: String?)
            indirect case removeFile(FileStatus?)
            indirect case move(WorkspacePath)
            case mode(before: UInt32, after: UInt32)
        }

        /// Where new contents are before the change.
        enum Source {
            case staged(String)
            /// A directory that the history keeps.
            case history(Int64)
        }

        let number: Int64
        let path: WorkspacePath
        let action: Action
    }

    let places: WorkspacePlaces
    let staging: Staging
    package let store: HistoryStore
    /// The planned changes, in their order.
    private(set) var planned: [Change] = []
    private(set) var pending: PendingDocuments
    /// The photographs that wait for thumbnails.
    private(set) var reductions: [Reduction] = []
    /// Called after each change with the number of those made so far, and of all.
    var onMade: ((_ done: Int, _ count: Int) -> Void)?
    /// Whether an undo or a redo is planned.
    private var hasReversions = false
    /// The number of lines with planned changes.
    private(set) var lineCount = 0
    /// The step of the planned changes, as `history` will show it.
    private(set) var step: StepSummary?
    /// The step that the batch goes on with, as it was before; nil if it begins with a new one.
    private(set) var earlierStep: StepSummary?
    private(set) var operation: (template: Operation, isOpen: Bool, id: Int64?)?
    private var activity: Activity
    /// The highest number in use; nil if unknown.
    private(set) var highest: Int?
    private var lastNumber: Int64
    /// The first operation of the batch; nil before it.
    private(set) var firstOperation: Int64?
    let start = MonotonicClock.seconds
    /// Whether each line is committed by itself, since a deletion alone makes room for the next one.
    private let isDiskNearlyFull: Bool

    init(
        in places: WorkspacePlaces, _ staging: Staging, _ store: HistoryStore, _ activity: Activity
    ) throws {
        (self.places, self.staging, self.store) = (places, staging, store)
        pending = PendingDocuments(staging.directory)
        self.activity = activity
        isDiskNearlyFull = !places.directory.hasRoom(forBytes: Self.roomForBatch)
        lastNumber = try max(store.lastChange(), store.state.applied)
        // If the times differ, another program has changed something.
        if try places.documents.status().modified == store.state.time {
            highest = store.state.highest
        } else {
            store.state.epoch += 1
        }
    }

    deinit { store.rollBack() }

    var hasChanges: Bool { !planned.isEmpty }

    /// Whether the batch is long enough, so that it must not grow.
    var isFull: Bool {
        isDiskNearlyFull || planned.count >= Self.mostChanges
            || reductions.count >= Self.mostPhotographs
            || MonotonicClock.seconds - start >= Self.longestSeconds
    }

    private static let (mostChanges, longestSeconds) = (5_000, 1.0)
    /// The free bytes of a disk on which a usual batch fits.
    private static let roomForBatch: UInt = 512 << 10
    /// The most photographs, which are open until their thumbnails are made.
    private static let mostPhotographs = 100

    /// Whether all that is planned is that the user deletes documents. An undo must not lose them.
    var onlyRemoves: Bool {
        !hasReversions
            && planned.allSatisfy { change in
                if case .removeDirectory = change.action { true } else { false }
            }
    }

    // MARK: Operations

    /// Runs `body`, which plans the changes of an operation: all of them, or none if it fails.
    func planning<Result>(
        _ template: Operation, _ activity: Activity, _ body: () throws -> Result
    ) throws -> Result {
        try store.begin()
        let (count, highest, number, step) = (planned.count, highest, lastNumber, step)
        let firstOperation = firstOperation
        pending.beginLine()
        self.activity = activity
        operation = (template, activity.group != nil, nil)
        defer { operation = nil }
        do {
            return try store.savepoint {
                let result = try body()
                if planned.count > count {
                    try noteStep(template, planned[count...])
                    lineCount += 1
                }
                return result
            }
        } catch {
            for change in planned[count...].reversed() { discard(change) }
            planned.removeSubrange(count...)
            reductions.removeAll { $0.change > number }
            (self.highest, lastNumber, self.step) = (highest, number, step)
            self.firstOperation = firstOperation
            pending.takeBackLine()
            throw error
        }
    }

    /// The ID of the operation whose changes are being planned.
    func operationID() throws -> Int64 {
        guard let (template, isOpen, id) = operation else {
            throw ScaryBugsError(.invalidValue, "a change outside an operation")
        }
        if let id { return id }
        let new = try store.add(template, isOpen: isOpen)
        operation?.id = new
        if firstOperation == nil { firstOperation = new }
        return new
    }

    /// Ends an operation, and begins another one with the same line.
    func beginOperation(_ template: Operation) {
        hasReversions = hasReversions || template.kind != .change
        operation = operation.map { (template, $0.1, nil) }
    }

    /// Goes on with an operation of this line.
    func resume(_ id: Int64) { operation?.id = id }

    /// The number of the next change.
    package var nextChange: Int64 { lastNumber + 1 }

    /// The number of a new step.
    var nextStep: Int { max(store.state.step, step?.number ?? 0) + 1 }

    private func noteStep(_ operation: Operation, _ changes: ArraySlice<Change>) throws {
        guard operation.kind == .change, operation.step > 0 else { return }
        if step?.number != operation.step {
            if let step { try store.write(step) }
            let present = try store.step(operation.step)
            if step == nil { earlierStep = present }
            step =
                present
                ?? StepSummary(
                    number: operation.step, date: activity.seconds,
                    command: activity.shownCommand, script: activity.script?.name)
        }
        step?.changeCount += changes.count
        let line = operation.linesText
        if step?.lineCount == 0 || step?.lastLine != line { step?.lineCount += 1 }
        step?.lastLine = line
        for change in changes {
            if let number = change.path.document?.number { step?.documents.insert(number) }
            if case .move(let target) = change.action, let number = target.document?.number {
                step?.documents.insert(number)
            }
        }
    }

    // MARK: Planning

    /// Plans new documents. First, those with a free preferred number get that number. Then the
    /// others get the highest number plus one, in their order.
    ///
    /// - Parameter document: returns the document with an index, which gets a number.
    /// - Returns: their names, in the same order.
    func add(
        preferring preferred: some Collection<Int?>, above highest: Int = 0,
        _ document: (_ index: Int, _ number: Int) throws -> StagedDocument
    ) throws -> [DocumentName] {
        var highest = try max(highestNumber(), highest)
        var given: Set<Int> = []
        var numbers = try preferred.map { number in
            guard let number, try !isInUse(number), given.insert(number).inserted else { return 0 }
            highest = max(highest, number)
            return number
        }
        for index in numbers.indices where numbers[index] == 0 {
            highest = try DocumentName.number(after: highest)
            numbers[index] = highest
        }
        // An array that grows by itself takes twice its memory for a moment.
        if numbers.count > planned.count {
            planned.reserveCapacity(planned.count + numbers.count)
            pending.reserve(numbers.count)
        }
        return try numbers.enumerated().map { index, number in
            let document = try document(index, number)
            let name = DocumentName(number: number, kind: document.kind)
            try add(name, document.contents.version, from: .staged(document.contents.name))
            return name
        }
    }

    /// Plans a document whose number is free.
    func add(_ name: DocumentName, _ version: ContentVersion, from source: Change.Source) throws {
        if let highest { self.highest = max(highest, name.number) }
        pending.put(name, at: try place(of: source))
        try plan(.contents(.document(name), before: nil, after: version), .add(source))
    }

    /// Plans to replace the directory of a document.
    func replace(
        _ name: DocumentName, _ before: ContentVersion, with version: ContentVersion,
        from source: Change.Source
    ) throws {
        let held = try heldBytes(of: name)
        pending.put(name, at: try place(of: source))
        try plan(
            .contents(.document(name), before: before, after: version), .exchange(source),
            held: held)
    }

    /// Gives the document that was just planned a thumbnail of its photograph when the batch is committed.
    package func reduce(_ picture: PictureFile?, of name: DocumentName, in staged: StagedContents) {
        guard let picture, picture.needsThumbnail else { return }
        reductions.append(
            Reduction(
                picture: picture, document: name, staged: staged.name, change: lastNumber,
                version: staged.version))
    }

    /// Plans a new file of a document, or of the user's directory.
    ///
    /// - Parameters:
    ///   - before: the present file; nil if there is none.
    ///   - bytes: the new contents.
    func replace(_ path: WorkspacePath, _ before: PresentFile?, with bytes: [UInt8]) throws {
        let staged = try stage(bytes, for: path)
        if case .file(let name, let file) = path {
            pending.put(file, of: name, at: .init(directory: staging.directory, name: staged))
        }
        let version = ContentVersion(fileNamed: path.fileName, bytes)
        try plan(
            .contents(path, before: before?.version, after: version),
            before.map { .replace(.staged(staged), $0.status) } ?? .add(.staged(staged)),
            replacing: before?.bytes)
    }

    /// Plans to remove a file.
    func removeFile(_ path: WorkspacePath, _ present: PresentFile) throws {
        if case .file(let name, let file) = path { pending.put(file, of: name, at: nil) }
        try plan(
            .contents(path, before: present.version, after: nil), .removeFile(present.status),
            replacing: present.bytes)
    }

    /// - Parameters:
    ///   - identifier: the one of a document that the user deletes.
    ///   - photographs: the digests of its photographs.
    package func remove(
        _ name: DocumentName, _ version: ContentVersion, deleting identifier: String? = nil,
        with photographs: [Digest] = []
    ) throws {
        if highest == name.number { highest = nil }
        let held = try heldBytes(of: name)
        pending.remove(name)
        try plan(
            .contents(.document(name), before: version, after: nil),
            .removeDirectory(deleting: identifier), held: held)
        if let identifier { try noteDeletion(of: identifier, with: photographs) }
    }

    /// Records with the last planned change that a document is deleted. The photographs of one that is
    /// deleted again are known.
    private func noteDeletion(of identifier: String, with photographs: [Digest] = []) throws {
        let deletion = Deletion(date: now, photographs: photographs)
        try store.add(deletion, of: identifier, change: lastNumber)
    }

    /// Records which documents an undo or a redo deletes or brings back. An import that is undone is no
    /// deletion.
    func noteDeletions(by effects: [Effect], deleting isDeleting: Bool) throws {
        for effect in effects where isDeleting && effect.action == .removed {
            if let identifier = effect.identifier { try noteDeletion(of: identifier) }
        }
        let back = effects.filter { $0.action == .added }
        try store.removeDeletions(of: back.compactMap(\.identifier))
    }

    var now: Timestamp { Timestamp(secondsSince1970: activity.seconds) }

    /// Plans a move that a repair needs, or a change of permissions.
    func plan(_ change: WorkspaceChange) throws {
        switch change {
        case .contents: break
        case .move(let path, let target):
            highest = nil
            try noteMove(from: path, to: target)
            try plan(change, .move(target))
        case .mode(_, let before, let after):
            try plan(change, .mode(before: before, after: after))
        }
    }

    private func noteMove(from path: WorkspacePath, to target: WorkspacePath) throws {
        var place: PendingDocuments.Place?
        if case .document(let name) = path, case .present(let present, _) = pending[name] {
            place = present
        }
        if place == nil {
            let (directory, name) = try places.locate(path)
            place = .init(directory: directory, name: name.shown)
        }
        switch path {
        case .document(let name): pending.remove(name)
        case .file(let name, let file): pending.put(file, of: name, at: nil)
        case .other: break
        }
        switch target {
        case .document(let name): if let place { pending.put(name, at: place) }
        case .file(let name, let file): pending.put(file, of: name, at: place)
        case .other: break
        }
    }

    /// Whether something is at a path after the changes so far.
    func exists(_ path: WorkspacePath) throws -> Bool {
        if case .document(let name) = path, let isInUse = pending.isInUse(name) { return isInUse }
        return try places.status(of: path) != nil
    }

    private func plan(
        _ change: WorkspaceChange, _ action: Change.Action, replacing bytes: [UInt8]? = nil,
        held: Int64 = 0
    ) throws {
        lastNumber += 1
        let row = HistoryRow(
            number: lastNumber, operation: try operationID(), change: change,
            source: path(of: action))
        try store.add(row, replacing: bytes, held: held)
        if case .add(.history(let number)) = action { try store.didTake(number) }
        if case .exchange(.history(let number)) = action { try store.didTake(number) }
        planned.append(Change(number: lastNumber, path: change.path, action: action))
    }

    private func path(of action: Change.Action) -> WorkspacePath? {
        switch action {
        case .add(let source), .exchange(let source), .replace(let source, _):
            switch source {
            case .staged(let name):
                .other([RawName(Staging.parentName), RawName(staging.place.name), RawName(name)])
            case .history(let number): HistoryRow.slot(number)
            }
        case .removeDirectory, .removeFile, .move, .mode: nil
        }
    }

    func place(of source: Change.Source) throws -> PendingDocuments.Place {
        switch source {
        case .staged(let name): .init(directory: staging.directory, name: name)
        case .history(let number): .init(directory: store.directory, name: String(number))
        }
    }

    /// Stages a file that will get a path.
    private func stage(_ bytes: [UInt8], for path: WorkspacePath) throws -> String {
        try staging.withNewEntry { name in
            try staging.directory.createFile(
                named: name, calledAs: places.directory.displayPath(of: path.text)
            ).write(bytes)
            return name
        }
    }

    // MARK: Numbers

    func isInUse(_ number: Int) throws -> Bool {
        try DocumentName.all(numbered: number).contains { try exists(.document($0)) }
    }

    /// Whether the batch itself makes the directory of a document.
    func isNew(_ name: DocumentName) -> Bool {
        if case .present(.some, _) = pending[name] { true } else { false }
    }

    /// The highest number in use; 0 without documents.
    func highestNumber() throws -> Int {
        if let highest { return highest }
        var found = pending.highestNumber
        for entry in try places.documents.names() {
            guard let name = DocumentName(directoryName: entry), name.number > found,
                pending.isInUse(name) ?? true
            else { continue }
            found = name.number
        }
        highest = found
        return found
    }

    /// Removes staged contents of a change that will not be made. New documents stay for another attempt.
    private func discard(_ change: Change) {
        switch change.action {
        case .replace(.staged(let name), _), .exchange(.staged(let name)):
            try? staging.directory.removeEntry(named: name)
        case .add(.staged(let name)) where change.path.isFile:
            try? staging.directory.removeEntry(named: name)
        default: break
        }
    }

    /// Removes all staged contents.
    func discardAll() {
        for change in planned { discard(change) }
        planned = []
        pending = PendingDocuments(staging.directory)
        store.rollBack()
    }
}

extension WorkspacePath {
    /// The name of the file at the path.
    var fileName: String {
        switch self {
        case .document(let name): name.directoryName
        case .file(_, let file): file
        case .other(let names): names.last?.shown ?? "."
        }
    }
}
