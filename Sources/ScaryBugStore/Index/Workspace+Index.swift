extension Workspace {
    // MARK: Reading

    /// Runs `body` with a current index; returns nil if no index is available.
    ///
    /// - Parameter query: a query that `body` asks.
    package func withIndex<Result>(
        for query: Query = Query(), _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        // The index knows nothing of a batch.
        try commitLines()
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
    package func usingIndex<Result>(
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
        if let present = try withCurrentIndex(of: documents, body) { return present }
        let isSmall = try Self.fewNames(in: documents) != nil
        return try usingIndex(of: documents, making: isSmall) { index in
            _ = try ifPossible { try follow(index, documents, comparing: isSmall) }
            return try index.database.snapshot {
                try index.time() == nil ? nil : try body(index)
            }
        } ?? nil
    }

    /// Runs `body` with the index if that is current; returns nil otherwise.
    func withCurrentIndex<Result>(
        of documents: Directory, _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        try usingIndex(of: documents, making: false) { index in
            try index.database.snapshot {
                try index.isInStep(with: documents.status().modified) ? body(index) : nil
            }
        } ?? nil
    }

    /// Brings the index up to date if that takes a moment.
    private func follow(
        _ index: DocumentIndex, _ documents: Directory, comparing isSmall: Bool
    ) throws {
        guard try !index.isInStep(with: documents.status().modified) else { return }
        let target = try catchUpTarget(index, with: documents)
        switch target {
        case .changes(let names, _) where names.count > Self.promptChanges: break
        case .changes: try catchUp(index, with: documents)
        case .everything: if isSmall { try catchUp(index, with: documents) }
        }
    }

    /// The most documents that are read while a user waits.
    private static let promptChanges = 100

    /// Brings the index up to date with the documents.
    ///
    /// - Returns: false if the index is still stale, because an error that may pass keeps a document
    ///   from being read.
    private func bringUpToDate(_ index: DocumentIndex, with documents: Directory) throws -> Bool {
        do {
            try catchUp(index, with: documents)
            return true
        } catch let error as ScaryBugsError where error.code == .busy || error.mayPass {
            return false
        }
    }

    /// The documents that must be read to bring an index up to date, and the position that it gets.
    private enum CatchUpTarget {
        /// Documents that the history names.
        case changes([DocumentName], IndexPosition)
        case everything(IndexPosition)

        var position: IndexPosition {
            switch self {
            case .changes(_, let position), .everything(let position): position
            }
        }
    }

    /// The changes that the index must still read. Changes that another process makes meanwhile are read again later,
    /// since the position is the one before them.
    private func catchUpTarget(
        _ index: DocumentIndex, with documents: Directory
    ) throws -> CatchUpTarget {
        let time = try documents.status().modified
        let directory = try openBase()?.directory
        let store = try ifPossible { try directory.flatMap(HistoryStore.init(reading:)) } ?? nil
        guard let store, store.state.time == time else {
            // Another program has changed the directory, or a session is changing it.
            let isDone = try ifPossible { try store?.hasAppliedAll() } ?? true
            let isSettled =
                isDone && time.seconds < FileTime.now.seconds - IndexStamp.granularity
            return .everything(IndexPosition(store?.state, time: isSettled ? time : nil))
        }
        let position = IndexPosition(store.state, time: time)
        guard let known = try index.position(), known.follows(position),
            let names = try ifPossible({ try store.documentsChanged(after: known.applied) }) ?? nil
        else { return .everything(position) }
        return .changes(names, position)
    }

    /// Finds the target within the transaction, since another process may have made the tables again.
    private func catchUp(_ index: DocumentIndex, with documents: Directory) throws {
        try index.update { change in
            let target = try catchUpTarget(index, with: documents)
            switch target {
            case .changes(let names, _):
                try indexReader().forEachChange(of: names, report: reportIndexing, change)
            case .everything: try compare(index, change)
            }
            return target.position
        }
    }

    /// Compares all documents with the index, and changes the rows of those that differ.
    private func compare(
        _ index: DocumentIndex, _ change: (DocumentIndex.Change) throws -> Void
    ) throws {
        let known = try index.stamps()
        try indexReader().forEachChange(since: known, report: reportIndexing, change)
    }

    private func reportIndexing(_ done: Int, _ total: Int) {
        report(.indexing, done, of: total)
    }

    /// The index knows nothing of what is only planned.
    func indexReader() throws -> IndexReader {
        IndexReader(
            reader: DocumentReader(
                documents: try readable(), limits: limits, customFields: customFields))
    }

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
        try commitLines()
        guard let documents = try readable() else { return Refreshed() }
        return try usingIndex(of: documents, making: true) { index in
            var refreshed = Refreshed()
            try index.update { change in
                let position = try catchUpTarget(index, with: documents).position
                try compare(index) {
                    refreshed.add($0)
                    try change($0)
                }
                return position
            }
            return refreshed
        } ?? Refreshed()
    }

    // MARK: Documents that were read

    /// Updates the rows of documents that were just read, if another program has changed or damaged
    /// their files.
    func correctRows(
        of read: [(name: DocumentName, result: Result<ReadDocument, ScaryBugsError>)]
    ) throws {
        guard !hasPendingChanges, let documents = try readable() else { return }
        _ = try usingIndex(of: documents, making: false) { index in
            let stale = try index.database.snapshot { () -> [DocumentName] in
                // If the index is not current, the history will bring it up to date.
                guard try index.isInStep(with: documents.status().modified) else { return [] }
                return try read.filter { name, result in
                    try !index.agrees(with: result, of: name) { try openDocument(name).files() }
                }.map(\.name)
            }
            guard !stale.isEmpty else { return }
            let reader = try indexReader()
            try index.update { change in
                // Reads the documents within the transaction, so that no older row replaces a newer
                // one.
                if try index.isInStep(with: documents.status().modified) {
                    for name in stale {
                        try change(reader.row(of: name).map { .put($0) } ?? .remove(name))
                    }
                }
                return nil
            }
        }
    }
}

extension DocumentIndex {
    /// - Parameter files: called only if the stamp of the files doesn't decide.
    fileprivate func agrees(
        with result: Result<ReadDocument, ScaryBugsError>, of name: DocumentName,
        _ files: () throws -> ContentFiles
    ) throws -> Bool {
        switch result {
        case .success(let read):
            let now = FileTime.now
            return try isCurrent(name, IndexStamp(read.status)) {
                IndexRow(
                    name, read.file.data, try files(), stamp: IndexStamp(read.status, now: now))
            }
        case .failure(let error):
            return try error.mayPass || hasProblem(error.message, with: name)
        }
    }
}
