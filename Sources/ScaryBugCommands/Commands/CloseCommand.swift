import ScaryBugs

struct CloseCommand: Command {
    static let declaration = Declaration("close", "Have no document open any more.")

    init(_ arguments: Arguments) {}

    func run(in session: Session) throws {
        guard let number = session.openDocument?.number else {
            throw ScaryBugsError(.notFound, "no document is open")
        }
        session.openDocument = nil
        try session.output.print(Record("closed \(number)", [("closed", .integer(Int64(number)))]))
    }
}
