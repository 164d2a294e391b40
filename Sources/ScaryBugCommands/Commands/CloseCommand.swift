import ScaryBugs

struct CloseCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "close", "Close the open document.",
        example: """
            alice> open 3
            3  Stag Beetle
            alice/3> close
            closed 3
            """)

    func run(in session: Session) throws {
        guard let number = session.openDocument?.number else {
            throw ScaryBugsError(.notFound, "no document is open; 'open N' opens one")
        }
        session.openDocument = nil
        try session.output.print(Record("closed \(number)", [("closed", .integer(number))]))
    }
}
