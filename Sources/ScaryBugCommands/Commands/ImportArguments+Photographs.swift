import ScaryBugs

// Photographs, which become one document each.

extension ImportArguments {
    static let photographs = Option(
        "--photographs", "also the photographs of a directory that has documents or bundles")
    static let burst = Option(
        "--burst", value: "SECONDS",
        "photographs that follow one another within so many seconds become one document")

    /// The most new documents that a terminal makes without a question.
    private static let mostUnasked = 50

    /// Finds the photographs at the paths. The other paths stay.
    ///
    /// - Returns: nil if there is nothing that an import of photographs takes.
    mutating func takePhotographs(in session: Session) throws -> PhotographSearch? {
        let search = try PhotographSearch(
            paths.map(\.text), includingMixed: arguments.has(Self.photographs),
            limits: session.workspace.limits)
        let isFound = !search.photographs.isEmpty || !search.skipped.isEmpty
        if search.photographs.isEmpty { try refuseAssignments() }
        paths = search.others.map { paths[$0] }
        if isFound { reportsSkipped = true }
        return isFound ? search : nil
    }

    private func refuseAssignments() throws {
        guard let assignment = arguments.assignments.first else { return }
        throw ScaryBugsError(
            .invalidValue,
            "'\(assignment.word)' is for photographs, and none is at these paths; "
                + "write ./\(assignment.word) for a path, or change the documents after the import"
        ).at(assignment.word, index: assignment.index)
    }

    /// Makes documents with the photographs, and prints them.
    func importPhotographs(_ search: PhotographSearch, in session: Session) throws -> [DocumentName]
    {
        let options = try photographOptions(in: session)
        let outcome = try session.interruptible("nothing was imported") {
            try session.workspace.importPhotographs(search.photographs, options) { count in
                guard count > Self.mostUnasked, !arguments.has(Confirmation.option) else { return }
                try Confirmation.ask(
                    "import \(count.grouped) photographs as new documents? [y/N] ", in: session)
            }
        }
        try report(outcome.documents, "imported", in: session)
        try finish(outcome, search, in: session)
        return outcome.documents.filter { !$0.isSkipped }.map(\.name)
    }

    /// Prints the documents that the photographs would become.
    ///
    /// - Parameters:
    ///   - search: the photographs.
    ///   - isFull: whether to print all values of each document.
    ///   - cells: returns the cells for a document.
    func planPhotographs(
        _ search: PhotographSearch, in session: Session, isFull: Bool = false,
        cells: (Workspace.Preview, DocumentData) -> [Record.Cell]
    ) throws {
        let options = try photographOptions(in: session)
        let outcome = try session.interruptible(nil) {
            try session.workspace.previewPhotographs(search.photographs, options)
        }
        try print(outcome.documents, isFull: isFull, in: session, cells: cells)
        try finish(outcome, search, in: session)
    }

    private func photographOptions(in session: Session) throws -> PhotographOptions {
        let kind = kind ?? session.workspace.preferences.kind
        let edits = try session.edits(arguments.assignments, of: kind)
        if let image = arguments.assignments.first(where: { $0.field == Field.picture.name }) {
            throw ScaryBugsError(
                .invalidValue,
                "'\(image.word)' has no meaning here; each document gets its photograph"
            ).at(image.word, index: image.index)
        }
        var options = PhotographOptions(kind: kind, now: session.now)
        options.edits = edits.edits
        options.burst = try arguments.value(of: Self.burst, Self.seconds)
        return options
    }

    private static func seconds(_ text: String) throws -> Double {
        let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
        guard let seconds = Double(digits), (0...3_600).contains(seconds) else {
            throw ScaryBugsError(
                .invalidValue, "--burst '\(text)' is not a number of seconds, such as 2s")
        }
        return seconds
    }

    /// Reports everything that was left out, at the end.
    private func finish<Element>(
        _ outcome: Workspace.Outcome<Element>, _ search: PhotographSearch, in session: Session
    ) throws {
        try session.output.endRows()
        try session.report(filled: outcome.filledFields)
        for warning in search.skipped + outcome.warnings { try session.notice(warning) }
        for refusal in outcome.refusals { try session.fail(refusal) }
        if search.photographs.isEmpty {
            throw ScaryBugsError(.notFound, "there is no photograph to import")
        }
    }
}
