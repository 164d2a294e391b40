import SystemPackage

extension Workspace {
    // MARK: Reading

    /// Runs `body` with the index, in step with the documents; nil where there is none to be had.
    func withIndex<Result>(
        _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        guard let documents = try readable() else { return nil }
        try flushIndex()
        return try index.using(documents, making: true) { index in
            guard try bringInStep(index, with: documents) else { return nil }
            return try index.database.snapshot {
                // Another process may have made it anew since, without a row as yet.
                try index.checkWasInStep()
                return try body(index)
            }
        } ?? nil
    }

    /// Reads again what other programs changed.
    ///
    /// - Returns: whether the index is to be relied on now.
    private func bringInStep(_ index: DocumentIndex, with documents: Directory) throws -> Bool {
        if try index.isInStep(with: documents.status().modified) { return true }
        do {
            var time: FileTime?
            // Whoever has the lock may be about to note what is missing.
            let isInStep = try holdingLock(of: openedDirectory()) {
                if try index.isInStep(with: documents.status().modified) { return true }
                time = try indexTime(of: documents)
                return false
            }
            if !isInStep { _ = try reconcile(index, with: documents, at: time) }
            return true
        } catch let error as ScaryBugsError where error.code == .busy {
            return false
        }
    }

    /// A time of the documents' directory that any later change of theirs changes: one that is given
    /// to it, or that it has had for a while. The workspace's lock must be held.
    ///
    /// - Returns: nil where the disk cannot be written, and a change within the same tick of the
    ///   clock as the last one would go unnoticed.
    private func indexTime(of documents: Directory) throws -> FileTime? {
        if let stamped = try? documents.stamp() { return stamped.modified }
        let time = try documents.status().modified
        return time.seconds + IndexStamp.granularity < FileTime.now.seconds ? time : nil
    }

    /// Brings the index in step with the documents at a time or later: what changes meanwhile gives
    /// them another one, so that it shows next time.
    private func reconcile(
        _ index: DocumentIndex, with documents: Directory, at time: FileTime?
    ) throws -> Refreshed {
        var refreshed = Refreshed()
        try index.update(to: time) { change in
            // Within the transaction: a thread of another process may be writing rows just now.
            let known = try index.stamps()
            try indexReader(of: documents).forEachChange(since: known) {
                refreshed.add($0)
                try change($0)
            }
        }
        return refreshed
    }

    private func indexReader(of documents: Directory) -> IndexReader {
        IndexReader(documents: documents, limits: limits, ownFields: ownFields)
    }

    /// What came of ``Workspace/refresh()``.
    public struct Refreshed: Sendable {
        /// How many documents were read.
        public private(set) var read = 0
        /// How many are no longer there.
        public private(set) var gone = 0

        fileprivate mutating func add(_ change: DocumentIndex.Change) {
            switch change {
            case .put: read += 1
            case .remove: gone += 1
            }
        }
    }

    /// Reads what other programs changed: documents that came or went, and files inside documents,
    /// as far as they are not those that were read before.
    ///
    /// Where no index can be kept, everything is read each time anyway, and there is nothing to do.
    public func refresh() throws -> Refreshed {
        guard let documents = try readable() else { return Refreshed() }
        try flushIndex()
        return try index.using(documents, making: true) { index in
            let time = try holdingLock(of: openedDirectory()) { try indexTime(of: documents) }
            return try reconcile(index, with: documents, at: time)
        } ?? Refreshed()
    }

    // MARK: Changing

    /// The highest number in use, and what the directory is like with which it is known. The
    /// workspace's lock must be held.
    func highestNumber(
        in documents: Directory
    ) throws -> (number: Int, directory: FileStatus) {
        var isFound = false
        let highest = try numbers.highest(in: documents) { time in
            let indexed = try indexedHighest(in: documents, at: time)
            isFound = indexed == nil
            return indexed
        }
        if highest.number == 0 {
            try startIndex(in: documents, at: highest.directory.modified)
        } else if isFound, let found = numbers.known {
            // The next program need not look for it.
            _ = try index.using(documents, making: true) { try $0.note(found) }
        }
        return highest
    }

    /// What the index says is the highest number at a time; nil where it does not know.
    private func indexedHighest(in documents: Directory, at time: FileTime) throws -> Int? {
        try index.using(documents, making: false) { try $0.highest(at: time) } ?? nil
    }

    /// An empty workspace's index costs nothing to make, and from then on no more than its rows.
    private func startIndex(in documents: Directory, at time: FileTime) throws {
        _ = try index.using(documents, making: true) { index in
            if try !index.isInStep(with: time) {
                try index.clear(to: time)
            }
        }
    }

    /// Notes what was done to documents between two times of their directory; the workspace's lock
    /// must be held.
    ///
    /// - Parameter time: nil where others may have done something meanwhile.
    func note(
        _ changes: @autoclosure () -> [WorkspaceIndex.Change], since before: FileStatus,
        to time: FileTime?
    ) throws {
        let documents = try writable()
        try index.note(changes(), from: before.modified, to: time, in: documents)
        if durability == .eachChange {
            try flushIndex()
        } else if index.hasManyPendingChanges,
            try !index.flushInBackground(documents, highest: numbers.known)
        {
            try flushIndex()
        }
    }

    /// Changes something inside a document by `body`, under the workspace's lock, and notes it.
    func changingInside(
        _ change: WorkspaceIndex.Change, _ body: () throws -> Void
    ) throws {
        let documents = try writable()
        try locked {
            let before = try documents.status()
            try numbers.learn(at: before.modified) {
                try indexedHighest(in: documents, at: $0)
            }
            // The time first: if the process dies in between, the next one sees that there was
            // something to note.
            let time = try numbers.willChangeInside(documents, since: before)
            try body()
            try note([change], since: before, to: time)
        }
    }

    /// Notes that a document was read, whose files another program may have changed.
    ///
    /// - Parameter hasPicture: found out only where the files' stamps don't tell.
    func notice(
        _ name: DocumentName, _ file: DocumentDirectory.DataFile, _ directory: FileStatus,
        hasPicture: @autoclosure () throws -> Bool
    ) throws {
        let stamp = IndexStamp(directory: directory, dataFile: file.status)
        guard !index.hasSeen(name, with: stamp) else { return }
        let settled = IndexStamp(directory: directory, dataFile: file.status, now: .now)
        try noticing(name) { present in
            let isCurrent = try present.isCurrent(name, stamp) {
                IndexRow(name, file.data, hasPicture: try hasPicture(), stamp: settled)
            }
            if isCurrent, settled != .unknown { index.saw(name, with: stamp) }
            return isCurrent
        }
    }

    /// Notes that a document could not be read, which another program may have damaged.
    func notice(_ name: DocumentName, unreadable error: ScaryBugsError) throws {
        try noticing(name) { try $0.hasProblem(error.message, with: name) }
    }

    /// - Parameter isCurrent: whether the index has a document as it is.
    private func noticing(
        _ name: DocumentName, _ isCurrent: (DocumentIndex) throws -> Bool
    ) throws {
        guard let documents = try readable(), !index.isPending(name) else { return }
        _ = try index.using(documents, making: false) { present in
            if try !isCurrent(present) { index.notice(name) }
        }
        if index.hasManyPendingChanges { try flushIndex() }
    }

    /// Writes down what was noted of changes.
    ///
    /// Under the workspace's lock, so that what is read for it is not changed before it is written.
    func flushIndex() throws {
        guard index.hasPendingChanges, let documents = try readable() else { return }
        do {
            try holdingLock(of: openedDirectory()) {
                try index.flush(
                    documents, highest: numbers.known, row: indexReader(of: documents).row)
            }
        } catch let error as ScaryBugsError where error.code == .busy {
            // The next one to ask sees from the time of the documents that something is missing.
            index.dropPendingChanges()
        }
    }
}
