extension Workspace {
    /// A document that was taken in.
    public struct Imported: Sendable {
        public let name: DocumentName
        public let title: String
        public let origin: ImportOrigin
        /// The number that its directory had where it came from.
        public let was: Int?
        /// Whether that number was in use here.
        public var wasTaken: Bool { was.map { $0 != name.number } ?? false }
    }

    /// What would be taken in.
    public struct Preview: Sendable {
        public let contents: DocumentContents
        public let origin: ImportOrigin
        /// The number that its directory has where it comes from.
        public let was: Int?

        init(_ arrival: Arrival, from origin: ImportOrigin) {
            contents = arrival.contents
            was = arrival.was
            self.origin = origin
        }
    }

    /// What came of a source.
    public struct Outcome<Element: Sendable>: Sendable {
        /// In the order of the source; empty if it was refused.
        public let documents: [Element]
        /// What was odd without keeping anything out.
        public let warnings: [String]
        /// What was refused, and why.
        public let refusals: [ScaryBugsError]
    }

    /// Takes in a source: all of its documents, or none unless ``ImportOptions/keepsGoing``.
    ///
    /// They are put into the staging directory, checked, and claimed by one rename each. Those keep
    /// their numbers whose numbers are free here, the others get the highest plus one.
    public func take(
        _ source: ImportSource, _ options: ImportOptions
    ) throws -> Outcome<Imported> {
        // A workspace comes into being with what is kept, not with what is refused.
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

    /// Reads and checks what ``take(_:_:)`` would take in, and keeps nothing.
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
