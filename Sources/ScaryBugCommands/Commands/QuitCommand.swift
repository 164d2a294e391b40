import ScaryBugs

struct QuitCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "quit", aliases: ["exit"], "Leave.",
        discussion: """
            q is short for it. If a group is open, it is rolled back. At a terminal, 'quit' asks
            before that.
            """,
        example: "alice> quit")

    func run(in session: Session) throws {
        session.isEnding = try session.mayLeaveGroup()
    }
}
