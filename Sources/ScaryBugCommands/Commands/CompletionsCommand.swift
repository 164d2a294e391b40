import ScaryBugs

struct CompletionsCommand: Command {
    private static let shell = Parameter(
        ShellCompletion.allCases.map(\.rawValue).joined(separator: "|"),
        .choice(ShellCompletion.allCases.map(\.rawValue)))

    static let declaration = Declaration(
        "completions", "Write a script that completes the program's words in a shell.",
        discussion: [
            """
            For one session of bash or zsh: source <(scarybug completions bash). fish reads it from
            a pipe: scarybug completions fish | source.
            """
        ],
        parameters: [shell],
        example: """
            $ scarybug completions fish | head -n 1
            # Completes the words of scarybug in fish. The program finds them.
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let name = arguments[Self.shell].first ?? ""
        guard let shell = ShellCompletion(rawValue: name) else {
            throw Self.declaration.misuse("does not know '\(name)'", at: name)
        }
        try session.output.print(text: shell.script)
    }
}
