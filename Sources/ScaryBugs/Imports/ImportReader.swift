/// Reads the documents of one source for an import.
///
/// Each document is read, checked and staged. No document becomes visible before all are known: the
/// import takes the whole source or, unless ``ImportOptions/keepsGoing`` is set, nothing.
///
/// The extensions read one kind of source each, and pass every document to ``add(from:isCounted:_:)``.
final class ImportReader {
    enum Input {
        case source(ImportSource)
        case backup(Backup)
    }

    /// A document that passed all checks.
    struct Accepted {
        /// Its files; without a name for a row whose document is here.
        let contents: StagedContents
        let kind: DocumentKind
        /// The identifier that it came with; nil if the import makes a new document.
        let identifier: DocumentIdentifier.Key?
        /// The number that it came with; nil if it has none or can't keep it.
        let was: Int?
        /// The row that it comes from, of another program's table or of a map; nil for none.
        let row: IncomingRow?
        let title: String
        let origin: ImportOrigin
        /// What the workspace remembers of it.
        let taken: TakenCopy
        /// Its files with checksums.
        var version: ContentVersion { contents.version }
        var staged: StagedDocument {
            StagedDocument(contents: contents, kind: kind, preferred: was)
        }
    }

    private(set) var options: ImportOptions
    var limits: Limits
    let place: WorkPlace
    var budget: ImportBudget
    let customFields: [Field]

    /// The sender of the message, as the inbox knows; nil for the one in its head.
    private(set) var inboxSender: String?
    /// The sender of the message with the present document; empty for no message.
    var sender = ""

    private let staging: Staging
    /// Has the rows of a table that changes documents; nil for other sources.
    private(set) var updater: TableUpdater?

    /// Whether the workspace has a document, so that a row with its identifier will be left out; nil if
    /// rows that are here are not left out, or are read on another thread.
    private let isHere: IsHere?
    typealias IsHere = @Sendable (DocumentIdentifier.Key, DocumentKind) throws -> Bool

    /// Answers about documents that are here; nil on another thread.
    private let records: KnownRecords?
    /// The table whose rows are being read.
    private var recordTable: RecordTable?
    private var tablePath = ""
    /// The identifiers of its records, once one has a name that counts only there.
    private var localIdentities: LocalIdentities?
    /// The tables that have such records.
    private(set) var recordTables: Set<RecordTable> = []
    /// The question that the source is refused for.
    private var question: ImportQuestion?
    /// Whether the source is a table of `list`.
    var isOwnTable = false

    /// Receives the progress, and thus runs on the caller's thread; nil elsewhere.
    private let onProgress: (@Sendable (Workspace.Progress) -> Void)?
    /// The highest number that a document keeps.
    private let highestKept: Int
    var expectedCount: Int?

    let accepted = AcceptedDocuments()
    /// Whether the documents that were to be added have been renamed into the workspace.
    private var areAdded = false
    private var warnings: [String] = []
    /// What became of the columns of a table of another program.
    private(set) var remarks: [String] = []
    private(set) var refusals: [ScaryBugsError] = []
    private var omission: ScaryBugsError?
    /// Why the rest of a table was not read; nil if all was.
    var cutShort: String?
    private var undeclaredFields = UndeclaredFields()
    /// The types for which a text of the present source may stand, since its format lacks them.
    var textTypes: [Field.ValueType] = []
    /// Whether values that no field has are fields that somebody forgot to declare.
    var reportsUndeclared = true

    /// Reads and checks a source or a backup.
    ///
    /// - Parameters:
    ///   - staging: the place for the documents.
    ///   - place: where it reads. A shared one has smaller limits, and ``NeedsMemory`` is thrown for
    ///     a source that exceeds them.
    init(
        of input: Input, to staging: Staging, options: ImportOptions,
        preferences: Preferences, at place: WorkPlace = .alone, isHere: IsHere? = nil,
        records: KnownRecords? = nil, onProgress: (@Sendable (Workspace.Progress) -> Void)? = nil
    ) throws {
        self.options = options
        (self.onProgress, self.isHere, self.records) = (onProgress, isHere, records)
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
        budget = ImportBudget(limits)
        customFields = preferences.customFields
        self.staging = staging
        try refusing(origin) {
            do { try read(input, origin) } catch let error as ImportBudget.Exceeded {
                throw error.reason
            } catch let question as ImportQuestion {
                self.question = question
                throw question.error
            }
        }
    }

    /// Begins to read the rows of a table, whose records may have names that count only there.
    func beginTable(_ table: RecordTable?, at path: String) {
        (recordTable, tablePath, localIdentities) = (table, path, nil)
    }

    /// Lets the rows of a table of `list` change their documents, if the user wants that.
    ///
    /// - Throws: ``NeedsMemory`` on a thread that can't ask about documents.
    /// - Returns: whether they do.
    func updateByRows() throws -> Bool {
        guard options.known == .updated else { return false }
        if options.isByPreference {
            options.known = .copied
            return false
        }
        let other =
            options.edits.first.map { "'\($0.field.name)='" } ?? options.kind.map { _ in "--kind" }
        if let other {
            throw ScaryBugsError(
                .refused,
                "\(other) is for new documents, and the rows of this table change documents that "
                    + "are here; leave it out")
        }
        guard let records else { throw NeedsMemory() }
        updater = TableUpdater(records, limits)
        return true
    }

    /// Refuses the source until its user answers a question.
    func ask(_ question: ImportQuestion, _ origin: ImportOrigin) {
        self.question = question
        refusals.append(question.error.about("\(origin)"))
    }

    /// The identifier of a record's document.
    ///
    /// - Throws: ``NeedsMemory`` on a thread that can't ask, and ``ImportQuestion``.
    func identifier(of record: ForeignTable.Translation) throws -> String? {
        guard record.local != nil, let recordTable else { return try knownIdentifier(of: record) }
        guard let records else { throw NeedsMemory() }
        var identities =
            try localIdentities ?? LocalIdentities(recordTable, from: options.from, records)
        if localIdentities == nil, options.from == nil, let name = record.local?.name,
            !records.isOnly(recordTable, tablePath)
        {
            throw ImportQuestion.record(name, table: recordTable.name, isOther: true)
        }
        recordTables.formUnion(identities.remembered)
        defer { localIdentities = identities }
        return try identities.identifier(of: record)
    }

    /// The identifier of a record, or the one of its document from an earlier version.
    private func knownIdentifier(of record: ForeignTable.Translation) throws -> String? {
        guard !record.former.isEmpty, options.known.isExact else { return record.identifier }
        guard let records else { throw NeedsMemory() }
        return try record.former.first { try records.document($0) != nil } ?? record.identifier
    }

    /// Ends the rows of a table.
    func endTable() throws { try localIdentities?.check() }

    private func read(_ input: Input, _ origin: ImportOrigin) throws {
        switch input {
        case .backup(let backup): try readBackup(backup, from: origin)
        case .source(let source):
            inboxSender = source.sender
            switch source.content {
            case .directory(let directory): try readDirectory(directory, of: source)
            case .file(let file): try readFile(file, of: source)
            }
            noteOmission(from: origin)
        }
    }

    /// Reads a file whose first bytes determine its format.
    private func readFile(_ file: borrowing File, of source: ImportSource) throws {
        let kind = try SourceKind(of: file, named: source.lastComponent)
        switch kind {
        case .picture(let type):
            throw ScaryBugsError(
                .refused, "a \(type.name) picture; give its path to make a document with it")
        case .foreign(let what): throw ScaryBugsError(.refused, what)
        case .table(let format) where try readTable(file, format, of: source): return
        case .container: break
        default: try checkEdits()
        }
        switch kind {
        case .backup: throw Self.backup
        case .propertyList: try readArchive(file, of: source)
        case .mail: try readMail(file, from: source.origin)
        case .table where !PictureType.isNamedLikePicture(source.path):
            throw ScaryBugsError(
                .refused,
                "a text, neither a bundle (a ZIP or tar file) nor a table with a column 'title'; "
                    + SourceKind.seeHelp)
        default: try readContainer(file, named: source.lastComponent, from: source.origin)
        }
    }

    /// Refuses edits for documents that come as they are, unless photographs take the edits.
    func checkEdits() throws {
        guard let edit = options.edits.first, !options.ignoresPhotographs else { return }
        throw ScaryBugsError(
            .refused,
            "'\(edit.field.name)=' is for photographs, tables, maps and Darwin Core archives; leave it out, "
                + "and change the documents after the import")
    }

    static let backup = ScaryBugsError(.refused, "a backup; restore it with 'restore FILE'")

    /// Reads the documents of a backup. Without ``ImportOptions/keepsGoing`` it stops at the first one
    /// that is refused.
    private func readBackup(_ backup: Backup, from origin: ImportOrigin) throws {
        defer {
            if !options.keepsGoing {
                refusals = refusals.map { $0.adding("--keep-going restores the others") }
            }
        }
        try backup.forEachDocument { name in
            guard options.keepsGoing || refusals.isEmpty else { return false }
            try addContents(from: origin.part(name.directoryName)) {
                try backup.read(name, limits: limits, into: $0)
            }
            return true
        }
    }

    deinit {
        let unneeded = accepted.indices.lazy.filter { [accepted, areAdded] index in
            !areAdded || accepted.decisions[index]?.isAddition != true
        }
        staging.removeUnneeded(
            unneeded.compactMap { [accepted] in try? accepted.document(at: $0).contents.name }
                .filter { !$0.isEmpty })
    }

    // MARK: Documents

    var isDryRun: Bool { options.isDryRun }

    /// Whether no refusal prevents the import of the other documents.
    var isAccepted: Bool { refusals.isEmpty || options.keepsGoing && question == nil }
    var hasDocuments: Bool { isAccepted && accepted.count > 0 }

    /// - Parameter isIdle: whether no document was added or changed.
    func outcome(
        _ documents: Workspace.Outcome.Documents = .list([]), isIdle: Bool = true
    ) -> Workspace.Outcome {
        Workspace.Outcome(
            documents, warnings: warnings, refusals: refusals, omission: omission,
            undeclared: isIdle ? [] : undeclaredFields.fields, remarks: isIdle ? [] : remarks,
            question: question)
    }

    /// The number of documents so far, including refused ones.
    var receivedCount: Int { accepted.count + refusals.count + (updater?.count ?? 0) }

    /// Adds one document, or records the error that refuses it.
    ///
    /// - Parameters:
    ///   - isCounted: whether the budget has counted it already.
    ///   - read: reads and checks the document, and writes its files to the directory.
    func add(
        from origin: ImportOrigin, isCounted: Bool = false,
        _ read: (Directory) throws -> IncomingDocument
    ) throws {
        onProgress?(.init(.reading, receivedCount, of: expectedCount))
        try Interruption.check()
        if !isCounted { try budget.countDocument() }
        try refusing(origin) {
            try staging.withNewEntry { name in
                let directory = try staging.newDocument(named: name)
                let incoming = try read(directory)
                let version = try directory.version(checksums: .known(incoming.checksums))
                try accept(incoming, StagedContents(name: name, version: version), origin)
            }
        }
        try budget.check()
    }

    /// Whether a row's document is here, and will be left out.
    func isHere(_ data: DocumentData) throws -> Bool {
        try isHere?(.init(data.identifier), data.kind.withoutCustomFields) ?? false
    }

    /// Adds a row whose document is here, and that needs no files.
    func addPresent(
        _ data: DocumentData, of row: IncomingRow?, from origin: ImportOrigin
    ) throws {
        onProgress?(.init(.reading, receivedCount, of: expectedCount))
        try Interruption.check()
        try refusing(origin) {
            try accept(
                IncomingDocument(present: data, of: row, limits: limits),
                StagedContents(name: "", version: .unknown), origin)
        }
        try budget.check()
    }

    /// Adds a document from the files of a bundle or a directory.
    func addContents(
        from origin: ImportOrigin, _ read: (Directory) throws -> Bundle.Contents
    ) throws {
        try add(from: origin) { staged in
            let contents = try read(staged)
            try checkEdits()
            return try IncomingDocument(contents, customFields, limits: limits, stagedIn: staged)
        }
    }

    private func accept(
        _ incoming: IncomingDocument, _ staged: StagedContents, _ origin: ImportOrigin
    ) throws {
        let version = staged.version
        budget.count(incoming)
        for warning in incoming.warnings { warn(warning, origin) }
        let data = incoming.contents.data
        if reportsUndeclared { undeclaredFields.add(data, textTypes) }
        let taken = TakenCopy(incoming, version, from: sender)
        if let doubt = taken.doubt { warn(doubt, origin) }
        try accepted.append(
            Accepted(
                // Each kind with custom fields is an object of its own.
                contents: staged, kind: incoming.kind.withoutCustomFields,
                identifier: incoming.identifier.map(DocumentIdentifier.Key.init),
                was: incoming.was.flatMap { $0 <= highestKept ? $0 : nil },
                row: incoming.row,
                title: data.title.shortened,
                origin: origin.titled(data.title),
                taken: taken))
    }

    /// Notes that the documents were renamed into the workspace, so that `deinit` leaves them there.
    func didAdd() { areAdded = true }

    // MARK: Refusals

    /// Runs `body`, and records an error as a refusal of the document. An interruption or a full
    /// disk ends the whole import instead.
    func refusing(_ origin: ImportOrigin, _ body: () throws -> Void) throws {
        do { try body() } catch let error as ScaryBugsError {
            if place == .shared, error.code == .limitExceeded { throw NeedsMemory() }
            if error.isOfFullDisk { throw error.about("\(origin)") }
            refusals.append(error.about("\(origin)"))
        }
    }

    /// Refuses a document that was accepted before.
    func refuse(_ document: Accepted, because error: ScaryBugsError) {
        refusals.append(error.about("\(document.origin)"))
        if accepted.count > 1 { noteOmission(from: ImportOrigin(document.origin.name)) }
    }

    /// Notes that good documents are not taken because of the refused ones, or not even read.
    private func noteOmission(from origin: ImportOrigin) {
        guard !options.keepsGoing, !refusals.isEmpty, question == nil else { return }
        guard accepted.count + (updater?.results.count ?? 0) > 0 || cutShort != nil else { return }
        let (done, remedy) =
            updater != nil
            ? ("nothing was changed", "changes")
            : (isDryRun ? "nothing would be imported" : "nothing was imported", "imports")
        let message =
            cutShort.map { "\($0), and \(done)" } ?? "\(done); --keep-going \(remedy) the others"
        omission = ScaryBugsError(.refused, message).about("\(origin)")
    }

    func remark(_ remark: String, _ origin: ImportOrigin) { remarks.append("\(origin): \(remark)") }

    func warn(_ warning: String, _ origin: ImportOrigin? = nil) {
        warnings.append(origin.map { "\($0): \(warning)" } ?? warning)
    }
}
