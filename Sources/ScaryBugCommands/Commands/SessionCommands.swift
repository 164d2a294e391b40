import ScaryBugs

struct LoginCommand: Command {
    private static let userParameter = Parameter("USER", .user)

    static let declaration = Declaration(
        "login", "Change to another user; a new name gets its own workspace.",
        discussion: "At a terminal the command asks before it makes a new user.",
        parameters: [userParameter],
        example: """
            alice> login bob
            bob
            bob> whoami
            bob
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let name = arguments[Self.userParameter].first ?? ""
        let user = try parsing(name) { try UserName(name) }
        try session.checkNotInGroup(Self.declaration.name)
        let isNew = try !session.home.hasWorkspace(of: user)
        if isNew {
            let users = try session.home.users().map(\.description)
            let hint = SpellingSuggestion.hint(to: user.description, among: users)
            try Confirmation.ask(
                "there is no user \(user)\(hint); make a new one? [y/N] ", in: session)
        }
        try session.login(as: user)
        try session.workspace.create()
        try session.workspace.makeInbox()
        try session.output.print(
            Record(
                isNew ? "\(user) (a new user)" : "\(user)",
                [("user", .string(user.description)), ("new", .boolean(isNew))]))
        if session.isFromShell, session.output.isTerminal {
            try session.notice(
                "this holds for one command; '--user \(user)' chooses the user of another")
        }
    }
}

struct WhoamiCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "whoami", "Show the current user.",
        example: """
            alice> whoami
            alice
            """)

    func run(in session: Session) throws {
        let user = session.user.description
        try session.output.print(Record(user, [("user", .string(user))]))
    }
}

struct UsersCommand: Command {
    private static let names = Parameter("NAME", .user, .any)
    private static let rename = Option(
        "--rename", "give the user OLD the name NEW: --rename OLD NEW")
    private static let remove = Option(
        "--remove", "move the user's workspace and inbox aside, and say where")

    static let declaration = Declaration(
        "users", "List, rename or remove the users here.",
        discussion: """
            Without words the users are listed, with the number of their documents. All users of a home
            are workspaces of one account.
            """,
        parameters: [names], options: [rename, remove, .yes],
        example: """
            alice> users
            alice  3
            bob    1
            """)

    private let names: [UserName]
    private let arguments: Arguments
    /// What to do with the names; nil to list the users.
    private let action: DefinitionAction?

    init(arguments: Arguments) throws {
        self.arguments = arguments
        var words = arguments[Self.names][...]
        var actions: [DefinitionAction] = []
        if arguments.has(Self.rename) { actions.append(.rename) }
        if arguments.has(Self.remove) { actions.append(.remove) }
        // 'field' and 'query' take these words without dashes.
        if actions.isEmpty, let action = words.first.flatMap(DefinitionAction.init), action != .add
        {
            actions = [action]
            words = words.dropFirst()
        }
        action = actions.first
        names = try words.map { word in try parsing(word) { try UserName(word) } }
        let expected = action == .rename ? 2 : action == .remove ? 1 : 0
        if action == .rename, actions.count > 1 || names.count != expected {
            throw Self.declaration.misuse("--rename needs two names: 'users --rename OLD NEW'")
        }
        guard names.count == expected else {
            throw Self.declaration.misuse(
                expected == 1
                    ? "--remove needs one name" : "takes no names without --rename or --remove")
        }
    }

    func run(in session: Session) throws {
        if action == .rename { return try rename(names[0], to: names[1], session) }
        if action == .remove { return try remove(names[0], session) }
        for user in try session.home.users() {
            let name = user.description
            let count = try session.home.documentCount(of: user)
            try session.output.print(
                row: Record(
                    [.init(name), .init(String(count), .right)],
                    [("user", .string(name)), ("documents", .integer(count))]))
        }
    }

    private func rename(_ user: UserName, to newName: UserName, _ session: Session) throws {
        try session.checkNotInGroup(Self.declaration.name)
        try session.home.rename(user, to: newName)
        if session.user == user { try session.login(as: newName) }
        try session.output.print(
            Record(
                "renamed \(user) to \(newName)",
                [("user", .string("\(newName)")), ("was", .string("\(user)"))]))
    }

    private func remove(_ user: UserName, _ session: Session) throws {
        guard session.user != user || session.isFromShell else {
            throw ScaryBugsError(
                .refused,
                "this session works as \(user); 'login NAME' changes to another user first")
        }
        let count = try session.home.documentCount(of: user).counting("document")
        if !arguments.has(.yes) {
            try Confirmation.ask("remove the user \(user) with \(count)? [y/N] ", in: session)
        }
        let path = try session.home.remove(user)
        try session.output.print(
            Record(
                "removed \(user); \(count) and the inbox are in \(path)",
                [("user", .string("\(user)")), ("path", .string(path))]))
    }
}

struct ModeCommand: Command {
    private static let mode = Parameter(oneOf: OutputFormat.allCases.map(\.rawValue))

    static let declaration = Declaration(
        "mode", "Choose the format of the results that follow.", parameters: [mode],
        example: """
            alice> mode csv
            alice> whoami
            user
            alice
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let format: OutputFormat? = try arguments.choice(Self.mode, for: Self.declaration)
        if let format { session.output.format = format }
    }
}

struct ClearCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "clear", "Clear the screen of the terminal.",
        example: "alice> clear")

    func run(in session: Session) throws { try session.output.clearScreen() }
}

struct QuitCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        // A typed `\q` is read as `q`. The others are from vi and sqlite3.
        "quit", aliases: ["exit"], habits: ["q", ":q", ".quit", ".exit"], "Leave.",
        discussion: """
            q is short for it. If a group is open, it is rolled back. At a terminal, 'quit' asks
            before that.
            """,
        example: "alice> quit")

    func run(in session: Session) throws { session.isEnding = try session.mayLeaveGroup() }
}

struct RefreshCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "refresh", "Read again what other programs changed.",
        discussion: """
            Documents that other programs add or remove are noticed by the next command, and a file
            that they change inside a document when it is shown, edited or exported. This reads all
            that changed, for 'list' and queries.
            """,
        example: """
            alice> refresh
            3 read
            """)

    func run(in session: Session) throws {
        let refreshed = try session.interruptible(nil, session.workspace.refresh)
        let gone = refreshed.gone > 0 ? ", \(refreshed.gone) gone" : ""
        try session.output.print(
            Record(
                "\(refreshed.read) read\(gone)",
                [
                    ("read", .integer(refreshed.read)),
                    ("gone", .integer(refreshed.gone)),
                ]))
    }
}
