import ScaryBugs

/// A command of the program, such as `list`.
///
/// Each command is a type in a file of its own. It parses its arguments, calls the workspace and
/// passes records to the session's output. It never prints directly, and never checks for a
/// terminal.
protocol Command: SendableMetatype {
    static var declaration: Declaration { get }

    /// Parses the arguments.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` before anything has changed.
    init(arguments: Arguments) throws

    func run(in session: Session) throws
}

/// All commands, in the order of the help's list.
enum Commands {
    static let all: [any Command.Type] = [
        NewCommand.self, ListCommand.self, CountCommand.self, ShowCommand.self, OpenCommand.self,
        CloseCommand.self, SetCommand.self, DeleteCommand.self, UndoCommand.self,
        RedoCommand.self, HistoryCommand.self, BeginCommand.self, CommitCommand.self,
        RollbackCommand.self, ExportCommand.self,
        ImportCommand.self, PreviewCommand.self, CheckCommand.self, RefreshCommand.self,
        UsersCommand.self, LoginCommand.self, WhoamiCommand.self, FieldCommand.self,
        QueryCommand.self, ConfigCommand.self,
        ModeCommand.self, SourceCommand.self, HelpCommand.self, QuitCommand.self,
    ]

    /// The names and aliases of all commands.
    static var names: [String] {
        all.flatMap { [$0.declaration.name] + $0.declaration.aliases }
    }

    private static let byName: [String: any Command.Type] = all.reduce(into: [:]) { result, type in
        for name in [type.declaration.name] + type.declaration.aliases { result[name] = type }
    }

    /// - Throws: ``ScaryBugsError/Code/notFound``, which suggests the most similar name.
    static func named(_ name: String, isFromShell: Bool = false) throws -> any Command.Type {
        if let type = byName[name] { return type }
        throw UnknownCommand(word: name, isFromShell: isFromShell).error
    }
}
