import ScaryBugs

struct CompletionsCommand: Command {
    private static let shell = Parameter(oneOf: ShellCompletion.allCases.map(\.rawValue))

    static let declaration = Declaration(
        "completions", "Write a script that completes the program's words in a shell.",
        discussion: """
            For one session of bash or zsh: source <(scarybug completions bash). fish reads it from
            a pipe: scarybug completions fish | source.
            """,
        parameters: [shell],
        example: """
            $ scarybug completions fish | head -n 1
            # Completes the words of scarybug in fish. The program finds them.
            """)

    let arguments: Arguments

    func run(in session: Session) throws {
        let shell: ShellCompletion? = try arguments.choice(Self.shell, for: Self.declaration)
        if let shell { try session.output.print(text: shell.script) }
    }
}
