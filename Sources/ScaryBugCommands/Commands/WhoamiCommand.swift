import ScaryBugs

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
