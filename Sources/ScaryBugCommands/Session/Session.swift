import Glibc
import ScaryBugs
import SystemPackage

/// The state that lines share: the user, the workspace, the open document and the output.
final class Session {
    let home: Home
    let output: Output
    /// Whether a user types the lines.
    let isInteractive: Bool
    /// Whether the first error ends the session (`--bail`).
    let stopsAtError: Bool

    private(set) var workspace: Workspace
    /// The document that commands use if a line selects none.
    var openDocument: DocumentName?
    /// The documents that `next` walks through; nil outside a walk.
    var walk: Walk?
    /// The documents that `@last` stands for: those that the last command printed which prints
    /// documents; nil before the first.
    var lastPrinted: [DocumentName]?
    var hasWarnedOfLast = false
    /// Messages that are printed once a session, such as about a missing program.
    var reportedRemarks: Set<String> = []
    /// The form in which the terminal gets pictures, once it is known; nil inside for none.
    var knownPictureForm: PictureForm??
    /// The list of names that completion offers, once it is read.
    var listedNames: (path: String, names: [String])?
    /// The undeclared fields of imports that a warning has named, in lower case.
    var reportedFields: Set<String> = []
    var isEnding = false
    private(set) var hasFailed = false
    private(set) var words: [LineWord] = []
    /// The position of the current line; nil if it was typed.
    var position: ScriptPosition?
    /// The time of the inbox when its messages were last told of.
    var noticedInbox: FileTime?
    /// Whether a user typed the current line at a prompt.
    var isTyped: Bool { position == nil && isInteractive }
    /// Whether the current line is the program's own command line.
    var isFromShell: Bool { position == nil && !isInteractive }
    /// The scripts being read, the outermost first.
    var scripts: [FileStatus.Identity] = []
    var readsStandardInput = false

    /// Whether `--user` named a user who has no workspace yet. The session says when it makes one.
    var isOfNewUser = false

    /// Asks the user a question and returns the answer, nil for Ctrl-C or the end of input. The
    /// closure is nil if no user is at a terminal.
    var ask: ((_ question: String) throws -> String?)?
    /// Clears the lines that the arrow keys bring back; nil without a keyboard.
    var clearTypedLines: (() -> Void)?

    /// The group that `begin` or `--atomic` opened; nil outside a group.
    var group: Group?
    /// The name of the script whose lines are one step; nil if lines are typed.
    var scriptName: String?
    /// The number of the script's step in each user's history.
    private var scriptSteps: [UserName: Int] = [:]
    /// The number of lines run in each script being read, the outermost script first.
    var lineCounts: [Int] = []
    /// The number of lines run in the scripts named on the command line.
    var scriptLineCount = 0

    /// Whether a line has read standard input to its end.
    var hasReadStandardInput = false
    /// The text of standard input, once the current line has read it.
    var standardInputText: [UInt8]?

    let environment: Environment
    let fixedTime: Timestamp?
    let progress: ProgressLine
    private let gathersLines: Bool
    private let cachePath: String?

    init(
        home: Home, user: UserName, output: Output, environment: Environment = .process,
        gathersLines: Bool = false, cachePath: String? = nil, isInteractive: Bool = false,
        stopsAtError: Bool = false
    ) {
        self.home = home
        self.output = output
        self.environment = environment
        fixedTime = environment["SOURCE_DATE_EPOCH"].flatMap(Int64.init).map(
            Timestamp.init(secondsSince1970:))
        self.isInteractive = isInteractive
        self.stopsAtError = stopsAtError
        self.gathersLines = gathersLines
        self.cachePath = cachePath
        workspace = Workspace(
            home: home, user: user, gathersLines: gathersLines, cachePath: cachePath)
        progress = ProgressLine(output, in: environment)
        prepareWorkspace()
        output.beforeWriting = { [weak self] in try self?.workspace.commitBatch() }
    }

    var user: UserName { workspace.user }

    func login(as user: UserName) throws {
        scriptSteps[self.user] = try workspace.endScript()
        try output.flush()
        try reportWarnings()
        workspace = Workspace(
            home: home, user: user, gathersLines: gathersLines, cachePath: cachePath)
        prepareWorkspace()
        if let scriptName { workspace.beginScript(scriptName, step: scriptSteps[user]) }
        (openDocument, walk, lastPrinted, isOfNewUser) = (nil, nil, nil, false)
        reportedFields = []
    }

    private func prepareWorkspace() {
        workspace.onProgress = progress.update
        // Tests stand for several machines.
        if let path = environment["SCARYBUG_MACHINE_ID"] { workspace.machineIDPath = path }
        workspace.onWait = { [weak self] in try? self?.notice($0) }
        workspace.waitsUntilInterrupted = isAtTerminal
    }

    /// Whether a user sees the messages and can press Ctrl-C.
    private var isAtTerminal: Bool {
        isInteractive || output.canAsk && isatty(environment.standardInput.rawValue) == 1
    }

    /// The current time, for new documents and changes. `SOURCE_DATE_EPOCH`
    /// (reproducible-builds.org) overrides it, so that a script can produce the same documents
    /// every time.
    var now: Timestamp { fixedTime ?? Timestamp(secondsSince1970: Int64(time(nil))) }

    // MARK: Running

    /// Runs one command, given as words from the shell.
    func run(_ words: [String]) throws { try run(words.map(LineWord.fromShell)) }

    /// Runs one command, given as words.
    ///
    /// - Throws: only errors that end the session: a closed output, an interruption, or the first
    ///   error with `--bail`.
    func run(_ words: [LineWord]) throws {
        let words = LineWord.line(completed(words))
        // The lines of a script have a position, and groups hold their results back themselves.
        guard position == nil, group == nil else { return try runUnpaged(words) }
        try output.paging(pagerCommand) { try runUnpaged(words) }
    }

    private func runUnpaged(_ words: [LineWord]) throws {
        let options = words.prefix { OutputFormat(optionNamed: $0.text) != nil }
        let command = words.dropFirst(options.count)
        guard let name = command.first ?? words.first else { return }
        self.words = words
        standardInputText = nil
        // Discards rows left over from an interrupted command.
        output.dropRows()
        workspace.beginLine(LineLexer.line(of: words), lines: lineCounts, date: now)
        try reportingErrors { try run(command, named: name, options) }
        try reportNewUser()
        try reportWarnings()
        output.didEndLine(isPending: workspace.hasPendingChanges)
    }

    /// Runs a command with its words.
    ///
    /// - Parameter options: the options for the output before its name.
    private func run(
        _ command: ArraySlice<LineWord>, named name: LineWord, _ options: ArraySlice<LineWord>
    ) throws {
        let before = lastPrinted
        var printsDocuments = true
        do {
            let type = try parsing(name) {
                try Commands.named(name.text, in: command.map(\.text), isOpen: openDocument != nil)
            }
            printsDocuments = type.printsDocuments
            try run(type, options + command.dropFirst())
        } catch {
            // A typed line that fails before it prints a document leaves `@last` as it is. In a script,
            // the next line may be `delete @last`, and would delete an earlier result.
            if printsDocuments {
                let hasPrinted = lastPrinted != before && lastPrinted != []
                lastPrinted = isTyped && !hasPrinted ? before : []
            }
            throw error
        }
    }

    private func run(_ type: any Command.Type, _ words: some Sequence<LineWord>) throws {
        let words = Array(words)
        if type.declaration.takesQuery,
            let advice = LineWord.advice(
                aboutRedirectionIn: words, of: type.declaration.name)
        {
            throw ScaryBugsError(.invalidValue, advice)
        }
        let arguments = try type.declaration.parse(words, expanding: paths)
        if arguments.has(.help) {
            let help = Help(width: output.textWidth)
            return try output.print(text: help.brief(for: type.declaration))
        }
        let command = try type.init(arguments: arguments)
        try output.using(arguments.outputFormat) {
            try progress.whileRunning {
                // Only these read what the batch of a script has changed.
                if !type.joinsBatch { try output.commit() }
                try command.run(in: self)
                try output.endRows()
            }
        }
    }

    private func reportNewUser() throws {
        guard isOfNewUser, try home.hasWorkspace(of: user) else { return }
        isOfNewUser = false
        try output.print(message: "\(user) is a new user")
    }

    /// Runs `body` and reports its error as an error of the current line.
    func reportingErrors(_ body: () throws -> Void) throws {
        do { try body() } catch is ReportedInterruption where isTyped {
            hasFailed = true
        } catch let error where error is any SessionEnd || error is ReportedInterruption {
            throw error
        } catch let error as Interrupted where position != nil {
            // The script reports it, since it also knows what becomes of the lines before.
            try reportWarnings()
            throw error
        } catch let error as Interrupted where !isInteractive {
            try reportWarnings()
            // The command waits for nothing, so the message follows its results.
            if !error.details.isEmpty { try notice("\(error)", as: .error) }
            throw Interrupted()
        } catch {
            try fail(error)
        }
    }

    /// Runs `body`. If the user interrupts it, the message says how far it came.
    ///
    /// - Parameters:
    ///   - consequence: the state that an interruption leaves, such as "nothing was changed"; nil if
    ///     `body` changes nothing.
    ///   - extent: how far it came; nil if the workspace reported that.
    func interruptible<Result>(
        _ consequence: @autoclosure () -> String?,
        after extent: @autoclosure () -> Workspace.Progress? = nil, _ body: () throws -> Result
    ) throws -> Result {
        do { return try body() } catch is Interrupted {
            let extent = (extent() ?? progress.latest).map { " after \($0.counts)" } ?? ""
            let effect = losesGroup ? nil : consequence()
            throw Interrupted(extent + (effect.map { "; \($0)" } ?? ""))
        }
    }

    func fail(_ error: any Error) throws {
        if (error as? ScaryBugsError)?.isOfBatch == true { output.dropUnsafe() }
        // The next lines would wait as long, or were meant to take effect together.
        let stopsScript =
            ((error as? ScaryBugsError)?.isOfWorkspaceLock == true || isWithoutGroup)
            && position != nil && !isInteractive
        let remark = stopsScript ? "; the script stops here" : ""
        try fail("\(error)\(remark)", context: ErrorContext(error, in: words))
        if stopsScript { throw Stop() }
    }

    /// Whether the line should have begun a group.
    private var isWithoutGroup: Bool { group == nil && words.first?.text == "begin" }

    func fail(_ message: String, context: @autoclosure () -> ErrorContext? = nil) throws {
        hasFailed = true
        group?.hasFailed = true
        // Warnings come first, because they may explain the error.
        try reportWarnings()
        try notice(message, as: .error, context: context())
        if stopsAtError, !isInteractive { throw Stop() }
    }

    /// Reports a problem that doesn't make the command fail.
    func warn(_ message: String) throws {
        try notice("warning: \(message)", as: .warning)
    }

    /// Prints a message with the position in the script.
    func notice(
        _ message: String, as color: Color? = nil, context: @autoclosure () -> ErrorContext? = nil
    ) throws {
        let place = position.map { "\($0): " } ?? ""
        // A message ends a script's batch.
        do { try output.commit() } catch let error as ScaryBugsError {
            hasFailed = true
            group?.hasFailed = true
            try output.print(message: "\(place)\(error)", as: .error)
        }
        try output.print(message: place + message, as: color, context: context())
    }

    private func reportWarnings() throws {
        for warning in workspace.removeWarnings() { try warn(warning) }
    }

    /// Thrown after the first failed command of a script, to end the session (`--bail`), or after any
    /// that another session's lock refused.
    struct Stop: SessionEnd {}
}

/// Thrown after the report of an interrupted script, to end all running scripts.
struct ReportedInterruption: Error {}

/// The position of a line in a script: `catalogue.bugs:12`.
struct ScriptPosition: CustomStringConvertible {
    let script: String
    let line: Int

    var description: String { "\(script):\(line)" }
}
