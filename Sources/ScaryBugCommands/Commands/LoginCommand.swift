import ScaryBugs

struct LoginCommand: Command {
    private static let userParameter = Parameter("USER", .user)

    static let declaration = Declaration(
        "login", "Change to another user; a new name gets its own workspace.",
        parameters: [userParameter])

    let arguments: Arguments

    func run(in session: Session) throws {
        let user = try UserName(arguments[Self.userParameter].first ?? "")
        try session.checkNotInGroup(Self.declaration.name)
        let isNew = try !session.home.users().contains(user)
        try session.login(as: user)
        try session.workspace.create()
        try session.output.print(
            Record(
                isNew ? "\(user) (a new user)" : "\(user)",
                [("user", .string(user.description)), ("new", .boolean(isNew))]))
    }
}
