import ScaryBugs

/// Gathers the outcomes of sources, and reports at the end what was refused.
final class ImportReport {
    private let session: Session
    /// The options that show all errors.
    private let remedy: String
    private var refusals: [ScaryBugsError] = []
    private var undeclared: [UndeclaredField] = []
    /// The progress over several sources. The workspace counts the documents of a single one.
    private var progress: Workspace.Progress?

    /// Whether a refusal is an error, and not what the user asked for.
    var isFailing = true

    /// Whether a source or a document was refused.
    var hasFailed: Bool { !refusals.isEmpty }

    /// - Parameters:
    ///   - isRepeatable: whether a second run brings no document again.
    ///   - isDryRun: whether nothing is changed.
    ///   - sourceCount: the number of sources.
    init(isRepeatable: Bool, isDryRun: Bool, sourceCount: Int = 1, in session: Session) {
        self.session = session
        remedy = isRepeatable ? "--json" : "--json --dry-run"
        if sourceCount > 1 {
            progress = Workspace.Progress(
                isDryRun ? .reading : .importing, 0, of: sourceCount, .files)
        }
    }

    convenience init(
        _ words: ImportArguments, isDryRun: Bool, sourceCount: Int = 1, in session: Session
    ) {
        let has = words.arguments.has
        let isRepeatable =
            isDryRun || !has(ImportArguments.keepGoing) || has(ImportArguments.update)
        self.init(
            isRepeatable: isRepeatable, isDryRun: isDryRun, sourceCount: sourceCount, in: session)
    }

    /// Runs `body`, which passes each outcome to ``take(_:_:)``, and reports what was refused.
    ///
    /// - Parameter consequence: the state that an interruption leaves; nil if nothing is changed.
    func run(
        ifInterrupted consequence: @autoclosure () -> String?, _ body: () throws -> Void
    ) throws {
        try session.interruptible(consequence(), after: progress, body)
        try session.output.endRows()
        let news = UndeclaredField.distinct(undeclared).filter {
            session.reportedFields.insert($0.name.lowercased()).inserted
        }
        if let warning = Self.warning(about: news) { try session.warn(warning) }
        for refusal in refusals {
            try isFailing ? session.fail(refusal) : session.notice(refusal.description)
        }
    }

    /// Passes the documents of one source to `show`. An error refuses only this source.
    func take(
        _ outcome: Result<Workspace.Outcome, any Error>,
        _ show: (Workspace.Outcome) throws -> Void
    ) throws {
        do {
            let outcome = try outcome.get()
            for warning in outcome.warnings { try session.warn(warning) }
            refusals += shortened(outcome.refusals)
            if let omission = outcome.omission { refusals.append(omission) }
            undeclared += outcome.undeclaredFields
            try show(outcome)
            if !outcome.remarks.isEmpty { try session.output.endRows() }
            for remark in outcome.remarks { try session.notice(remark) }
        } catch let error as ScaryBugsError {
            refusals.append(error)
        }
        progress?.done += 1
        if let progress { session.progress.update(progress) }
    }

    /// The most errors of one source that people get to see.
    private static let mostErrors = 100

    /// A long list of errors of one source becomes the first two and the number of the others.
    /// Programs get all of them.
    private func shortened(_ refusals: [ScaryBugsError]) -> [ScaryBugsError] {
        guard refusals.count > Self.mostErrors, session.output.format == .table else {
            return refusals
        }
        let rest = "and \((refusals.count - 2).grouped) more; \(remedy) shows all"
        return refusals.prefix(2) + [ScaryBugsError(.refused, rest)]
    }

    /// The most fields that one warning names.
    private static let mostFields = 10

    /// Names the fields that the documents have, with the lines that declare them.
    private static func warning(about fields: [UndeclaredField]) -> String? {
        let named = fields.prefix(mostFields)
        let more = fields.count - named.count
        let lines = named.map { "'\($0.declaration)'" }.joined(separator: ", ")
        switch fields.count {
        case 0: return nil
        case 1: return "the field '\(fields[0].name)' is not declared here; \(lines) declares it"
        default:
            let names =
                named.map { "'\($0.name)'" }.joined(separator: ", ")
                + (more > 0 ? " and \(more.grouped) more" : "")
            return "the fields \(names) are not declared here; \(lines) declare them"
        }
    }
}
