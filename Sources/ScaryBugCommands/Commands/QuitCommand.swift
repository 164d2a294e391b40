import ScaryBugs

struct QuitCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        // A typed `\q` is read as `q`. The others are from vi and sqlite3.
        "quit", aliases: ["exit"], habits: ["q", ":q", ".quit", ".exit"], "Leave.",
        discussion: """
            q is short for it. If a group is open, it is rolled back. At a terminal, 'quit' asks
            before that.
            """,
        example: "alice> quit")

    func run(in session: Session) throws {
        session.isEnding = try session.mayLeaveGroup()
    }
}
