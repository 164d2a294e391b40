import ScaryBugs

struct ClearCommand: Command {
    static let declaration = Declaration(
        "clear", "Clear the screen of the terminal.",
        example: """
            alice> clear
            """)

    init(arguments: Arguments) {}

    func run(in session: Session) throws {
        try session.output.clearScreen()
    }
}
