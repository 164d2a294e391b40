import Glibc
import ScaryBugs

/// What lines share while they are run: who is at work, where, and with which document.
final class Session {
    let home: Home
    let output: Output
    /// Whether lines are typed by a person.
    let isInteractive: Bool
    /// Whether the first error ends it all.
    let stopsAtError: Bool

    private(set) var workspace: Workspace
    /// The document that lines mean which name none.
    var openDocument: DocumentName?
    /// Set by `quit`.
    var isEnding = false
    /// Whether any command failed.
    private(set) var hasFailed = false
    /// Where the line that is being run stands; nil for a line that was typed.
    var position: ScriptPosition?
    /// The scripts that are being read, the outermost first.
    var scripts: [FileStatus.Identity] = []
    /// Whether standard input is where lines come from.
    var readsStandardInput = false

    /// Asks the user a question and returns the answer, nil for Ctrl-C and the end of input. Nil
    /// where no user is at a terminal to answer.
    var ask: ((_ question: String) throws -> String?)?

    /// What `begin` or `--atomic` began; nil outside.
    var group: Group?
    /// The name of the script whose lines are one step; nil where lines are typed.
    var scriptName: String?
    /// The step of the script in each user's workspace.
    private var scriptSteps: [UserName: Int] = [:]
    /// How many lines of the scripts that are being read were run, the outermost script first.
    var lineCounts: [Int] = []
    /// How many lines were run of the scripts that the program was given.
    var scriptLineCount = 0

    private let durability: Workspace.Durability
    private let cachePath: String?
    private var lastSync = MonotonicClock.seconds

    init(
        home: Home, user: UserName, output: Output, durability: Workspace.Durability,
        cachePath: String? = nil, isInteractive: Bool = false, stopsAtError: Bool = false
    ) {
        self.home = home
        self.output = output
        self.isInteractive = isInteractive
        self.stopsAtError = stopsAtError
        self.durability = durability
        self.cachePath = cachePath
        workspace = Workspace(
            home: home, user: user, durability: durability, cachePath: cachePath)
    }

    var user: UserName { workspace.user }

    /// Goes on as another user.
    func login(as user: UserName) throws {
        scriptSteps[self.user] = try workspace.endScript()
        try workspace.sync()
        try reportWarnings()
        workspace = Workspace(
            home: home, user: user, durability: durability, cachePath: cachePath)
        if let scriptName { workspace.beginScript(scriptName, step: scriptSteps[user]) }
        openDocument = nil
    }

    /// The time for what is made now: the system's, or that of `SOURCE_DATE_EPOCH`
    /// (reproducible-builds.org), so that a script can give the same documents every time.
    var now: Timestamp {
        if let fixed = Environment["SOURCE_DATE_EPOCH"].flatMap(Int64.init) {
            return Timestamp(secondsSince1970: fixed)
        }
        return Timestamp(secondsSince1970: Int64(time(nil)))
    }

    // MARK: Running

    /// Runs one command given as words.
    ///
    /// - Throws: only what ends the session: a closed output, an interruption, a full stop at an
    ///   error that was asked for.
    func run(_ words: [String]) throws {
        guard let name = words.first else { return }
        // Those of a command that was interrupted are nobody's.
        output.dropRows()
        workspace.beginLine(LineLexer.line(of: words), lines: lineCounts, date: now)
        try reportingErrors {
            let isFromShell = position == nil && !isInteractive
            let type = try Commands.named(name, isFromShell: isFromShell)
            let arguments = try type.declaration.parse(words.dropFirst())
            if arguments.has(.help) {
                try output.print(text: Help.text(for: type.declaration))
            } else {
                try type.init(arguments).run(in: self)
            }
        }
        try reportWarnings()
        try syncIfDue()
    }

    /// Runs `body` and reports the error that it ends with as that of the current line.
    func reportingErrors(_ body: () throws -> Void) throws {
        do { try body() } catch let end as any SessionEnd {
            throw end
        } catch let error as ScaryBugsError where error.code == .interrupted && !isInteractive {
            try reportWarnings()
            throw error
        } catch {
            try fail("\(error)")
        }
    }

    /// Reports an error of the current line.
    func fail(_ message: String) throws {
        hasFailed = true
        group?.hasFailed = true
        // They come first: the error may follow from what they say.
        try reportWarnings()
        try output.talk(position.map { "\($0): \(message)" } ?? message)
        if stopsAtError, !isInteractive { throw Stop() }
    }

    /// Reports something that does not keep a command from succeeding.
    func warn(_ message: String) throws {
        try output.talk((position.map { "\($0): " } ?? "") + "warning: \(message)")
    }

    /// Reports what the workspace has to say besides errors.
    private func reportWarnings() throws {
        for warning in workspace.takeWarnings() { try warn(warning) }
    }

    /// Thrown where an error was to end a script.
    struct Stop: SessionEnd {}

    // MARK: Documents

    /// The documents that words select; without words the open one.
    func documents(selectedBy words: [String], for declaration: Declaration) throws
        -> [DocumentName]
    {
        guard !words.isEmpty else { return [try theOpenDocument(for: declaration)] }
        return try documents(in: selection(words), readFrom: words)
    }

    /// The documents that a command is to change or delete; without words the open one.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for words that include nothing, such as
    ///   `-tag:dead`. They would select nearly everything.
    func documents(
        changedBy words: [String], for declaration: Declaration, hint: String? = nil
    ) throws -> [DocumentName] {
        guard !words.isEmpty else { return [try theOpenDocument(for: declaration)] }
        let selection = try selection(words)
        guard selection.includesSomething else {
            // A word such as `-rf` stood after `--`. The advice does without it.
            let advice = LineLexer.line(of: ["all"] + words.map(Option.exclusion))
            throw ScaryBugsError(
                .invalidValue,
                "\(declaration.name) needs something to select: '\(LineLexer.line(of: words))' only "
                    + "excludes, sorts or limits; write '\(advice)'")
        }
        return try documents(in: selection, readFrom: words, hint: hint)
    }

    private func documents(
        in selection: Selection, readFrom words: [String], hint: String? = nil
    ) throws -> [DocumentName] {
        let names = try workspace.documentNames(in: selection)
        guard names.isEmpty else { return names }
        guard words != ["all"] else {
            throw ScaryBugsError(.notFound, "there are no documents; 'new TITLE' makes one")
        }
        throw ScaryBugsError(
            .notFound,
            "no document matches '\(words.joined(separator: " "))'; "
                + (hint ?? "'list' shows all documents"))
    }

    /// What assignments ask for.
    func edits(_ assignments: [Assignment], of kind: DocumentKind) throws -> FieldEdits {
        try knowingFields {
            try FieldEdits(assignments, for: workspace.kind(kind), limits: workspace.limits)
        }
    }

    /// Reads the words of a selection.
    func selection(_ words: [String]) throws -> Selection {
        try knowingFields { try Selection(words, in: queryContext) }
    }

    /// Runs `body`, and again if it fails and another session has changed the user's own fields.
    private func knowingFields<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError
            where [.notFound, .invalidValue].contains(error.code)
        {
            let known = workspace.ownFields
            guard workspace.readPreferences().ownFields != known else { throw error }
            return try knowingFields(body)
        }
    }

    /// Reads a query that is to have a name.
    ///
    /// - Throws: ``ScaryBugsError`` where it could not be used, also since it stands for itself.
    func check(_ query: SavedQuery) throws {
        let workspace = workspace
        try knowingFields {
            let context = QueryContext(
                now: now, fields: QueryContext.builtInFields + workspace.ownFields,
                limits: workspace.limits
            ) { name in
                try name == query.name ? query.words : workspace.savedQuery(named: name)
            }
            _ = try Selection(["@" + query.name], in: context)
        }
    }

    /// What the words of a query can refer to.
    var queryContext: QueryContext {
        QueryContext(
            now: now, fields: QueryContext.builtInFields + workspace.ownFields,
            limits: workspace.limits, savedQuery: workspace.savedQuery)
    }

    private func theOpenDocument(for declaration: Declaration) throws -> DocumentName {
        if let openDocument {
            return try workspace.documentName(openDocument.number, of: openDocument.kind)
        }
        throw declaration.misuse("needs a SELECTION, since no document is open")
    }

    // MARK: Durability

    /// Between the documents of one command: stops if that was asked for, and syncs if it is time.
    func checkpoint() throws {
        try Interruption.check()
        try syncIfDue()
    }

    /// Puts a script's changes on the disk if the last time was a second ago; that they may not last
    /// is reported, and keeps nothing else from being done.
    func syncIfDue() throws {
        guard workspace.hasUnsyncedChanges, secondsUntilSync <= 0 else { return }
        try reportingErrors { try sync() }
    }

    /// Seconds after which the changes so far are to be on the disk.
    var secondsUntilSync: Double { lastSync + 1 - MonotonicClock.seconds }

    func sync() throws {
        try workspace.sync()
        lastSync = MonotonicClock.seconds
    }
}

/// Thrown where a session ends before its time, without an error to report.
protocol SessionEnd: Error {}

/// Where a line stands in a script: `catalogue.bugs:12`.
struct ScriptPosition: CustomStringConvertible {
    let script: String
    let line: Int

    var description: String { "\(script):\(line)" }
}
