import ScaryBugs

struct QuitCommand: Command {
    static let declaration = Declaration(
        "quit", aliases: ["exit"], "Leave.",
        discussion: ["An open group is rolled back. At a terminal, 'quit' asks first."],
        example: """
            alice> quit
            """)

    init(arguments: Arguments) {}

    func run(in session: Session) throws {
        session.isEnding = try session.mayLeaveGroup()
    }
}
