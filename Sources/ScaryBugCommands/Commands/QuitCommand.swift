import ScaryBugs

struct QuitCommand: Command {
    static let declaration = Declaration(
        "quit", aliases: ["exit"], "Leave.",
        example: """
            alice> quit
            """)

    init(arguments: Arguments) {}

    func run(in session: Session) {
        session.isEnding = true
    }
}
