/// The texts of `help` and `--help`, generated from the declarations.
struct Help {
    /// The length of the longest line, in columns.
    let width: Int

    /// - Parameter topic: the topic whose help follows; nil for none.
    func text(for declaration: Declaration, before topic: HelpTopic? = nil) -> String {
        var parts = Self.description(of: declaration)
        parts += ["Options:", .list(Self.terms(declaration.options))]
        if !declaration.example.isEmpty {
            parts += ["Example:", .example(declaration.example)]
        }
        let topics = declaration.topics.filter { $0 != topic }.map { "'help \($0)'" }
        if !topics.isEmpty {
            parts.append("See also \(topics.joined(separator: ", ")).")
        }
        return text(of: usage(of: declaration), parts)
    }

    static func description(of declaration: Declaration) -> [HelpPart] {
        let aliases = declaration.aliases.joined(separator: ", ")
        return [.text(declaration.summary)] + (aliases.isEmpty ? [] : ["Also called: \(aliases)."])
            + declaration.discussion
    }

    func text(about topic: HelpTopic) -> String {
        text(of: [], [.text(topic.summary)] + topic.parts)
    }

    var program: String {
        let declaration = ProgramDeclaration.declaration
        let options: [HelpPart] = [
            "Options, before COMMAND:", .list(Self.terms(declaration.options)),
        ]
        return text(
            of: usage(of: declaration),
            Self.description(of: declaration) + options + Self.overview)
    }

    var overview: String { text(of: [], Self.overview) }

    var commands: String {
        let declarations = Commands.all.map { $0.declaration }
        return text(of: [], [.list(declarations.map { ($0.name, $0.summary) })])
    }

    private static var overview: [HelpPart] {
        [
            "Commands:",
            .list(
                Commands.groups.map { name, commands in
                    (name, commands.map { $0.declaration.name }.joined(separator: ", "))
                }),
            "Topics: \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")).",
            """
            'help COMMAND' and 'help TOPIC' explain, with examples. 'help all' has a line for each
            command.
            """,
        ]
    }

    static func terms(_ options: [Option]) -> [HelpPart.Term] {
        (options + [.help]).map { ($0.usage, $0.summary) }
    }

    // MARK: Layout

    private func text(of usage: [String], _ parts: [HelpPart]) -> String {
        var lines = usage
        for part in parts {
            switch part {
            case .text(let text):
                for paragraph in Self.paragraphs(of: text) {
                    if !lines.isEmpty { lines.append("") }
                    lines += WordWrap.lines(ofText: paragraph, width: width)
                }
            case .list(let terms): lines += columns(terms)
            case .example(let text):
                lines += text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.isEmpty ? "" : "  " + $0 }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The words of each paragraph. Empty lines separate paragraphs.
    static func paragraphs(of text: String) -> [[Substring]] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty)
            .map { $0.flatMap { $0.split(separator: " ") } }
    }

    /// The usage, in which no option is separated from its value.
    private func usage(of declaration: Declaration) -> [String] {
        let start = "usage: "
        var parts = declaration.usageParts
        if !parts.isEmpty { parts[0] = start + parts[0] }
        return WordWrap.lines(of: parts, width: width, indent: start.count)
    }

    /// Two columns. The meanings wrap, and a term that is too wide has a line of its own.
    private func columns(_ terms: [HelpPart.Term]) -> [String] {
        let largestIndent = width * 2 / 5
        let indent = terms.map { $0.term.count + 4 }.filter { $0 <= largestIndent }.max() ?? 4
        let blanks = String(repeating: " ", count: indent)
        return terms.flatMap { term, meaning -> [String] in
            let head = "  " + term
            let lines = WordWrap.lines(ofText: meaning.split(separator: " "), width: width - indent)
            guard head.count + 2 <= indent, let first = lines.first else {
                return [head] + lines.map { blanks + $0 }
            }
            let padding = String(repeating: " ", count: indent - head.count)
            return [head + padding + first] + lines.dropFirst().map { blanks + $0 }
        }
    }
}
