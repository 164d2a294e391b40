import ScaryBugs

/// A page of the documentation as parts of a help text. It knows the Markdown that the pages use.
struct DocumentationPage {
    private(set) var parts: [HelpPart] = []
    private var lines: [Substring]
    /// The lines of the paragraph or item that isn't complete yet.
    private var paragraph: [Substring] = []

    /// - Parameter page: the text, with a heading first.
    init(_ page: some StringProtocol) {
        lines = Substring(page)
            .split(separator: "\n", omittingEmptySubsequences: false).dropFirst().reversed()
        while let line = lines.popLast() { add(line) }
        endParagraph()
    }

    private mutating func add(_ line: Substring) {
        switch line {
        case _ where line.hasPrefix("```"):
            endParagraph()
            let count = lines.reversed().prefix { !$0.hasPrefix("```") }.count
            parts.append(.example(lines.suffix(count).reversed().joined(separator: "\n")))
            lines.removeLast(min(lines.count, count + 1))
        case _ where line.hasPrefix("|"):
            endParagraph()
            addTable(from: line)
        case _ where line.hasPrefix("#"):
            endParagraph()
            parts.append(.text(Self.plain(line.drop { $0 == "#" || $0 == " " }).uppercased()))
        case _ where line.hasPrefix("- ") || line.isEmpty:
            endParagraph()
            paragraph = line.isEmpty ? [] : [line]
        default: paragraph.append(line)
        }
    }

    private mutating func endParagraph() {
        if !paragraph.isEmpty { parts.append(.text(Self.plain(paragraph.joined(separator: " ")))) }
        paragraph = []
    }

    /// Adds the rows of a table. The names of two columns say nothing that the page doesn't.
    private mutating func addTable(from header: Substring) {
        let names = Self.term(header)
        var terms = names.meaning.contains(";") ? [names] : []
        while let row = lines.last, row.hasPrefix("|") {
            lines.removeLast()
            if !row.hasPrefix("| ---") { terms.append(Self.term(row)) }
        }
        parts.append(.list(terms))
    }

    /// A row of a table, whose cells after the first one are its meaning.
    private static func term(_ row: Substring) -> HelpPart.Term {
        let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|").map {
            plain($0.replacing("\u{0}", with: "|")).trimmed
        }
        let meaning = cells.dropFirst().filter { !$0.isEmpty }.joined(separator: "; ")
        return (cells.first ?? "", meaning)
    }

    /// The text without the marks of Markdown.
    private static func plain(_ text: some StringProtocol) -> String {
        var (result, rest) = ("", Substring(text))
        while let place = rest.firstIndex(where: { "`<[*".contains($0) }) {
            result += rest[..<place]
            rest = rest[place...]
            result += unmarked(&rest)
        }
        return result + rest
    }

    /// Removes the marked words at the start of a text. Commands get quotes, and a link to a page names its
    /// topic.
    private static func unmarked(_ rest: inout Substring) -> String {
        func take(_ start: String, _ end: String) -> String? {
            guard rest.hasPrefix(start), let range = rest.firstRange(of: end) else { return nil }
            defer { rest = rest[range.upperBound...] }
            return String(rest[..<range.lowerBound].dropFirst(start.count))
        }
        if rest.hasPrefix("`") {
            rest = rest.drop { $0 == "`" }
            let code = take("", "`") ?? ""
            rest = rest.drop { $0 == "`" }
            return code.contains(" ") && !code.contains("'") ? "'\(code)'" : code
        }
        if let name = take("<doc:", ">") {
            return HelpTopic.allCases.first { $0.page?.name == name }.map { "'help \($0)'" }
                ?? "the page \(name)"
        }
        if let label = take("[", "](") {
            _ = take("", ")")
            return label
        }
        return take("", "**") ?? String(rest.removeFirst())
    }
}

extension HelpTopic {
    /// One line, for the manual page and completion.
    var summary: String {
        if case .text(let text)? = section.first { text } else { "" }
    }

    /// The text below the summary. It is made on demand, because no start needs it.
    var parts: [HelpPart] {
        var parts = Array(section.dropFirst())
        if self == .fields { parts.insert(.list(Self.fieldNames), at: 1) }
        return parts
    }

    /// The summary, and the text below it.
    private var section: [HelpPart] {
        let page = "\n" + String(decoding: PackageResources.topics_md, as: UTF8.self)
        let start = page.firstRange(of: "\n# \(rawValue)\n")?.upperBound ?? page.endIndex
        let end = page[start...].firstRange(of: "\n# ")?.lowerBound ?? page.endIndex
        return DocumentationPage(page[start..<end]).parts
    }

    private static var fieldNames: [HelpPart.Term] {
        let common = DocumentKind.bug.fields.filter(\.isEditable)
        let ofBooks = DocumentKind.book.fields.filter { field in
            !DocumentKind.bug.fields.contains { $0.name == field.name }
        }
        return common.map { field in
            (field.name, field.summary + (field.type == .date ? "; also today, 3d, 2w" : ""))
        }
            + ofBooks.map { ($0.name, "of a book: \($0.summary)") }
            + [("…", "your custom fields, which 'fields' lists")]
    }
}
