/// The texts of `help` and `--help`, generated from the declarations.
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
            Runs COMMAND, or the lines of -c and -f in the order given. Without them it reads
            standard input: a session at a terminal, otherwise a script.

            Options, before COMMAND:
            \(options.joined(separator: "\n"))

            \(overview)
            """
    }

    /// The list of all commands.
    static var overview: String {
        let rows = Commands.all.map { command in
            let declaration = command.declaration
            return (declaration.briefUsage, declaration.summary)
        }
        return """
            Commands ('help COMMAND' or COMMAND --help shows how one is used):
            \(columns(rows).joined(separator: "\n"))

            Words are separated by blanks; '…' and "…" keep them together, a backslash takes the next
            character literally, # begins a comment. A backslash at the end of a line joins the next.
            """
    }

    private static let lineLength = 80
    /// The largest indent of the right column.
    private static let longestIndent = 32

    /// Two columns. The right one wraps at 80 characters.
    static func columns(_ rows: [(String, String)]) -> [String] {
        let widest = rows.map { $0.0.count + 4 }.filter { $0 <= longestIndent }.max() ?? 4
        let indent = String(repeating: " ", count: widest)
        return rows.flatMap { left, right -> [String] in
            let head = "  " + left
            let lines = broken(right, at: lineLength - widest)
            guard head.count + 2 <= widest, let first = lines.first else {
                return [head] + lines.map { indent + $0 }
            }
            let start = head + String(repeating: " ", count: widest - head.count)
            return [start + first] + lines.dropFirst().map { indent + $0 }
        }
    }

    private static func broken(_ text: String, at length: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= length {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
