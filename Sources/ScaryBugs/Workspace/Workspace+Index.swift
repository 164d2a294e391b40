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
            return try index.database.snapshot { try body(index) }
        } ?? nil
    }

    /// Reads again what other programs changed.
    ///
    /// - Returns: whether the index is to be relied on now.
    private func bringInStep(_ index: DocumentIndex, with documents: Directory) throws -> Bool {
        if try index.isInStep(with: documents.status().modified) { return true }
        do {
            try holdingLock(of: openedDirectory()) {
                // Whoever had the lock may have been about to note what was missing.
                if try index.isInStep(with: documents.status().modified) { return }
                try reconcile(index, with: documents)
            }
            return true
        } catch let error as ScaryBugsError where error.code == .busy {
            return false
        }
    }

    /// Brings the index in step; the workspace's lock must be held.
    private func reconcile(_ index: DocumentIndex, with documents: Directory) throws {
        // The time before the names: what changes in between shows next time.
        let time = try? documents.stamp()
        let seen = try time ?? documents.status().modified
        let reader = IndexReader(documents: documents, limits: limits, ownFields: ownFields)
        let changes = try reader.changes(since: index.stamps())
        // On a disk that cannot be written, a change within the same tick of the clock as the last
        // one would go unnoticed: only what has been so for a while is relied on.
        let isSettled = seen.seconds + IndexStamp.granularity < FileTime.now.seconds
        try index.apply(changes, from: nil, to: time != nil || isSettled ? seen : nil)
    }

    // MARK: Changing

    /// The highest number in use, and the time of the directory with which it is known. The
    /// workspace's lock must be held.
    func highestNumber(in documents: Directory) throws -> (number: Int, time: FileTime) {
        let highest = try numbers.highest(in: documents) { time in
            try index.using(documents, making: false) { index in
                try index.isInStep(with: time) ? index.highest() : nil
            } ?? nil
        }
        if highest.number == 0 { try startIndex(in: documents, at: highest.time) }
        return highest
    }

    /// An empty workspace's index costs nothing to make, and from then on no more than its rows.
    private func startIndex(in documents: Directory, at time: FileTime) throws {
        _ = try index.using(documents, making: true) { index in
            if try !index.isInStep(with: time) {
                try index.apply(index.removals(), from: nil, to: time)
            }
        }
    }

    /// Notes what was done to documents between two times of their directory; the workspace's lock
    /// must be held.
    func note(
        _ changes: @autoclosure () -> [WorkspaceIndex.Change], from: FileTime, to: FileTime
    ) throws {
        let documents = try writable()
        try index.note(changes(), from: from, to: to, in: documents)
        if durability == .eachChange || index.hasManyPendingChanges { try flushIndex() }
    }

    /// Changes something inside a document by `body`, under the workspace's lock, and notes it.
    func changingInside(
        _ row: @autoclosure () -> IndexRow, _ body: () throws -> Void
    ) throws {
        let documents = try writable()
        try locked {
            let before = try documents.status().modified
            // The time first: if the process dies in between, the next one sees that there was
            // something to note.
            let time = try numbers.willChangeInside(documents, at: before)
            try body()
            try note([.put(row())], from: before, to: time)
        }
    }

    /// Writes down what was noted of changes.
    func flushIndex() throws {
        guard index.hasPendingChanges, let documents = try readable() else { return }
        let reader = IndexReader(documents: documents, limits: limits, ownFields: ownFields)
        try index.flush(documents, row: reader.row)
    }
}
