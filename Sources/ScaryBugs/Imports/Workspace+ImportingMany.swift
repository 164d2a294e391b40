extension Workspace {
    /// Opens one source after another; nil after the last.
    public typealias NextSource = () -> Result<ImportSource, any Error>?

    /// Takes in sources as ``take(_:_:)`` does, reading them on all processors.
    ///
    /// - Parameter each: gets what came of each source, in their order, once it is as safe as the
    ///   workspace's durability says.
    /// - Throws: what `each` does, and ``ScaryBugsError/Code/interrupted``; sources that were not
    ///   handed on then leave nothing behind.
    public func takeEach(
        _ next: NextSource, _ options: ImportOptions,
        _ each: (Result<Outcome<Imported>, any Error>) throws -> Void
    ) throws {
        // What is refused must not make a workspace, so the first is looked at before.
        while try readable() == nil {
            guard let source = next() else { return }
            try Interruption.check()
            try each(Result { try take(source.get(), options) })
        }
        let seconds = durability == .eachChange ? Self.gatheringSeconds : 0
        let work = reading(options, for: .staged(try staging()), gathering: seconds)
        try work.run(next: next) { try give($0, each) }
    }

    /// Reads and checks what ``takeEach(_:_:_:)`` would take in, and keeps nothing.
    public func previewEach(
        _ next: NextSource, _ options: ImportOptions,
        _ each: (Result<Outcome<Preview>, any Error>) throws -> Void
    ) throws {
        try reading(options, for: .preview, gathering: 0).run(next: next) { intakes in
            for intake in intakes {
                try each(intake.map { outcome(of: $0, $0.isAccepted ? $0.previews : []) })
            }
        }
    }

    private func reading(
        _ options: ImportOptions, for purpose: Intake.Purpose, gathering seconds: Double
    ) -> OrderedWork<Result<ImportSource, any Error>, Intake> {
        let preferences = preferences
        return OrderedWork(gathering: seconds) { source in
            try Intake(
                of: source.get(), options: options, preferences: preferences, purpose: purpose)
        }
    }

    /// Gives what was read its places, many with one sync before and one after.
    private func give(
        _ intakes: [Result<Intake, any Error>],
        _ each: (Result<Outcome<Imported>, any Error>) throws -> Void
    ) throws {
        guard intakes.count > 1, durability == .eachChange else {
            for intake in intakes { try each(Result { try give(intake.get()) }) }
            return
        }
        try staging().directory.syncFileSystem()
        let outcomes = try together { intakes.map { intake in Result { try give(intake.get()) } } }
        for outcome in outcomes { try each(outcome) }
    }

    private func give(_ intake: Intake) throws -> Outcome<Imported> {
        outcome(of: intake, intake.isAccepted ? try claim(intake) : [])
    }
}
