extension Workspace {
    /// An imported document.
    public struct Imported: Sendable {
        /// The new document or, if the import left it out, the document that is here already.
        public let name: DocumentName
        /// The file or directory that it came from.
        public let origin: ImportOrigin
        /// The number in the name of its original directory; nil if it had none.
        public let was: Int?
        /// The document here that had the same identifier before; nil if there was none.
        public let known: KnownDocument?
        /// Whether the import left the document out; see ``ImportOptions/skipsKnown``.
        public let isSkipped: Bool
        /// Whether the document got another number, because its original number was in use.
        public var wasInUse: Bool { !isSkipped && was.map { $0 != name.number } ?? false }
    }

    /// A document that an import would add.
    public struct Preview: Sendable {
        private let stored: PreviewedContents
        /// The kind, including the user's custom fields.
        public var kind: DocumentKind { stored.kind }
        /// The file or directory that it came from.
        public let origin: ImportOrigin
        /// The number in the name of its original directory; nil if it has none.
        public let was: Int?
        /// The number that it would get or, if the import would leave it out, the number of the
        /// document that is here already.
        public let number: Int
        /// The document here with the same identifier; nil if there is none.
        public let known: KnownDocument?
        /// Whether the import would leave the document out; see ``ImportOptions/skipsKnown``.
        public let isSkipped: Bool
        /// Whether the document would get another number, because its original number is in use.
        public var isInUse: Bool { !isSkipped && was.map { $0 != number } ?? false }

        /// Reads the fields and the properties of the photograph.
        public func contents() throws -> DocumentContents { try stored.read() }

        /// - Parameter known: the number of the document that has the photograph; nil for a new one.
        init(
            _ stored: PreviewedContents, _ origin: ImportOrigin, number: Int,
            isPhotographOf known: Int?
        ) {
            (self.stored, self.origin, self.number, was) = (stored, origin, number, nil)
            self.known = known.map { KnownDocument(number: $0, sharing: .photograph) }
            isSkipped = known != nil
        }

        fileprivate init(
            _ preview: ImportReader.Previewed, _ index: Int, of recognized: KnownDocuments.Batch
        ) {
            number = recognized.number(index) ?? 0
            (stored, origin, was) = (preview.contents, preview.origin, preview.was)
            (known, isSkipped) = (recognized.known(index), recognized.isSkipped(index))
        }
    }

    /// The result of importing or previewing a source.
    public struct Outcome<Element> {
        /// The documents, or changes, in the order of the source; empty if the source was refused.
        public let documents: [Element]
        /// Warnings about problems that don't prevent the import.
        public let warnings: [String]
        /// The errors of refused documents.
        public let refusals: [ScaryBugsError]
        /// The error that tells that good documents were not taken because of the refused ones; nil
        /// if there are none.
        public let omission: ScaryBugsError?
        /// Custom fields of the documents that are not declared here. Their values are kept.
        public let undeclaredFields: [UndeclaredField]
        /// Names of the fields that each document got from its photographs.
        public let filledFields: [[String]]

        init(
            documents: [Element], warnings: [String], refusals: [ScaryBugsError],
            omission: ScaryBugsError?, undeclaredFields: [UndeclaredField],
            filled: [[String]] = []
        ) {
            (self.documents, self.warnings, self.refusals) = (documents, warnings, refusals)
            (self.omission, self.undeclaredFields) = (omission, undeclaredFields)
            filledFields = filled
        }

        /// The result of an import of photographs.
        init(
            _ documents: [Element], warnings: [String] = [], refusals: [ScaryBugsError],
            filled: [[String]] = []
        ) {
            self.init(
                documents: documents, warnings: warnings, refusals: refusals, omission: nil,
                undeclaredFields: [], filled: filled)
        }
    }

    /// Imports a source: all of its documents, or nothing unless ``ImportOptions/keepsGoing`` is
    /// set.
    ///
    /// The documents are staged, checked, and each renamed into the workspace. A document keeps its
    /// number if that is free, and otherwise gets the highest number plus one.
    public func importDocuments(
        from source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<Imported> {
        try removingIfUnused {
            try add(read(source, options, to: .staging(staging())), KnownDocuments(in: self))
        }
    }

    /// Adds the documents that the reader accepted.
    func add(_ reader: ImportReader, _ known: KnownDocuments) throws -> Outcome<Imported> {
        guard reader.hasDocuments else { return reader.outcome([]) }
        let (staging, staged) = (try staging(), reader.staged)
        let recognized = try known.recognize(
            staged.count, skipping: reader.options.skipsKnown
        ) {
            staged[$0].identifier
        } contents: {
            try self.comparableContents(of: staged[$0].document, in: staging)
        }
        let kept = staged.indices.filter { !recognized.isSkipped($0) }
        let names = try add(kept.map { staged[$0].document })
        for (name, index) in zip(names, kept) { recognized.record(name, of: index) }
        recognized.didRecordAll()
        reader.didClaim(kept)
        return reader.outcome(
            staged.enumerated().map { Imported($1, $0, of: recognized) },
            undeclared: kept.isEmpty ? [] : reader.undeclaredFields)
    }

    private func comparableContents(
        of staged: StagedDocument, in staging: Staging
    ) throws -> ComparableContents? {
        let directory = try staging.directory.directory(named: staged.contents.name)
        return try directory.flatMap {
            try DocumentDirectory(name: DocumentName(number: 1, kind: staged.kind), directory: $0)
                .comparableContents(reader())
        }
    }

    /// Reads and checks the documents that ``importDocuments(from:_:)`` would import, without keeping
    /// them.
    public func preview(
        _ source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<Preview> {
        var allocator = try numberAllocator()
        return try previewed(
            read(source, options, to: .preview(PreviewedDataFiles())), KnownDocuments(in: self),
            &allocator)
    }

    func previewed(
        _ reader: ImportReader, _ known: KnownDocuments, _ allocator: inout NumberAllocator
    ) throws -> Outcome<Preview> {
        guard reader.hasDocuments else { return reader.outcome([]) }
        let previews = reader.previews
        let recognized = try known.recognize(
            previews.count, skipping: reader.options.skipsKnown
        ) {
            previews[$0].identifier
        } contents: {
            let preview = previews[$0]
            let dataFile = preview.files.files.first { EntryRole.isDataFile($0.name) }
            return ComparableContents(
                try preview.contents.read().data, size: dataFile?.size ?? 0
            ) { _ in preview.files }
        }
        let kept = previews.indices.filter { !recognized.isSkipped($0) }
        let numbers = try allocator.numbers(preferring: kept.map { previews[$0].was })
        for (number, index) in zip(numbers, kept) { recognized.assign(number, to: index) }
        return reader.outcome(
            previews.enumerated().map { Preview($1, $0, of: recognized) },
            undeclared: kept.isEmpty ? [] : reader.undeclaredFields)
    }

    private func read(
        _ source: ImportSource, _ options: ImportOptions, to destination: ImportReader.Destination
    ) throws -> ImportReader {
        try ImportReader(
            of: .source(source), to: destination, options: options, preferences: preferences,
            onProgress: progressReport)
    }
}

extension Workspace.Imported {
    /// - Parameter known: the number of the document that had the photograph; nil for a new one.
    init(_ name: DocumentName, _ origin: ImportOrigin, isPhotographOf known: Int?) {
        (self.name, self.origin, was) = (name, origin, nil)
        self.known = known.map { .init(number: $0, sharing: .photograph) }
        isSkipped = known != nil
    }

    fileprivate init(
        _ staged: ImportReader.Staged, _ index: Int, of recognized: KnownDocuments.Batch
    ) {
        let document = staged.document
        name = DocumentName(number: recognized.number(index) ?? 0, kind: document.kind)
        (origin, was) = (staged.origin, document.preferred)
        (known, isSkipped) = (recognized.known(index), recognized.isSkipped(index))
    }
}
