import ScaryBugs

struct SourceCommand: Command {
    private static let pathParameter = Parameter("FILE", .path)

    static let declaration = Declaration(
        "source", "Run the lines of a file.",
        discussion: [
            """
            Paths in the file are relative to the working directory, as everywhere. Afterwards
            'undo' undoes all lines of the file at once.
            """
        ],
        parameters: [pathParameter])

    private let path: String

    init(_ arguments: Arguments) {
        path = arguments[Self.pathParameter].first ?? ""
    }

    func run(in session: Session) throws {
        let script = try ScriptFile(path: path)
        try session.inScript(named: path) { try session.runScript(script) }
    }
}
