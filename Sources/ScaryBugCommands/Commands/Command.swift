import ScaryBugs

/// A command of the program, such as `list`.
///
/// Each command is a type in a file of its own. It parses its arguments, calls the workspace and
/// passes records to the session's output. It never prints directly, and never checks for a
/// terminal.
protocol Command: SendableMetatype {
    static var declaration: Declaration { get }
    /// Whether `@last` stands for the documents that the command prints.
    static var printsDocuments: Bool { get }
    /// Whether a script's batch of changes goes on with the command. Any other command first makes the
    /// changes.
    static var joinsBatch: Bool { get }

    /// - Throws: ``ScaryBugsError/Code/invalidValue`` before anything has changed.
    init(arguments: Arguments) throws

    func run(in session: Session) throws
}

extension Command {
    static var printsDocuments: Bool { false }
    static var joinsBatch: Bool { false }
}

/// A command that takes no words.
protocol CommandWithoutArguments: Command {
    init()
}

extension CommandWithoutArguments {
    init(arguments: Arguments) { self.init() }
}

enum Commands {
    /// All commands by what they are for, in the order of the help.
    static let groups: KeyValuePairs<String, [any Command.Type]> = [
        "documents": [
            NewCommand.self, ShowCommand.self, ViewCommand.self, OpenCommand.self,
            CloseCommand.self, NextCommand.self, PreviousCommand.self, SetCommand.self,
            AttachCommand.self, DetachCommand.self, EditCommand.self, DeleteCommand.self,
        ],
        "search": [
            ListCommand.self, CountCommand.self, StatsCommand.self, DuplicatesCommand.self,
            QueryCommand.self,
        ],
        "exchange": [
            ExportCommand.self, ImportCommand.self, PreviewCommand.self, ResolveCommand.self,
            MergeCommand.self, GalleryCommand.self, LabelsCommand.self, SendCommand.self,
            InboxCommand.self, AcceptCommand.self, SyncCommand.self, BackupCommand.self,
            RestoreCommand.self,
        ],
        "history": [
            UndoCommand.self, RedoCommand.self, HistoryCommand.self, BeginCommand.self,
            CommitCommand.self, RollbackCommand.self,
        ],
        "users and settings": [
            UsersCommand.self, LoginCommand.self, WhoamiCommand.self, FieldCommand.self,
            ConfigCommand.self, ModeCommand.self, SourceCommand.self, CheckCommand.self,
            RefreshCommand.self, ClearCommand.self, CompletionsCommand.self, HelpCommand.self,
            QuitCommand.self,
        ],
    ]

    static let all = groups.flatMap(\.value)

    /// The names and aliases of all commands.
    static var names: [String] {
        all.flatMap { [$0.declaration.name] + $0.declaration.aliases }
    }

    /// - Parameters:
    ///   - line: the name with the words after it, for the error.
    ///   - isOpen: whether a document is open.
    /// - Throws: ``ScaryBugsError/Code/notFound``, which suggests a line or the most similar name.
    static func named(
        _ name: String, in line: [String] = [], isOpen: Bool = false
    ) throws -> any Command.Type {
        if let type = known(name) { return type }
        let hint =
            LineLexer.meant(by: line, isOpen: isOpen).map { "write: \($0)" }
            ?? Hint.answer(to: name, among: Hint.ofOtherNames + Hint.ofCommands) {
                LineLexer.line(of: [$0])
            }?.sentence
            ?? SpellingSuggestion.name(to: name, among: names).map { "the nearest is '\($0)'" }
            ?? "'help' lists the commands"
        throw ScaryBugsError(.notFound, "there is no command '\(name)'; \(hint)").at(name)
    }

    /// The command with a name or an alias; nil if there is none.
    static func known(_ name: String) -> (any Command.Type)? { byName[name] }

    /// Shells call `complete`, so no help has it.
    private static let byName: [String: any Command.Type] = {
        var commands: [String: any Command.Type] = [:]
        for type in all + [CompleteCommand.self] {
            let declaration = type.declaration
            for name in [declaration.name] + declaration.aliases + declaration.habits {
                commands[name] = type
            }
        }
        return commands
    }()
}
