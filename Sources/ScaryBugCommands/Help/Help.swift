/// The texts of `help` and `--help`, generated from the declarations.
struct Help {
    /// The length of the longest line, in columns.
    let width: Int

    /// Help for one command.
    func text(for declaration: Declaration) -> String {
        var parts = [HelpPart.text(declaration.summary)]
        if !declaration.aliases.isEmpty {
            parts.append("Also called: \(declaration.aliases.joined(separator: ", ")).")
        }
        parts += declaration.discussion
        parts += ["Options:", .list(Self.terms(declaration.options))]
        return text(of: usage(of: declaration), parts)
    }

    /// Help for the program itself.
    var program: String {
        let declaration = ProgramOptions.declaration
        let parts: [HelpPart] = [
            "\(declaration.summary)",
            """
            Runs COMMAND, or the lines of -c and -f in the order given. Without them it reads
            standard input: a session at a terminal, otherwise a script.
            """,
            "Options, before COMMAND:", .list(Self.terms(declaration.options)),
        ]
        return text(of: usage(of: declaration), parts + Self.overview)
    }

    /// The list of all commands.
    var overview: String { text(of: [], Self.overview) }

    private static var overview: [HelpPart] {
        [
            "Commands ('help COMMAND' or COMMAND --help shows how one is used):",
            .list(Commands.all.map { ($0.declaration.briefUsage, $0.declaration.summary) }),
            """
            Words are separated by blanks; '…' and "…" keep them together, a backslash takes the
            next character literally, # begins a comment. A backslash at the end of a line joins
            the next. A text in "…" may span lines, in a session also one in '…'.
            """,
            """
            --json, --csv and --table also stand after any command, for that line only.
            """,
            """
            In paths, ~ and ~user are home directories, and * ? [ ] match the names of files, unless
            quoted. Words from the shell are taken as they are.
            """,
        ]
    }

    private static func terms(_ options: [Option]) -> [HelpPart.Term] {
        (options + [.help]).map { ($0.usage, $0.summary) }
    }

    // MARK: Layout

    private func text(of usage: [String], _ parts: [HelpPart]) -> String {
        var lines = usage
        for part in parts {
            switch part {
            case .text(let text):
                for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false)
                    .split(whereSeparator: \.isEmpty)
                {
                    if !lines.isEmpty { lines.append("") }
                    let words = paragraph.flatMap { $0.split(separator: " ") }
                    lines += WordWrap.lines(of: words, width: width)
                }
            // A list follows the paragraph that introduces it.
            case .list(let terms): lines += columns(terms)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The usage, in which no option is separated from its value.
    private func usage(of declaration: Declaration) -> [String] {
        let start = "usage: "
        let lines = WordWrap.lines(of: declaration.usageParts, width: width - start.count)
        let indent = String(repeating: " ", count: start.count)
        return lines.enumerated().map { ($0 == 0 ? start : indent) + $1 }
    }

    /// Two columns. The meanings wrap, and a term that is too wide has a line of its own.
    private func columns(_ terms: [HelpPart.Term]) -> [String] {
        let largestIndent = width * 2 / 5
        let indent = terms.map { $0.term.count + 4 }.filter { $0 <= largestIndent }.max() ?? 4
        let blanks = String(repeating: " ", count: indent)
        return terms.flatMap { term, meaning -> [String] in
            let head = "  " + term
            let lines = WordWrap.lines(of: meaning.split(separator: " "), width: width - indent)
            guard head.count + 2 <= indent, let first = lines.first else {
                return [head] + lines.map { blanks + $0 }
            }
            let padding = String(repeating: " ", count: indent - head.count)
            return [head + padding + first] + lines.dropFirst().map { blanks + $0 }
        }
    }
}
