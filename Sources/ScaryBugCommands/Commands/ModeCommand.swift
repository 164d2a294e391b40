import ScaryBugs

struct ModeCommand: Command {
    private static let mode = Parameter(oneOf: OutputFormat.allCases.map(\.rawValue))

    static let declaration = Declaration(
        "mode", "Choose the format of the results that follow.", parameters: [mode],
        example: """
            alice> mode csv
            alice> whoami
            user
            alice
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let format: OutputFormat? = try arguments.choice(Self.mode, for: Self.declaration)
        if let format { session.output.format = format }
    }
}
