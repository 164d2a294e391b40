extension Workspace {
    /// Opens the next source; nil after the last.
    public typealias NextSource = () -> Result<ImportSource, any Error>?

    /// Imports a source: all of its documents, or nothing unless ``ImportOptions/keepsGoing`` is
    /// set.
    ///
    /// The documents are staged, checked, and each renamed into the workspace. A document keeps its
    /// number if that is free, and otherwise gets the highest number plus one. With
    /// ``ImportOptions/isPreview``, nothing is kept.
    public func importDocuments(
        from source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<ImportResult> {
        var rest = [source]
        let next: NextSource = { rest.popLast().map { .success($0) } }
        var outcome = Outcome<ImportResult>([], refusals: [])
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
        _ each: (Result<Outcome<ImportResult>, any Error>) throws -> Void
    ) throws {
        try withRun(options) { run in
            let (preferences, destination) = (preferences, run.destination)
            let report = progressReport
            let work = OrderedWork(gathering: options.isPreview ? 0 : Self.gatheringSeconds) {
                (source: Result<ImportSource, any Error>, place: WorkPlace) in
                // Only the caller's thread works alone. It reads a single source.
                try ImportReader(
                    of: .source(source.get()), to: destination, options: options,
                    preferences: preferences, at: place,
                    onProgress: place == .alone ? report : nil)
            }
            try work.run(next: next) { readers in
                // Several sources make one commit.
                let outcomes = try together(unless: options.isPreview) {
                    readers.map { reader in Result { try addAccepted(by: reader.get(), run) } }
                }
                for outcome in outcomes { try each(outcome) }
            }
        }
    }

    /// Seconds for which an export or import of many files collects reports before one sync.
    static let gatheringSeconds = 1.0

    /// The sources that one command reads.
    final class ImportRun {
        let destination: ImportReader.Destination
        let known: KnownDocuments
        /// Assigns the numbers of a preview; nil for an import.
        var allocator: NumberAllocator?

        fileprivate init(
            _ destination: ImportReader.Destination, in workspace: Workspace,
            _ allocator: NumberAllocator?
        ) {
            (self.destination, self.allocator) = (destination, allocator)
            known = KnownDocuments(in: workspace)
        }
    }

    func withRun<Result>(
        _ options: ImportOptions, _ body: (ImportRun) throws -> Result
    ) throws -> Result {
        if options.isPreview {
            return try body(
                ImportRun(.preview(PreviewedDataFiles()), in: self, numberAllocator()))
        }
        return try removingIfUnused { try body(ImportRun(.staging(staging()), in: self, nil)) }
    }

    /// Runs `body` in one transaction, unless it changes nothing.
    func together<Result>(
        unless isPreview: Bool, _ body: () throws -> Result
    ) throws -> Result {
        try isPreview ? body() : together(body)
    }

    /// Adds the documents that a reader accepted, or tells what would be added.
    func addAccepted(by reader: ImportReader, _ run: ImportRun) throws -> Outcome<ImportResult> {
        guard reader.hasDocuments else { return reader.outcome([]) }
        let documents = reader.accepted
        let isSkipping = reader.options.skipsKnown
        let matches = try run.known.matches(of: documents.map(\.identity), skipping: isSkipping)
        let skipped = matches.map { isSkipping && $0?.isSame == true }
        let kept = documents.indices.filter { !skipped[$0] }
        let numbers =
            try run.allocator?.numbers(preferring: kept.map { documents[$0].was })
            ?? addStaged(kept.compactMap { documents[$0].staged }).map(\.number)
        reader.didClaim(kept)

        var assigned = Array(repeating: 0, count: documents.count)
        for (number, index) in zip(numbers, kept) { assigned[index] = number }
        let results = documents.indices.map { index in
            let known = matches[index].map { match in
                let number =
                    switch match.place {
                    case .number(let number): number
                    case .index(let other): assigned[other]
                    }
                return ImportResult.Known(
                    number: number, sharing: match.isSame ? .content : .identifier)
            }
            if skipped[index] { assigned[index] = known?.number ?? 0 }
            return ImportResult(
                documents[index], number: assigned[index], known: known,
                isSkipped: skipped[index])
        }
        for index in kept {
            if let identity = documents[index].identity {
                run.known.record(results[index].name, identity)
            }
        }
        return reader.outcome(
            results, undeclared: kept.isEmpty ? [] : reader.undeclaredFields)
    }
}
