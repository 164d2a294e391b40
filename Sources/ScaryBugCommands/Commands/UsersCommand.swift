import ScaryBugs

struct UsersCommand: Command {
    static let declaration = Declaration("users", "List the users who have a workspace here.")

    init(arguments: Arguments) {}

    func run(in session: Session) throws {
        for user in try session.home.users() {
            let name = user.description
            try session.output.print(row: Record(name, [("user", .string(name))]))
        }
        try session.output.endRows()
    }
}
