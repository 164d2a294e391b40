import SystemPackage

extension Workspace {
    // MARK: Reading

    /// Runs `body` with the index, in step with the documents; nil where there is none to be had.
    func withIndex<Result>(
        _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: true) { index in
            guard try bringInStep(index, with: documents) else { return nil }
            return try index.database.snapshot {
                // Another process may have made it anew since, without a row as yet.
                try index.checkWasInStep()
                return try body(index)
            }
        } ?? nil
    }

    /// Runs `body` with the index of the documents, whatever it has; nil where there is none.
    ///
    /// - Parameter isMaking: whether it is worthwhile to make one.
    func usingIndex<Result>(
        of documents: Directory, making isMaking: Bool, _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        // Rows depend on the custom fields, which another session may have changed.
        let preferences = index.isOutdated ? readPreferences() : preferences
        return try index.using(
            documents, customFields: preferences.ownFields, making: isMaking, body)
    }

    /// Reads what was changed since the index was used last.
    ///
    /// - Returns: whether the index is to be relied on now.
    private func bringInStep(_ index: DocumentIndex, with documents: Directory) throws -> Bool {
        if try index.isInStep(with: documents.status().modified) { return true }
        do {
            guard
                let target = try openBase()?.lock.holding({
                    try catchUpTarget(index, with: documents)
                })
            else { return false }
            switch target {
            case .nothing: break
            case .changes(let names, let time):
                try index.update(to: time) { change in
                    try indexReader(of: documents).forEachChange(of: names, change)
                }
            case .everything(let time): _ = try compare(index, with: documents, at: time)
            }
            return true
        } catch let error as ScaryBugsError where error.code == .busy {
            return false
        }
    }

    /// What an index has to read to be in step.
    private enum CatchUpTarget {
        case nothing
        /// The documents that the journal names, and the time of their directory then.
        case changes([DocumentName], FileTime)
        /// All documents; the time is nil where a change at the same moment could go unnoticed.
        case everything(FileTime?)
    }

    /// The workspace's lock must be held: whoever has it may be about to change documents.
    private func catchUpTarget(
        _ index: DocumentIndex, with documents: Directory
    ) throws -> CatchUpTarget {
        let present = try documents.status().modified
        if try index.isInStep(with: present) { return .nothing }
        if let start = try index.time(), let file = try? openBase()?.openJournal(),
            let names = try file.documentsChanged(from: start, to: present)
        {
            return .changes(names.sorted(), present)
        }
        return .everything(try scanTime(of: documents))
    }

    /// A time of the documents' directory that any later change changes: one that is given to it,
    /// or that it has had for a while. The workspace's lock must be held.
    ///
    /// - Returns: nil where the disk cannot be written, and a change within the same tick of the
    ///   clock as the last one would go unnoticed.
    private func scanTime(of documents: Directory) throws -> FileTime? {
        let present = try documents.status().modified
        // A transaction gave it that time. Another line would break the chain for other indexes.
        if (try? journal())?.state.time == present { return present }
        if let time = try? noteScan(of: documents, since: present) { return time }
        let time = try documents.status().modified
        return time.seconds + IndexStamp.granularity < FileTime.now.seconds ? time : nil
    }

    /// Notes in the journal that the documents' directory has another time, with the highest
    /// number, so that the next new document need not look for it.
    private func noteScan(of documents: Directory, since start: FileTime) throws -> FileTime {
        let journal = try journal()
        let time = try documents.stamp().modified
        try journal.note(.scan) { record in
            record.startTime = start
            record.state.time = time
            record.state.highest = try places().highestNumber()
        }
        return time
    }

    /// Compares all documents with the index, and reads those that are other than it has them.
    private func compare(
        _ index: DocumentIndex, with documents: Directory, at time: FileTime?
    ) throws -> Refreshed {
        var refreshed = Refreshed()
        try index.update(to: time) { change in
            // Within the transaction: another process may be writing rows just now.
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
        guard let documents = try readable(), let base = try openBase() else {
            return Refreshed()
        }
        return try usingIndex(of: documents, making: true) { index in
            let time = try base.lock.holding { try scanTime(of: documents) }
            return try compare(index, with: documents, at: time)
        } ?? Refreshed()
    }

    // MARK: Documents that were read

    /// Corrects the row of a document that was read, whose files another program may have changed.
    ///
    /// - Parameter hasPicture: found out only where the files' stamps don't tell.
    func correctRow(
        of name: DocumentName, _ file: DocumentDirectory.DataFile, _ directory: FileStatus,
        hasPicture: @autoclosure () throws -> Bool
    ) throws {
        let now = FileTime.now
        try correctRow(of: name) { present in
            try present.isCurrent(name, IndexStamp(directory: directory, dataFile: file.status)) {
                IndexRow(
                    name, file.data, hasPicture: try hasPicture(),
                    stamp: IndexStamp(directory: directory, dataFile: file.status, now: now))
            }
        }
    }

    /// Corrects the row of a document that could not be read, which another program may have damaged.
    func correctRow(of name: DocumentName, unreadable error: ScaryBugsError) throws {
        try correctRow(of: name) { try $0.hasProblem(error.message, with: name) }
    }

    /// - Parameter isCurrent: whether the index has a document as it is.
    private func correctRow(
        of name: DocumentName, _ isCurrent: (DocumentIndex) throws -> Bool
    ) throws {
        guard let documents = try readable(), let base = try openBase() else { return }
        _ = try usingIndex(of: documents, making: false) { index in
            // The journal tells of what is newer than the index.
            guard try index.isInStep(with: documents.status().modified), try !isCurrent(index)
            else { return }
            try base.lock.holding {
                guard try index.isInStep(with: documents.status().modified) else { return }
                let row = try indexReader(of: documents).row(of: name)
                try index.update(to: nil) { try $0(row.map { .put($0) } ?? .remove(name)) }
            }
        }
    }
}
