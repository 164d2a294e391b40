/// The texts of `help` and `--help`, made from the declarations.
enum Help {
    /// Help for one command.
    static func text(for declaration: Declaration) -> String {
        var lines = ["usage: \(declaration.usage)", "", declaration.summary]
        if !declaration.aliases.isEmpty {
            lines.append("Also called: \(declaration.aliases.joined(separator: ", ")).")
        }
        if !declaration.discussion.isEmpty { lines += ["", declaration.discussion] }
        lines += ["", "Options:"]
        lines += columns((declaration.options + [.help]).map { ($0.usage, $0.summary) })
        return lines.joined(separator: "\n")
    }

    /// Help for the program itself.
    static var program: String {
        let declaration = ProgramOptions.declaration
        let options = columns((declaration.options + [.help]).map { ($0.usage, $0.summary) })
        return """
            usage: \(declaration.usage)

            \(declaration.summary)
            With COMMAND, that one command is run; with -c and -f those lines, in the order given;
            otherwise standard input, as a session at a terminal, else as a script.

            Options, before COMMAND:
            \(options.joined(separator: "\n"))

            \(overview)
            """
    }

    /// The list of all commands.
    static var overview: String {
        let rows = Commands.all.map { command in
            let declaration = command.declaration
            return (declaration.usage, declaration.summary)
        }
        return """
            Commands ('help COMMAND' or COMMAND --help shows how one is used):
            \(columns(rows).joined(separator: "\n"))

            Words are separated by blanks; '…' and "…" keep them together, a backslash takes the next
            character literally, # begins a comment. A backslash at the end of a line joins the next.
            """
    }

    /// Two columns, the first as wide as its widest.
    static func columns(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in
            "  " + left + String(repeating: " ", count: width - left.count + 2) + right
        }
    }
}
