import ScaryBugs

struct BackupCommand: Command {
    private static let force = Option(
        "--force", "replace a file that is not a backup, or a backup of documents by an empty one")
    private static let verify = Option(
        "--verify", "read an existing backup, and compare its checksums")

    static let declaration = Declaration(
        "backup", "Write everything of the workspace to one file.",
        discussion: """
            The file has all documents with all their files, custom fields, saved queries, preferences
            and what was exchanged with others, but not the history. It is a ZIP file, which says in
            FORMAT.md what is in it. It appears complete, or not at all. An existing backup is replaced, unless it has
            documents and the workspace has none.

            'restore FILE' takes it back. 'restore --list FILE' shows what it holds.

            With --without or --blur it is for others: it has the documents and custom fields, but no
            saved queries, preferences and exchanges. Keep another one for yourself.
            """,
        parameters: [.file], options: [verify, force] + SharingOptions.own,
        example: """
            alice> backup alice.zip
            wrote alice.zip: 3 documents, 3 files, 1,703 bytes
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let file = try arguments.path(.file) ?? LineWord("")
        let path = file.text
        let (isVerifying, isReplacing) = (arguments.has(Self.verify), arguments.has(Self.force))
        let sharing = try SharingOptions(arguments)
        if isVerifying, isReplacing || !sharing.isEmpty {
            throw ScaryBugsError(
                .invalidValue,
                "\(isReplacing ? "--force" : "--without") has no meaning with --verify")
        }
        let names = try session.workspace.documentNames()
        let withholding = try sharing.withholding(from: names, usesPreference: false, in: session)
        if withholding?.hidesLocation == true {
            try sharing.tellPlaces(of: names, as: .scarybug, without: withholding, in: session)
        }
        let contents = try session.interruptible(isVerifying ? nil : "nothing was written") {
            try isVerifying
                ? parsing(file) { try Backup(path: path) }.verify(
                    onProgress: session.progress.update)
                : locating(file) {
                    try session.workspace.backUp(
                        to: path, replacing: isReplacing, without: withholding)
                }
        }
        let counts =
            contents.documents.counting("document") + ", " + contents.files.counting("file") + ", "
            + contents.bytes.counting("byte")
        try session.output.print(
            Record(
                isVerifying ? "\(path) is whole: \(counts)" : "wrote \(path): \(counts)",
                [
                    ("path", .string(path)), ("documents", .integer(contents.documents)),
                    ("files", .integer(contents.files)), ("bytes", .integer(contents.bytes)),
                ]))
        for omission in contents.omissions { try session.fail(omission) }
    }
}

struct RestoreCommand: Command {
    private static let list = Option("--list", "show what the backup holds")

    static let declaration = Declaration(
        "restore", "Take everything of a backup into the workspace.",
        discussion: """
            In an empty workspace, documents keep their numbers. In any other, a document whose number
            is taken gets the highest plus one. Missing fields and queries are added. Existing ones
            stay. A backup may be a stranger's, so an empty workspace takes kind, columns, pager and
            pictures, and one without 'share' takes that. All other preferences are only named. An
            empty workspace also takes what the documents knew of others' copies, and what was deleted,
            so that 'import --update' brings nothing back.

            A backup is restored or refused as a whole, as one step, which 'undo' undoes.
            """,
        parameters: [.file],
        options: [list, ImportArguments.keepGoing, ImportArguments.skipKnown, .dryRun, .all],
        example: """
            alice> restore --list alice.zip
            1  Bullet Ant     4
            2  Ladybird     0.5
            3  Stag Beetle    2
            """)

    private let file: LineWord
    private let words: ImportArguments
    private let isList: Bool
    private let isDryRun: Bool

    init(arguments: Arguments) throws {
        file = try arguments.path(.file) ?? LineWord("")
        // It brings back what was deleted, and what was before it was changed.
        words = try ImportArguments(arguments, usesPreference: false)
        isList = arguments.has(Self.list)
        isDryRun = arguments.has(.dryRun)
    }

    func run(in session: Session) throws {
        try session.workspace.dryRun(if: isDryRun || isList) { try take(in: session) }
    }

    private func take(in session: Session) throws {
        try words.checkPaths()
        let report = ImportReport(words, isDryRun: isDryRun || isList, in: session)
        if isList { return try list(report, in: session) }
        let printer = ImportPrinter(
            .restored, words, isDryRun: isDryRun, in: session)
        let before = session.workspace.preferences
        try report.run(ifInterrupted: isDryRun ? nil : "nothing was restored") {
            let backup = Result { try parsing(file) { try Backup(path: file.text) } }
            try report.take(restore(backup, in: session)) { results in
                try printer.print(results)
                try printer.printTotals()
                try session.output.endRows()
                var isEmpty = true
                try results.forEachDocument { _ in isEmpty = false }
                if isEmpty { try session.output.print(note: "the backup has no documents") }
                let (backup, workspace) = (try backup.get(), session.workspace)
                let after =
                    isDryRun ? try workspace.preferences(with: backup) : workspace.preferences
                try reportSettings(before, after, in: session)
                try reportLeftOut(of: backup.preferences, after, in: session)
                if !isDryRun { try reportRecord(of: backup, in: session) }
            }
        }
    }

    private func restore(
        _ backup: Result<Backup, any Error>, in session: Session
    ) -> Result<Workspace.Outcome, any Error> {
        Result {
            try session.workspace.restore(
                backup.get(), words.options(in: session))
        }
    }

    /// The most settings that a message names.
    private static let mostSettings = 10

    private func reportSettings(
        _ before: Preferences, _ after: Preferences, in session: Session
    ) throws {
        let settings = before.changes(to: after).compactMap(\.field).map(after.title)
        guard !settings.isEmpty else { return }
        let more = settings.count - Self.mostSettings
        try session.notice(
            (isDryRun ? "would also restore: " : "also restored: ")
                + "\(settings.prefix(Self.mostSettings).joined(separator: ", "))"
                + (more > 0 ? " and \(more.grouped) more" : ""))
    }

    /// Tells what the record of exchanges hides from now on. It may be a stranger's.
    private func reportRecord(of backup: Backup, in session: Session) throws {
        guard let (documents, deletions) = backup.taken else {
            let left = "what was exchanged and deleted, since the workspace had documents"
            return backup.hasRecord ? try session.notice("not restored: \(left)") : ()
        }
        if documents + deletions == 0 { return }
        let parts = [
            (
                documents, "what \(documents.counting("document")) knew of others' copies",
                "what they knew"
            ),
            (deletions, deletions.counting("deletion"), "what was deleted"),
        ].filter { $0.0 > 0 }
        try session.notice(
            "also restored: \(parts.map(\.1).joined(separator: ", and ")); 'import --update' leaves out "
                + parts.map(\.2).joined(separator: ", and "))
    }

    /// Names the preferences that were not restored, with a line that sets all but programs.
    private func reportLeftOut(
        of theirs: Preferences?, _ mine: Preferences, in session: Session
    ) throws {
        let theirs = theirs ?? Preferences()
        var words: [String] = []
        for preference in theirs.all
        where ![mine[preference], preference.defaultValue].contains(theirs[preference]) {
            let word = "\(preference.name)=\(preference.text(of: theirs[preference]))"
            if case .program = preference.type {
                try session.notice("not restored, since it names a program to run: \(word)")
            } else {
                words.append(word)
            }
        }
        if words.isEmpty { return }
        try session.notice(
            "some preferences are not restored, and this line sets them: config "
                + LineLexer.line(of: words))
    }

    private func list(_ report: ImportReport, in session: Session) throws {
        let backup = Result { try parsing(file) { try Backup(path: file.text) } }
        try report.run(ifInterrupted: nil) {
            try report.take(restore(backup, in: session)) { outcome in
                let table = try session.table(of: outcome)
                try outcome.forEachDocument { effect in
                    let contents = try session.workspace.contents(of: effect)
                    let number = effect.was ?? 0
                    let cells: [Record.Cell] = [
                        .init(String(number), .right), .init(contents.data.title, .cutFirst),
                        .init(contents.data.ratingText, .rating),
                    ]
                    try session.output.print(
                        row: Record(cells, contents, number: number, in: table))
                }
            }
        }
        for (name, value) in (try? backup.get())?.preferences?.settings ?? [] {
            try session.output.print(
                row: Record(
                    [.init(name), .init(value.text)],
                    [("setting", .string(name)), ("value", .string(value.text))]))
        }
    }
}
