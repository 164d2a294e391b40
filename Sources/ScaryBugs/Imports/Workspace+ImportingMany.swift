extension Workspace {
    /// Opens the next source; nil after the last.
    public typealias NextSource = () -> Result<ImportSource, any Error>?

    /// Imports sources like ``importDocuments(from:_:)``, and reads them on all processors.
    ///
    /// - Parameters:
    ///   - next: opens the next source.
    ///   - options: the options for all sources.
    ///   - each: receives the result for each source, in order, once it is on the disk.
    /// - Throws: errors of `each`, and ``Interrupted``. Sources that have not
    ///   been passed to `each` by then add nothing to the workspace.
    public func importEach(
        _ next: NextSource, _ options: ImportOptions,
        _ each: (Result<Outcome<Imported>, any Error>) throws -> Void
    ) throws {
        try removingIfUnused {
            let work = reading(
                options, to: .staging(try staging()), gathering: Self.gatheringSeconds)
            let known = KnownDocuments(in: self)
            try work.run(next: next) { try add($0, known, each) }
        }
    }

    /// Reads and checks the documents that ``importEach(_:_:_:)`` would import, without keeping
    /// them.
    public func previewEach(
        _ next: NextSource, _ options: ImportOptions,
        _ each: (Result<Outcome<Preview>, any Error>) throws -> Void
    ) throws {
        let known = KnownDocuments(in: self)
        var allocator = try numberAllocator()
        let destination = ImportReader.Destination.preview(try PreviewedDataFiles())
        try reading(options, to: destination, gathering: 0).run(next: next) { readers in
            for reader in readers {
                try each(Result { try previewed(reader.get(), known, &allocator) })
            }
        }
    }

    private func reading(
        _ options: ImportOptions, to destination: ImportReader.Destination,
        gathering seconds: Double
    ) -> OrderedWork<Result<ImportSource, any Error>, ImportReader> {
        let preferences = preferences
        let report = progressReport
        return OrderedWork(gathering: seconds) { source, place in
            // Only the caller's thread works alone. It reads a single source.
            try ImportReader(
                of: .source(source.get()), to: destination, options: options,
                preferences: preferences,
                at: place, onProgress: place == .alone ? report : nil)
        }
    }

    /// Renames the documents into the workspace, with one commit for several sources.
    private func add(
        _ readers: [Result<ImportReader, any Error>], _ known: KnownDocuments,
        _ each: (Result<Outcome<Imported>, any Error>) throws -> Void
    ) throws {
        let outcomes = try together {
            readers.map { reader in Result { try add(reader.get(), known) } }
        }
        for outcome in outcomes { try each(outcome) }
    }

    /// Seconds for which an export or import of many files collects reports before one sync.
    static let gatheringSeconds = 1.0
}
