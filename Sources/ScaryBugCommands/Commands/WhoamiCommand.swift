import ScaryBugs

struct WhoamiCommand: Command {
    static let declaration = Declaration(
        "whoami", "Show the current user.",
        example: """
            alice> whoami
            alice
            """)

    init(arguments: Arguments) {}

    func run(in session: Session) throws {
        let user = session.user.description
        try session.output.print(Record(user, [("user", .string(user))]))
    }
}
