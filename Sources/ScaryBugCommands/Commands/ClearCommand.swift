import ScaryBugs

struct ClearCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "clear", "Clear the screen of the terminal.",
        example: "alice> clear")

    func run(in session: Session) throws {
        try session.output.clearScreen()
    }
}
