extension Workspace {
    // MARK: Reading

    /// Runs `body` with a current index; returns nil if no index is available.
    ///
    /// - Parameter query: a query that `body` asks.
    func withIndex<Result>(
        for query: Query = Query(), _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: true) { index in
            try index.prepare(for: query)
            let present = try index.database.snapshot {
                try index.isInStep(with: documents.status().modified) ? try body(index) : nil
            }
            if let present { return present }
            guard try bringUpToDate(index, with: documents) else { return nil }
            return try index.database.snapshot {
                // Another process may have made the tables again in between, and they may still be
                // empty.
                try index.checkWasInStep()
                return try body(index)
            }
        } ?? nil
    }

    /// Runs `body` with the index, current or not; returns nil if no index is available.
    ///
    /// - Parameter isMaking: whether to make a missing index.
    func usingIndex<Result>(
        of documents: Directory, making isMaking: Bool, _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        // Rows depend on the custom fields, which another session may have changed.
        let preferences = index.isOutdated ? readPreferences() : preferences
        return try index.using(
            documents, customFields: preferences.customFields, making: isMaking, body)
    }

    /// Runs `body` with the index as it is after few changes at most, because a user waits for the
    /// answer; returns nil if that has no rows yet.
    func withPresentIndex<Result>(_ body: (DocumentIndex) throws -> Result) throws -> Result? {
        guard let documents = try readable() else { return nil }
        let isSmall = try Self.fewNames(in: documents) != nil
        return try usingIndex(of: documents, making: isSmall) { index in
            _ = try ifPossible { try follow(index, documents, comparing: isSmall) }
            return try index.database.snapshot {
                try index.time() == nil ? nil : try body(index)
            }
        } ?? nil
    }

    /// Brings the index up to date if that takes a moment, and no other process holds the lock.
    private func follow(
        _ index: DocumentIndex, _ documents: Directory, comparing isSmall: Bool
    ) throws {
        guard try !index.isInStep(with: documents.status().modified) else { return }
        try openBase()?.lock.holdingIfFree {
            let present = try documents.status().modified
            let names = try journaledChanges(since: index, to: present)
            if let names, names.count <= Self.promptChanges {
                try update(index, names, to: present)
            } else if isSmall {
                _ = try compare(index, with: documents, at: scanTime(of: documents))
            }
        }
    }

    /// The most documents that are read while a user waits.
    private static let promptChanges = 100

    /// Brings the index up to date with the documents.
    ///
    /// - Returns: false if the index is still stale, because another process holds the lock, or an
    ///   error that may pass keeps a document from being read.
    private func bringUpToDate(_ index: DocumentIndex, with documents: Directory) throws -> Bool {
        do {
            guard
                let target = try openBase()?.lock.holding({
                    try catchUpTarget(index, with: documents)
                })
            else { return false }
            switch target {
            case .nothing: break
            case .changes(let names, let time): try update(index, names, to: time)
            case .everything(let time): _ = try compare(index, with: documents, at: time)
            }
            return true
        } catch let error as ScaryBugsError where error.code == .busy || error.mayPass {
            return false
        }
    }

    /// The documents that must be read to bring an index up to date.
    private enum CatchUpTarget {
        case nothing
        /// Documents that the journal names, and the modification time that the index gets.
        case changes([DocumentName], FileTime)
        /// All documents. The time is nil if a change at the same moment could go unnoticed.
        case everything(FileTime?)
    }

    /// The caller must hold the workspace's lock, since another holder might be changing documents.
    private func catchUpTarget(
        _ index: DocumentIndex, with documents: Directory
    ) throws -> CatchUpTarget {
        let present = try documents.status().modified
        if try index.isInStep(with: present) { return .nothing }
        if let names = try journaledChanges(since: index, to: present) {
            return .changes(names, present)
        }
        return .everything(try scanTime(of: documents))
    }

    /// The documents that changed since the index was up to date; nil if the journal does not tell.
    private func journaledChanges(
        since index: DocumentIndex, to present: FileTime
    ) throws -> [DocumentName]? {
        guard let start = try index.time(),
            let file = try ifIntact({ try openBase()?.openJournal() })
        else { return nil }
        return try file.documentsChanged(from: start, to: present)?.sorted()
    }

    private func update(
        _ index: DocumentIndex, _ names: [DocumentName], to time: FileTime
    ) throws {
        try index.update(to: time) { change in
            try indexReader().forEachChange(of: names, report: reportIndexing, change)
        }
    }

    /// A modification time of the documents' directory that any later change replaces. It is either
    /// set here, or old enough. The caller must hold the workspace's lock.
    ///
    /// - Returns: nil if the disk is read-only or keeps coarse times, and the last change is so recent
    ///   that another one could get the same time.
    private func scanTime(of documents: Directory) throws -> FileTime? {
        let present = try documents.status().modified
        // A transaction has set this time already. A `scan` line would break the chain of lines for
        // other indexes.
        if try ifPossible({ try journal().state.time }) == present { return present }
        // Another time would again be coarse, and more recent.
        if !present.isCoarse,
            let time = try ifPossible({ try recordScan(of: documents, since: present) })
        {
            return time
        }
        let time = try documents.status().modified
        return time.seconds + IndexStamp.granularity < FileTime.now.seconds ? time : nil
    }

    /// Gives the documents' directory a new time and records it in the journal. The line also has
    /// the highest number, so that the next new document need not search for it.
    private func recordScan(of documents: Directory, since start: FileTime) throws -> FileTime? {
        let journal = try journal()
        let time = try documents.setUniqueModified()
        try journal.log(.scan) { record in
            record.startTime = start
            record.state.time = time
            record.state.highest = try places().highestNumber()
        }
        return time
    }

    /// Compares all documents with the index, and updates the rows of those that differ.
    private func compare(
        _ index: DocumentIndex, with documents: Directory, at time: FileTime?
    ) throws -> Refreshed {
        var refreshed = Refreshed()
        try index.update(to: time) { change in
            // Reads the stamps within the transaction, since another process may be writing rows.
            let known = try index.stamps()
            try indexReader().forEachChange(since: known, report: reportIndexing) {
                refreshed.add($0)
                try change($0)
            }
        }
        return refreshed
    }

    private func reportIndexing(_ done: Int, _ total: Int) {
        report(.indexing, done, of: total)
    }

    func indexReader() throws -> IndexReader { IndexReader(reader: try reader()) }

    package struct Refreshed: Sendable {
        package private(set) var read = 0
        package private(set) var gone = 0

        fileprivate mutating func add(_ change: DocumentIndex.Change) {
            switch change {
            case .put: read += 1
            case .remove: gone += 1
            }
        }
    }

    /// Updates the index after changes by other programs: documents that they added or removed, and
    /// files that they changed inside documents.
    ///
    /// Without an index there is nothing to do, since every command then reads the documents.
    package func refresh() throws -> Refreshed {
        guard let documents = try readable(), let base = try openBase() else {
            return Refreshed()
        }
        return try usingIndex(of: documents, making: true) { index in
            let time = try base.lock.holding { try scanTime(of: documents) }
            return try compare(index, with: documents, at: time)
        } ?? Refreshed()
    }

    // MARK: Documents that were read

    /// The result of reading a document, to be compared with its row.
    struct Found {
        enum Contents {
            case document(Read)
            case problem(ScaryBugsError)
        }

        /// Swift's runtime would take longer to make the type of several values of a case.
        struct Read {
            let data: DocumentData
            let status: DocumentStatus
            /// Called only if the stamp of the files doesn't decide.
            let picture: () throws -> Picture?
        }

        let name: DocumentName
        let contents: Contents
    }

    /// Updates the rows of documents that were just read, if another program has changed or damaged
    /// their files.
    func correctRows(of read: [Found]) throws {
        try correctRows { index in try read.filter { try !index.agrees(with: $0) }.map(\.name) }
    }

    /// Updates the row of a document that was just read.
    func correctRow(of found: Found) throws {
        try correctRows { index in try index.agrees(with: found) ? [] : [found.name] }
    }

    /// - Parameter findStale: returns the documents whose rows differ.
    private func correctRows(_ findStale: (DocumentIndex) throws -> [DocumentName]) throws {
        guard let documents = try readable(), let base = try openBase() else { return }
        _ = try usingIndex(of: documents, making: false) { index in
            let stale = try index.database.snapshot {
                // If the index is not current, the journal will bring it up to date.
                try index.isInStep(with: documents.status().modified) ? findStale(index) : []
            }
            guard !stale.isEmpty else { return }
            try base.lock.holding {
                guard try index.isInStep(with: documents.status().modified) else { return }
                let reader = try indexReader()
                try index.update(to: nil) { change in
                    for name in stale {
                        try change(reader.row(of: name).map { .put($0) } ?? .remove(name))
                    }
                }
            }
        }
    }
}

extension DocumentIndex {
    fileprivate func agrees(with found: Workspace.Found) throws -> Bool {
        switch found.contents {
        case .document(let read):
            let now = FileTime.now
            return try isCurrent(found.name, IndexStamp(read.status)) {
                IndexRow(
                    found.name, read.data, try read.picture(),
                    stamp: IndexStamp(read.status, now: now))
            }
        case .problem(let error):
            return try error.mayPass || hasProblem(error.message, with: found.name)
        }
    }
}
