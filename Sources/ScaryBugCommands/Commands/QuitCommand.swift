import ScaryBugs

struct QuitCommand: Command {
    static let declaration = Declaration("quit", aliases: ["exit"], "Leave.")

    init(arguments: Arguments) {}

    func run(in session: Session) {
        session.isEnding = true
    }
}
