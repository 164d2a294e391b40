import ScaryBugs

/// Something that a line can ask for.
///
/// A command is a type in a file of its own. It reads its words, asks the workspace, and hands
/// values to the session's output; it never prints, and never asks whether anybody is watching.
protocol Command: SendableMetatype {
    static var declaration: Declaration { get }

    /// Reads the words.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` before anything is done.
    init(_ arguments: Arguments) throws

    func run(in session: Session) throws
}

/// All commands, in the order in which help lists them.
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

    /// Every name and alias.
    static var names: [String] {
        all.flatMap { [$0.declaration.name] + $0.declaration.aliases }
    }

    private static let byName: [String: any Command.Type] = all.reduce(into: [:]) { result, type in
        for name in [type.declaration.name] + type.declaration.aliases { result[name] = type }
    }

    /// - Throws: ``ScaryBugsError/Code/notFound`` with the nearest name that exists.
    static func named(_ name: String, isFromShell: Bool = false) throws -> any Command.Type {
        if let type = byName[name] { return type }
        throw UnknownCommand(word: name, isFromShell: isFromShell).error
    }
}
