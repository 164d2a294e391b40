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
                try index.isInStep(with: documents) ? try body(index) : nil
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
                try index.isInStep(with: documents) ? body(index) : nil
            }
        } ?? nil
    }

    /// Brings the index up to date if that takes a moment.
    private func follow(
        _ index: DocumentIndex, _ documents: Directory, comparing isSmall: Bool
    ) throws {
        guard try !index.isInStep(with: documents) else { return }
        let changed = try catchUpTarget(index, with: documents).names?.count
        if changed.map({ $0 <= Self.promptChanges }) ?? isSmall {
            try catchUp(index, with: documents)
        }
    }

    /// The most documents that are read while a user waits.
    private static let promptChanges = 500

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

    /// The documents that must be read to bring an index up to date, nil for all, and the position that it
    /// gets. Changes that another process makes meanwhile are read again later, since the position is the
    /// one before them.
    private func catchUpTarget(
        _ index: DocumentIndex, with documents: Directory
    ) throws -> (names: [DocumentName]?, position: IndexPosition) {
        let time = try documents.status().modified
        let directory = try openBase()?.directory
        let store = try ifPossible { try directory.flatMap(HistoryStore.init(reading:)) } ?? nil
        guard let store, store.state.time == time else {
            // Another program has changed the directory, or a session is changing it.
            let isDone = try ifPossible { try store?.hasAppliedAll() } ?? true
            let isSettled =
                isDone && time.seconds < FileTime.now.seconds - IndexStamp.granularity
            return (nil, IndexPosition(store?.state, time: isSettled ? time : nil))
        }
        let position = IndexPosition(store.state, time: time)
        guard let known = try index.position(), known.follows(position) else {
            return (nil, position)
        }
        return (try ifPossible { try store.documentsChanged(after: known.applied) }, position)
    }

    /// Changes the rows of documents that differ from the index. It finds the target within the
    /// transaction, since another process may have made the tables again.
    ///
    /// - Parameters:
    ///   - comparesAll: whether to compare all documents, also if the history names the changed ones.
    ///   - note: called with each change.
    private func catchUp(
        _ index: DocumentIndex, with documents: Directory, comparingAll comparesAll: Bool = false,
        _ note: (DocumentIndex.Change) -> Void = { _ in }
    ) throws {
        try index.update { change in
            func make(_ one: DocumentIndex.Change) throws {
                note(one)
                try change(one)
            }
            let (names, position) = try catchUpTarget(index, with: documents)
            let reader = try indexReader()
            if let names, !comparesAll {
                try reader.forEachChange(of: names, report: reportIndexing, make)
            } else {
                try reader.forEachChange(since: index.stamps(), report: reportIndexing, make)
            }
            return position
        }
    }

    private func reportIndexing(_ done: Int, _ total: Int) {
        report(.indexing, done, of: total)
    }

    /// The index knows nothing of what is only planned.
    func indexReader() throws -> DocumentReader {
        DocumentReader(documents: try readable(), limits: limits, customFields: customFields)
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
            try catchUp(index, with: documents, comparingAll: true) { refreshed.add($0) }
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
                guard try index.isInStep(with: documents) else { return [] }
                return try read.filter { name, result in
                    try !index.agrees(with: result, of: name) { try openDocument(name).files() }
                }.map(\.name)
            }
            guard !stale.isEmpty else { return }
            let reader = try indexReader()
            try index.update { change in
                // Reads the documents within the transaction, so that no older row replaces a newer
                // one.
                if try index.isInStep(with: documents) {
                    for name in stale {
                        try change(reader.indexRow(of: name).map { .put($0) } ?? .remove(name))
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
