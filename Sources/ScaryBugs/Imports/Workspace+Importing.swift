extension Workspace {
    /// An imported document.
    public struct Imported: Sendable {
        /// The new document.
        public let name: DocumentName
        /// The title, for messages.
        public let title: String
        /// The file or directory that it came from.
        public let origin: ImportOrigin
        /// The number in the name of its original directory; nil if it had none.
        public let was: Int?
        /// Whether the document got another number, because its original number was in use.
        public var wasInUse: Bool { was.map { $0 != name.number } ?? false }
    }

    /// A document that an import would add.
    public struct Preview: Sendable {
        /// The fields and the photograph.
        public let contents: DocumentContents
        /// The file or directory that it came from.
        public let origin: ImportOrigin
        /// The number in the name of its original directory; nil if it has none.
        public let was: Int?

        init(_ incoming: IncomingDocument, from origin: ImportOrigin) {
            contents = incoming.contents
            was = incoming.was
            self.origin = origin
        }
    }

    /// The result of importing or previewing a source.
    public struct Outcome<Element: Sendable>: Sendable {
        /// The documents in the order of the source; empty if the source was refused.
        public let documents: [Element]
        /// Warnings about problems that don't prevent the import.
        public let warnings: [String]
        /// The errors of refused documents.
        public let refusals: [ScaryBugsError]
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
            try add(read(source, options, stagingIn: staging()))
        }
    }

    /// Adds the documents that the reader accepted.
    func add(_ reader: ImportReader) throws -> Outcome<Imported> {
        guard reader.isAccepted else { return outcome(of: reader, []) }
        let staged = reader.staged
        let names = try add(staged.map(\.document))
        reader.didClaim()
        let documents = zip(staged, names).map { staged, name in
            Imported(
                name: name, title: staged.title, origin: staged.origin,
                was: staged.document.preferred)
        }
        return outcome(of: reader, documents)
    }

    /// Reads and checks the documents that ``importDocuments(from:_:)`` would import, without keeping
    /// them.
    public func preview(
        _ source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<Preview> {
        previewed(try read(source, options, stagingIn: nil))
    }

    func previewed(_ reader: ImportReader) -> Outcome<Preview> {
        outcome(of: reader, reader.isAccepted ? reader.previews : [])
    }

    private func outcome<Element>(
        of reader: ImportReader, _ documents: [Element]
    ) -> Outcome<Element> {
        Outcome(documents: documents, warnings: reader.warnings, refusals: reader.refusals)
    }

    private func read(
        _ source: ImportSource, _ options: ImportOptions, stagingIn staging: Staging?
    ) throws -> ImportReader {
        try ImportReader(of: source, options: options, preferences: preferences, staging: staging)
    }
}
