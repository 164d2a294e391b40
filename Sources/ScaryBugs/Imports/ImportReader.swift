/// Reads the documents of one source for an import.
///
/// Each document is read, checked and staged. No document becomes visible before all are known: the
/// import takes the whole source or, unless ``ImportOptions/keepsGoing`` is set, nothing.
final class ImportReader {
    enum Input {
        case source(ImportSource)
        case backup(Backup)
    }

    /// The place for the documents that it reads.
    enum Destination: Sendable {
        /// The directory in which documents are staged for an import.
        case staging(Staging)
        case preview(PreviewedDataFiles)
    }

    struct Staged {
        let document: StagedDocument
        /// The key of the identifier that it came with; nil for a new document.
        let identifier: DocumentIdentifier.Key?
        let origin: ImportOrigin
    }

    struct Previewed {
        let contents: PreviewedContents
        /// Its files, for a comparison with a document here.
        let files: ContentVersion
        let identifier: DocumentIdentifier.Key?
        let was: Int?
        let origin: ImportOrigin
    }

    let options: ImportOptions
    let limits: Limits
    let place: WorkPlace
    var budget: SourceBudget
    let customFields: [Field]

    private let destination: Destination?
    /// Receives the rows of a table that changes documents; nil for an import.
    let updater: TableUpdater?

    /// Receives the progress, and thus runs on the caller's thread; nil elsewhere.
    let onProgress: (@Sendable (Workspace.Progress) -> Void)?
    /// The highest number that a document keeps.
    private let highestKept: Int
    var expectedCount: Int?

    private(set) var staged: [Staged] = []
    private(set) var previews: [Previewed] = []
    /// The indices of the staged documents that have been renamed into the workspace, in ascending
    /// order.
    private var claimed: [Int] = []
    var warnings: [String] = []
    private(set) var refusals: [ScaryBugsError] = []
    private(set) var omission: ScaryBugsError?
    /// Why the rest of a table was not read; nil if all was.
    var cutShort: String?
    /// Custom fields that are not declared here, the first of each name.
    private(set) var undeclaredFields: [UndeclaredField] = []
    private var undeclaredNames: Set<String> = []
    /// The most of these fields. Nobody reads more.
    private static let mostUndeclared = 10_000

    /// Reads and checks a source or a backup.
    ///
    /// - Parameters:
    ///   - destination: the place for the documents; nil if a table changes others.
    ///   - updater: receives the rows of a table that changes documents; nil for an import.
    ///   - place: where it reads. A shared one has smaller limits, and ``NeedsMemory`` is thrown for
    ///     a source that exceeds them.
    init(
        of input: Input, to destination: Destination?, options: ImportOptions,
        preferences: Preferences,
        updater: TableUpdater? = nil, at place: WorkPlace = .alone,
        onProgress: (@Sendable (Workspace.Progress) -> Void)? = nil
    ) throws {
        self.options = options
        self.onProgress = onProgress
        self.place = place
        let origin: ImportOrigin
        switch input {
        case .source(let source):
            origin = source.origin
            highestKept = DocumentName.highestImported
            limits = place == .shared ? preferences.limits.shared : preferences.limits
        case .backup(let backup):
            origin = ImportOrigin(backup.path)
            highestKept = DocumentName.numbers.upperBound
            limits = preferences.limits.backup
        }
        budget = SourceBudget(limits)
        customFields = preferences.customFields
        (self.destination, self.updater) = (destination, updater)
        try noting(origin) {
            do { try read(input, origin) } catch let error as SourceBudget.Exceeded {
                throw error.reason
            }
        }
    }

    private func read(_ input: Input, _ origin: ImportOrigin) throws {
        switch input {
        case .source(let source):
            try read(source)
            noteOmission(from: origin)
        case .backup(let backup): try importBackup(backup, from: origin)
        }
    }

    private func read(_ source: ImportSource) throws {
        switch source.content {
        case .directory where updater != nil: throw Self.notATable
        case .directory(let directory): try importDirectory(directory, of: source)
        case .file(let file): try importFile(file, of: source)
        }
    }

    deinit {
        guard case .staging(let staging) = destination else { return }
        var claimed = claimed[...]
        let unneeded = staged.enumerated().filter { index, _ in
            guard claimed.first == index else { return true }
            claimed.removeFirst()
            return false
        }
        staging.removeUnneeded(unneeded.lazy.map(\.element.document.contents.name))
    }

    var isPreview: Bool { if case .preview = destination { true } else { false } }

    static let notATable = ScaryBugsError(
        .refused, "not a table; --update takes a table that 'list' printed with --csv or --json")

    /// Whether no refusal prevents the import of the other documents.
    var isAccepted: Bool { refusals.isEmpty || options.keepsGoing }
    var hasDocuments: Bool { isAccepted && staged.count + previews.count > 0 }

    /// - Parameter fields: the fields to declare.
    func outcome<Element>(
        _ documents: [Element], undeclared fields: [UndeclaredField] = []
    ) -> Workspace.Outcome<Element> {
        Workspace.Outcome(
            documents: documents, warnings: warnings, refusals: refusals, omission: omission,
            undeclaredFields: fields)
    }

    /// The number of documents so far, including refused ones.
    var receivedCount: Int {
        staged.count + previews.count + refusals.count + (updater?.count ?? 0)
    }

    /// Reads one document, or records the error that refuses it.
    ///
    /// - Parameters:
    ///   - isCounted: whether the budget has counted it already.
    ///   - read: reads and checks the document, and writes its files to the directory unless that is
    ///     nil.
    func receive(
        from origin: ImportOrigin, isCounted: Bool = false,
        _ read: (Directory?) throws -> IncomingDocument
    ) throws {
        onProgress?(.init(.reading, receivedCount, of: expectedCount))
        try Interruption.check()
        if !isCounted { try budget.countDocument() }
        try noting(origin) {
            switch destination {
            case .staging(let staging): try stage(origin, in: staging, read)
            case .preview(let files): try preview(origin, in: files, read)
            // Only the rows of a table change documents.
            case nil: break
            }
        }
        try budget.check()
    }

    /// Reads one document from a bundle or a directory.
    func receive(
        from origin: ImportOrigin, contents read: (Directory?) throws -> Bundle.Contents
    ) throws {
        try receive(from: origin) { staged in
            try IncomingDocument(read(staged), customFields, limits: limits, stagedIn: staged)
        }
    }

    private func kept(_ number: Int?) -> Int? { number.flatMap { $0 <= highestKept ? $0 : nil } }

    private func preview(
        _ origin: ImportOrigin, in files: PreviewedDataFiles,
        _ read: (Directory?) throws -> IncomingDocument
    ) throws {
        let incoming = try read(nil)
        report(incoming, origin)
        previews.append(
            Previewed(
                contents: try files.append(incoming.contents, incoming.dataFile),
                files: incoming.version, identifier: incoming.identifier.map { .init($0) },
                was: kept(incoming.was), origin: origin))
    }

    private func stage(
        _ origin: ImportOrigin, in staging: Staging, _ read: (Directory?) throws -> IncomingDocument
    ) throws {
        try staging.withNewEntry { name in
            let directory = try staging.newDocument(named: name)
            let incoming = try read(directory)
            report(incoming, origin)
            let contents = StagedContents(
                name: name, version: try directory.version(checksums: .known(incoming.checksums)))
            staged.append(
                Staged(
                    document: .init(
                        // Each kind with custom fields is an object of its own.
                        contents: contents, kind: incoming.kind.withoutCustomFields,
                        preferred: kept(incoming.was)),
                    identifier: incoming.identifier.map { .init($0) },
                    origin: origin.titled(incoming.contents.data.title)))
        }
    }

    /// Runs `body`, and records an error as a refusal of the document. An interruption or a full
    /// disk ends the whole import instead.
    func noting(_ origin: ImportOrigin, _ body: () throws -> Void) throws {
        do { try body() } catch let error as ScaryBugsError {
            if place == .shared, error.code == .limitExceeded { throw NeedsMemory() }
            if error.isOfFullDisk { throw error.about("\(origin)") }
            refusals.append(error.about("\(origin)"))
        }
    }

    /// Notes that good documents are not taken because of the refused ones, or not even read.
    private func noteOmission(from origin: ImportOrigin) {
        guard !options.keepsGoing, !refusals.isEmpty else { return }
        let accepted = staged.count + previews.count + (updater?.results.count ?? 0)
        guard accepted > 0 || cutShort != nil else { return }
        let (done, remedy) =
            switch destination {
            case .staging: ("nothing was imported", "imports")
            case .preview: ("nothing would be imported", "imports")
            case nil: ("nothing was changed", "changes")
            }
        let message =
            cutShort.map { "\($0), and \(done)" } ?? "\(done); --keep-going \(remedy) the others"
        omission = ScaryBugsError(.refused, message).about("\(origin)")
    }

    /// Adds to the errors so far that the other documents can be restored without these.
    func adviseKeepingOn() {
        guard !options.keepsGoing else { return }
        refusals = refusals.map { $0.adding("--keep-going restores the others") }
    }

    private func report(_ incoming: IncomingDocument, _ origin: ImportOrigin) {
        budget.count(incoming)
        for warning in incoming.warnings { warn(warning, origin) }
        for field in incoming.contents.data.undeclaredFields
        where undeclaredFields.count < Self.mostUndeclared
            && undeclaredNames.insert(field.name.lowercased()).inserted
        {
            undeclaredFields.append(field)
        }
    }

    func warn(_ warning: String, _ origin: ImportOrigin) {
        warnings.append("\(origin): \(warning)")
    }

    /// Sorts the documents by the numbers that they came with. Those without one keep their order,
    /// after the others.
    func sortByNumber() {
        staged.sort(byNumber: \.document.preferred)
        previews.sort(byNumber: \.was)
    }

    /// Forgets the staged documents that have been renamed into the workspace, so that `deinit`
    /// does not remove them.
    ///
    /// - Parameter claimed: their indices, in ascending order.
    func didClaim(_ claimed: [Int]) { self.claimed = claimed }
}

extension Array {
    /// Sorts by a number. Elements without one come last, and equal ones keep their order.
    fileprivate mutating func sort(byNumber number: (Element) -> Int?) {
        let numbers = map { number($0) ?? .max }
        let order = indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
        self = order.map { self[$0] }
    }
}
