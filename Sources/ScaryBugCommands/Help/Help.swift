/// The texts of `help` and `--help`, generated from the declarations.
struct Help {
    /// The length of the longest line, in columns.
    let width: Int

    /// What one needs every day, on a screen of 24 lines.
    func brief(for declaration: Declaration) -> String {
        var options = Self.terms(declaration.options)
        var lines = briefLines(for: declaration, options)
        while lines.count > 20, !options.isEmpty {
            options.removeLast()
            lines = briefLines(for: declaration, options)
        }
        // A row is for the prompt, and two are for the last line.
        return (lines + ["", "'help \(declaration.name) --full' has more."])
            .joined(separator: "\n")
    }

    private func briefLines(
        for declaration: Declaration, _ options: [HelpPart.Term]
    ) -> [Substring] {
        let parts: [HelpPart] = [
            .text(declaration.summary), "Examples:", .list(Self.examples(of: declaration)),
            "Options:", .list(options),
        ]
        return text(of: usage(of: declaration), parts).split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    /// The everyday examples of a command, and what each does.
    static func examples(of declaration: Declaration) -> [HelpPart.Term] {
        String(decoding: PackageResources.examples_txt, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("\(declaration.name) ") }
            .compactMap { line in
                line.firstRange(of: "  # ").map {
                    (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
                }
            }
    }

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
        let page = topic.page.map { String(decoding: $0.text, as: UTF8.self) }
        let more = page.map { DocumentationPage($0).parts } ?? []
        return text([.text(topic.summary)] + topic.parts + more)
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

    var overview: String { text(Self.overview) }

    var commands: String {
        let declarations = Commands.all.map { $0.declaration }
        return text([.list(declarations.map { ($0.name, $0.summary) })])
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

    func text(_ parts: [HelpPart]) -> String { text(of: [], parts) }

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
                    .flatMap(exampleLines)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A line as a terminal shows it. It wraps a line that is too long.
    private func exampleLines(_ line: Substring) -> [String] {
        if line.isEmpty { return [""] }
        if line.count + 2 <= width || width < 80 { return ["  " + line] }
        let start = "  " + line.prefix { $0 == " " }
        let words = line.split(separator: " ")
        let rest = WordWrap.lines(ofText: words, width: width - start.count - 4)
        return rest.enumerated().map { start + ($0 == 0 ? "" : "    ") + $1 }
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
