/// The program's own options, declared like those of a command.
enum ProgramDeclaration {
    static let homeOption = Option(
        "--home", value: "DIR", meaning: .path,
        "the directory of all workspaces; by default $SCARYBUG_HOME, "
            + "else $XDG_DATA_HOME/scarybug, else ~/.local/share/scarybug")
    static let userOption = Option(
        "--user", value: "NAME", meaning: .user,
        "the user; by default $SCARYBUG_USER, else the login name")
    static let color = Option(
        "--color", value: "WHEN", meaning: .choice(ColorMode.allCases.map(\.rawValue)),
        "colour: always, never, or auto: at a terminal, unless $NO_COLOR is set")
    static let bail = Option("--bail", "stop after the first command that fails")
    static let atomic = Option("--atomic", "all lines take effect, or none if one fails")
    static let file = Option(
        "-f", value: "FILE", meaning: .path, "run the lines of a file; - is standard input")
    static let line = Option("-c", value: "LINE", "run a line")
    static let quiet = Option("--quiet", "start a session without its greeting")
    static let version = Option("--version", "show the version and the commit")
    static let command = Parameter("[COMMAND [WORD]...]", .commandLine, .any)

    static let declaration = Declaration(
        "scarybug", "Keep an illustrated catalogue of bugs, and exchange them with others.",
        discussion: """
            Runs COMMAND, or the lines of -c and -f in the order given. Without them it reads
            standard input: a session at a terminal, otherwise a script.
            """,
        parameters: [command],
        options: [homeOption, userOption] + OutputFormat.allCases.map(\.option)
            + [color, bail, atomic, file, line, quiet, version])
}

extension Option {
    /// Lets a command go on without a question.
    static let yes = Option("--yes", "do not ask for confirmation")
}
