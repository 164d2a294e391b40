import ScaryBugs

struct UsersCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "users", "List the users here, with the number of their documents.",
        example: """
            alice> users
            alice  3
            bob    1
            """)

    func run(in session: Session) throws {
        for user in try session.home.users() {
            let name = user.description
            let count = try session.home.documentCount(of: user)
            try session.output.print(
                row: Record(
                    [.init(name), .init(String(count), .right)],
                    [("user", .string(name)), ("documents", .integer(count))]))
        }
    }
}
