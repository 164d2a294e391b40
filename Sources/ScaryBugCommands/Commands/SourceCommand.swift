import ScaryBugs

struct SourceCommand: Command {
    private static let pathParameter = Parameter("FILE", .path)

    static let declaration = Declaration(
        "source", "Run the lines of a file.",
        discussion: "Paths in it are relative to the working directory, as everywhere.",
        parameters: [pathParameter])

    private let path: String

    init(_ arguments: Arguments) {
        path = arguments[Self.pathParameter].first ?? ""
    }

    func run(in session: Session) throws {
        try session.runScript(ScriptFile(path: path))
    }
}
