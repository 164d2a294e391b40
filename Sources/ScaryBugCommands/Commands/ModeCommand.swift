import ScaryBugs

struct ModeCommand: Command {
    private static let mode = Parameter(
        OutputFormat.allCases.map(\.rawValue).joined(separator: "|"), .outputFormat)

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
        let name = arguments[Self.mode].first ?? ""
        guard let format = OutputFormat(rawValue: name) else {
            throw Self.declaration.misuse("does not know '\(name)'", at: name)
        }
        session.output.format = format
    }
}
