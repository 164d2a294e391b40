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
        if isNew { try Confirmation.ask(question(about: user, in: session), in: session) }
        try session.login(as: user)
        try session.workspace.create()
        try session.output.print(
            Record(
                isNew ? "\(user) (a new user)" : "\(user)",
                [("user", .string(user.description)), ("new", .boolean(isNew))]))
        if session.isFromShell, session.output.isTerminal {
            try session.notice(
                "this holds for one command; '--user \(user)' chooses the user of another")
        }
    }

    private func question(about user: UserName, in session: Session) throws -> String {
        let users = try session.home.users().map(\.description)
        let hint = SpellingSuggestion.hint(to: user.description, among: users)
        return "there is no user \(user)\(hint); make a new one? [y/N] "
    }
}
