import ScaryBugs

struct QuitCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "quit", aliases: ["exit"], "Leave.",
        discussion: """
            q is short for it. An open group is rolled back. At a terminal, 'quit' asks first.
            """,
        example: "alice> quit")

    func run(in session: Session) throws {
        session.isEnding = try session.mayLeaveGroup()
    }
}
