extension Workspace {
    /// Opens the next source; nil after the last.
    public typealias NextSource = () -> Result<ImportSource, any Error>?

    /// Imports a source: all of its documents, or nothing unless ``ImportOptions/keepsGoing`` is
    /// set.
    ///
    /// The documents are staged, checked, and each renamed into the workspace. A document keeps its
    /// number if that is free, and otherwise gets the highest number plus one.
    public func importDocuments(
        from source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome {
        var rest = [source]
        let next: NextSource = { rest.popLast().map { .success($0) } }
        var outcome = Outcome(.list([]), refusals: [])
        try importEach(next, options) { outcome = try $0.get() }
        return outcome
    }

    /// Imports sources like ``importDocuments(from:_:)``, and reads them on all processors.
    ///
    /// - Parameters:
    ///   - next: opens the next source.
    ///   - options: the options for all sources.
    ///   - each: receives the outcome of each source, in order, once it is on the disk.
    /// - Throws: errors of `each`, and ``Interrupted``. Sources that have not
    ///   been passed to `each` by then add nothing to the workspace.
    public func importEach(
        _ next: NextSource, _ options: ImportOptions,
        _ each: (Result<Outcome, any Error>) throws -> Void
    ) throws {
        try withRun(options) { options, run in
            let (preferences, staging) = (preferences, run.staging)
            let report = progressReport
            let isHere = options.known == .skipped ? run.isHere : nil
            let records = run.records
            let work = OrderedWork(gathering: options.isDryRun ? 0 : Self.gatheringSeconds) {
                (source: Result<ImportSource, any Error>, place: WorkPlace) in
                // Only the caller's thread works alone. It reads a single source.
                try ImportReader(
                    of: .source(source.get()), to: staging, options: options,
                    preferences: preferences, at: place, isHere: place == .alone ? isHere : nil,
                    records: place == .alone ? records : nil,
                    onProgress: place == .alone ? report : nil)
            }
            try work.run(next: next) { readers in
                // Several sources make one commit.
                let earlier = lastChange
                let outcomes = try knowing(run, options) {
                    try together {
                        readers.map { reader in Result { try addAccepted(by: reader.get(), run) } }
                    }
                }
                try record(&run.taken, at: options.now, after: earlier)
                for outcome in outcomes { try each(outcome) }
            }
        }
    }

    /// Seconds for which an export or import of many files collects reports before one sync.
    static let gatheringSeconds = 1.0

    /// The sources that one command reads.
    final class ImportRun {
        let staging: Staging
        let known: KnownDocuments
        private let workspace: Workspace
        /// The paths of the tables so far whose records have names that count only there.
        private var paths: [RecordTable: String] = [:]
        /// Notes for the record of exchanges, which is written once the documents are on the disk.
        var taken: [TakenCopy.Record] = []

        /// The history, which the rows of a round share; nil until one of them asks.
        private var versions: HistoryVersions??

        func historyVersions() throws -> HistoryVersions? {
            if let versions { return versions }
            let opened = try workspace.historyVersions()
            versions = .some(opened)
            return opened
        }

        /// Closes the history, before a round changes it.
        func closeHistory() { versions = nil }

        /// Whether a document is here. Only the caller's thread may ask.
        fileprivate var isHere: ImportReader.IsHere {
            nonisolated(unsafe) let known = known
            return { try known.contains($0, $1) }
        }

        /// What the caller's thread may ask.
        fileprivate var records: KnownRecords {
            nonisolated(unsafe) let run = self
            return KnownRecords(
                documents: { try run.known.documents(identifiedBy: $0, numbered: $1) },
                tables: { try run.workspace.recordTables() },
                isOnly: { table, path in
                    let known = run.paths[table] ?? path
                    run.paths[table] = known
                    return known == path
                })
        }

        fileprivate init(_ staging: Staging, in workspace: Workspace) {
            (self.staging, self.workspace) = (staging, workspace)
            known = KnownDocuments(in: workspace)
        }
    }

    func withRun<Result>(
        _ options: ImportOptions, _ body: (ImportOptions, ImportRun) throws -> Result
    ) throws -> Result {
        var options = options
        options.isDryRun = isDryRun
        return try removingIfUnused {
            return try body(options, ImportRun(staging(), in: self))
        }
    }

    /// Runs `body`, and keeps other sessions from adding what it doesn't find here.
    private func knowing<Result>(
        _ run: ImportRun, _ options: ImportOptions, _ body: () throws -> Result
    ) throws -> Result {
        if options.known == .copied || isDryRun { return try body() }
        return try locked {
            run.known.forgetOthers()
            return try body()
        }
    }

    /// Whether documents of a table of `list` are here, and nothing says what becomes of them. The reader
    /// then refuses the table.
    private func asksAboutCopies(of reader: ImportReader, _ run: ImportRun) throws -> Bool {
        let options = reader.options
        guard reader.isOwnTable, options.known == .copied, !options.makesCopies else {
            return false
        }
        let accepted = reader.accepted
        let count = try accepted.indices.count { index in
            let document = try accepted.document(at: index)
            return try document.identifier.map { try run.known.contains($0, document.kind) }
                ?? false
        }
        guard count > 0 else { return false }
        let name = try accepted.document(at: 0).origin.name
        reader.ask(.documents(count: count, of: accepted.count), ImportOrigin(name))
        return true
    }

    /// Adds the documents that a reader accepted.
    func addAccepted(by reader: ImportReader, _ run: ImportRun) throws -> Outcome {
        if let rows = reader.updater?.results, reader.isAccepted {
            return reader.outcome(.list(try change(by: rows, now: reader.options.now)))
        }
        guard reader.hasDocuments else { return reader.outcome() }
        if reader.options.known == .updated { try makeWorkspaceKey() }
        let accepted = reader.accepted
        if try asksAboutCopies(of: reader, run) { return reader.outcome() }
        run.taken.append(.imported(accepted, in: reader.options.folder))
        run.taken += reader.recordTables.map { .table($0) }
        for indices in try accepted.rounds() {
            try plan(indices, of: reader, run)
            guard reader.isAccepted else {
                for index in indices { accepted.decide(nil, at: index) }
                break
            }
            try add(indices, of: reader, run)
        }
        reader.didAdd()
        return reader.outcome(
            .accepted(accepted),
            isIdle: accepted.decisions.allSatisfy { $0?.isSkipping ?? true })
    }
}
