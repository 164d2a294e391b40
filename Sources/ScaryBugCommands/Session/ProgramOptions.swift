import Glibc
import ScaryBugs
import SystemPackage

/// The program's own options, declared and parsed like a command's options.
struct ProgramOptions {
    private static let standardInputName = "stdin"

    let format: OutputFormat
    let colorMode: ColorMode

    private let arguments: Arguments
    private let environment: Environment
    private let home: Home
    private let user: UserName
    private let work: Work

    private enum Work {
        /// The help of the program, or of a command.
        case help([String])
        case version
        case command([String])
        case sources([any LineSource])
        case standardInput
    }

    /// - Parameter notice: called with a message if a script is a pipe without data.
    /// - Throws: ``ScaryBugsError`` for a wrong option. The program then exits with status 2,
    ///   before anything has changed.
    init(
        _ words: [String], _ environment: Environment, notice: ((String) throws -> Void)? = nil
    ) throws {
        let arguments = try ProgramDeclaration.declaration.parse(
            Self.line(of: words).dropFirst(), expanding: PathExpander(home: environment["HOME"]))
        self.arguments = arguments
        self.environment = environment
        format = arguments.outputFormat ?? .table
        colorMode =
            try arguments.value(of: ProgramDeclaration.color) { word in
                if let mode = ColorMode(rawValue: word) { return mode }
                throw ScaryBugsError(
                    .invalidValue, "--color '\(word)' is not one of auto, always, never")
            } ?? .auto
        home = Home(path: try Self.homePath(arguments, environment))
        if arguments.has(.help) || arguments.has(ProgramDeclaration.version) {
            user = try UserName("nobody")
            let subject = Array(arguments[ProgramDeclaration.command].prefix(1))
            work = arguments.has(.help) ? .help(subject) : .version
            return
        }
        user = try Self.userName(arguments, environment)
        work = try Self.work(arguments, environment, notice)
        if isAtomic, isInteractive {
            throw ScaryBugsError(
                .invalidValue,
                "--atomic is for scripts; in a session use 'begin' and 'commit' instead")
        }
    }

    /// The program's own line, which begins with its name.
    static func line(of words: [String]) -> [LineWord] {
        LineWord.line(([ProgramDeclaration.declaration.name] + words).map(LineWord.fromShell))
    }

    private static func work(
        _ arguments: Arguments, _ environment: Environment, _ notice: ((String) throws -> Void)?
    ) throws -> Work {
        var sources: [any LineSource] = []
        // Line numbers continue from one -c to the next, so that an error names the right one.
        var lineNumber = 1
        for occurrence in arguments.occurrences {
            switch occurrence.option {
            case ProgramDeclaration.file where occurrence.value == "-":
                sources.append(try standardInput(of: environment))
            case ProgramDeclaration.file:
                sources.append(
                    try parsing(occurrence.value, index: occurrence.index) {
                        try ScriptFile(path: occurrence.value, notice: notice)
                    })
            case ProgramDeclaration.line:
                let text = ScriptText(occurrence.value, name: "-c", firstLine: lineNumber)
                lineNumber = text.endLine
                sources.append(text)
            default: continue
            }
        }
        let words = arguments[ProgramDeclaration.command]
        guard sources.isEmpty || words.isEmpty else {
            throw ProgramDeclaration.declaration.misuse(
                "takes either a COMMAND or -c and -f, not both")
        }
        if !words.isEmpty { return .command(words) }
        return sources.isEmpty ? .standardInput : .sources(sources)
    }

    private static func standardInput(of environment: Environment) throws -> ScriptFile {
        try ScriptFile(standardInput: environment.standardInput, named: standardInputName)
    }

    // MARK: Home and user

    private static func homePath(
        _ arguments: Arguments, _ environment: Environment
    ) throws -> String {
        let path =
            arguments.value(of: ProgramDeclaration.homeOption) ?? environment["SCARYBUG_HOME"]
            ?? environment.directory("XDG_DATA_HOME", default: ".local/share")
        guard let path else {
            throw ScaryBugsError(.invalidValue, "HOME is not set; give a directory with --home DIR")
        }
        if path.isEmpty { throw ScaryBugsError(.invalidValue, "--home needs a directory") }
        return path
    }

    private static func userName(
        _ arguments: Arguments, _ environment: Environment
    ) throws -> UserName {
        if let name = try arguments.value(of: ProgramDeclaration.userOption, UserName.init(_:)) {
            return name
        }
        if let name = environment["SCARYBUG_USER"] { return try UserName(name) }
        let login = environment.loginName
        guard let name = try? UserName(login) else {
            throw ScaryBugsError(
                .invalidValue,
                "the login name '\(login)' cannot be a user's name here; choose one with --user NAME"
            )
        }
        return name
    }

    // MARK: Running

    var isAtomic: Bool { arguments.has(ProgramDeclaration.atomic) }

    private var isInteractive: Bool {
        if case .standardInput = work { return isatty(environment.standardInput.rawValue) == 1 }
        return false
    }

    /// Whether one commit makes the changes of several lines.
    private var gathersLines: Bool {
        if case .command = work { return false }
        return !isInteractive
    }

    func session(_ output: Output) -> Session {
        Session(
            home: home, user: user, output: output, environment: environment,
            gathersLines: gathersLines,
            cachePath: environment.directory("XDG_CACHE_HOME", default: ".cache"),
            isInteractive: isInteractive, stopsAtError: arguments.has(ProgramDeclaration.bail))
    }

    func run(in session: Session) throws {
        switch work {
        case .help(let words) where !words.isEmpty: try session.run(["help"] + words)
        case .help: try session.output.print(text: Help(width: session.output.textWidth).program)
        case .version: try session.output.print(text: "scarybug \(Program.versionAndCommit)")
        case .command, .sources, .standardInput:
            session.isOfNewUser =
                try arguments.has(ProgramDeclaration.userOption) && !home.hasWorkspace(of: user)
            guard isAtomic else { return try runLines(in: session) }
            try session.atomically { try runLines(in: session) }
        }
    }

    private func runLines(in session: Session) throws {
        switch work {
        case .help, .version: break
        case .command(let words):
            // Otherwise nobody sees the question or answers it.
            if isatty(STDIN_FILENO) == 1, session.output.canAsk {
                session.ask = session.output.answer
            }
            session.progress.completesInterruptions = true
            try session.run(words)
        case .sources(let sources):
            // All scripts of one run are one step of the history.
            let names = sources.compactMap(\.name).reduce(into: [String]()) {
                if !$0.contains($1) { $0.append($1) }
            }
            try session.inScript(named: names.joined(separator: ", ")) {
                for source in sources where !session.isEnding { try run(source, in: session) }
            }
        case .standardInput:
            session.readsStandardInput = true
            if isInteractive { return try runSession(session) }
            try session.inScript(named: Self.standardInputName) {
                try session.runScript(Self.standardInput(of: environment))
            }
        }
    }

    private func runSession(_ session: Session) throws {
        // Without one, nobody could send anything to the user.
        try? session.workspace.makeInbox()
        // Lines that wait, such as pasted ones, are typed by somebody who knows the program.
        if !arguments.has(ProgramDeclaration.quiet),
            !LineEditor.hasWaitingInput(environment.standardInput.rawValue)
        {
            try session.greet()
        }
        try session.run(Keyboard(session))
    }

    private func run(_ source: any LineSource, in session: Session) throws {
        // A group may span several -c options.
        guard let script = source as? ScriptFile else { return try session.run(source) }
        session.readsStandardInput = script.name == Self.standardInputName
        try session.reportingErrors { try session.runScript(script) }
    }
}
