extension Workspace {
    /// An imported document.
    public struct Imported: Sendable {
        public let name: DocumentName
        public let title: String
        public let origin: ImportOrigin
        /// The number in the name of its original directory; nil if it had none.
        public let was: Int?
        /// Whether the document got another number, because its original number was in use.
        public var wasTaken: Bool { was.map { $0 != name.number } ?? false }
    }

    /// A document that an import would add.
    public struct Preview: Sendable {
        public let contents: DocumentContents
        public let origin: ImportOrigin
        /// The number in the name of its original directory; nil if it has none.
        public let was: Int?

        init(_ arrival: Arrival, from origin: ImportOrigin) {
            contents = arrival.contents
            was = arrival.was
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
    public func take(
        _ source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<Imported> {
        // A refused import must not create the workspace, so a trial run comes first.
        if try readable() == nil {
            let trial = try read(source, options, for: .trial)
            guard trial.isAccepted else { return outcome(of: trial, []) }
        }
        var result = Outcome<Imported>(documents: [], warnings: [], refusals: [])
        try adding {
            let intake = try read(source, options, for: .staged(staging()))
            result = outcome(of: intake, intake.isAccepted ? try claim(intake) : [])
            return result.documents.count
        }
        return result
    }

    func claim(_ intake: Intake) throws -> [Imported] {
        let staged = intake.staged
        let names = try add(
            staged.map { .init(contents: $0.contents, kind: $0.kind, preferred: $0.was) })
        intake.didClaim()
        return zip(staged, names).map { staged, name in
            Imported(name: name, title: staged.title, origin: staged.origin, was: staged.was)
        }
    }

    /// Reads and checks the documents that ``take(_:_:)`` would import, without keeping them.
    public func preview(
        _ source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<Preview> {
        let intake = try read(source, options, for: .preview)
        return outcome(of: intake, intake.isAccepted ? intake.previews : [])
    }

    func outcome<Element>(
        of intake: Intake, _ documents: [Element]
    ) -> Outcome<Element> {
        Outcome(documents: documents, warnings: intake.warnings, refusals: intake.refusals)
    }

    private func read(
        _ source: ImportSource, _ options: ImportOptions, for purpose: Intake.Purpose
    ) throws -> Intake {
        try Intake(of: source, options: options, preferences: preferences, purpose: purpose)
    }
}
