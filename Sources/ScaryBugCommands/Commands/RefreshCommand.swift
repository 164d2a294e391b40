import ScaryBugs

struct RefreshCommand: CommandWithoutArguments {
    static let declaration = Declaration(
        "refresh", "Read again what other programs changed.",
        discussion: """
            Documents that other programs add or remove are noticed by the next command, and a file
            that they change inside a document when it is shown, edited or exported. This reads all
            that changed, for 'list' and queries.
            """,
        example: """
            alice> refresh
            3 read
            """)

    func run(in session: Session) throws {
        let refreshed = try session.interruptible(nil, session.workspace.refresh)
        let gone = refreshed.gone > 0 ? ", \(refreshed.gone) gone" : ""
        try session.output.print(
            Record(
                "\(refreshed.read) read\(gone)",
                [
                    ("read", .integer(refreshed.read)),
                    ("gone", .integer(refreshed.gone)),
                ]))
    }
}
