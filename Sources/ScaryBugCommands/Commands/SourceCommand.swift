import ScaryBugs

struct SourceCommand: Command {
    static let declaration = Declaration(
        "source", "Run the lines of a file.",
        discussion: """
            Paths in the file are relative to the working directory, as everywhere. Afterwards
            'undo' undoes all lines of the file at once.
            """,
        parameters: [.file],
        topics: [.scripts],
        example: """
            alice> source trip.bugs
            4  Weta
            5  Wasp
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let path = try arguments.path(.file) ?? LineWord("")
        let script = try parsing(path) {
            try ScriptFile(path: path.text) { try session.notice($0) }
        }
        try session.inScript(named: path.text) { try session.runScript(script) }
    }
}
