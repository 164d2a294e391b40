import ScaryBugs

extension Output {
    /// Prints everything about a document: a block of lines for people, else one result.
    func print(
        sheet document: Document, in table: @autoclosure () -> DocumentTable, isFirst: Bool
    ) throws {
        guard format == .table else { return try print(Record(row: document, in: table())) }
        if !isFirst { try print(text: "") }
        try print(text: "\(document.number)  \(Visible.text(document.title))")
        for line in Self.lines(of: document) { try print(text: line) }
    }

    private static func lines(of document: Document) -> [String] {
        let rows = Record.values(of: document.contents, number: document.number).filter {
            !["number", "title"].contains($0.name)
        }
        .compactMap { member in
            text(member.value, document).map { (member.name, $0) }
        }
        // Further lines of a text stand under its first.
        let names = rows.map { Visible.text($0.0) }
        let width = names.map(TextTable.columns).max() ?? 0
        let indent = String(repeating: " ", count: width + 4)
        return zip(names, rows).flatMap { name, row in
            let padding = String(repeating: " ", count: width - TextTable.columns(of: name) + 2)
            return lines(of: row.1).enumerated().map { index, line in
                (index == 0 ? "  " + name + padding : indent) + Visible.text(String(line))
            }
        }
    }

    private static func lines(of text: String) -> [Substring] {
        // Going through it by characters is worth it only where there is more than one line.
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return [Substring(text)] }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Nil for what a document does not have.
    private static func text(_ value: Record.Value, _ document: Document) -> String? {
        switch value {
        case .null, .picture(nil): return nil
        case .list(let values):
            let texts = values.compactMap { text($0, document) }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        case .string(let text): return text
        case .picture(let picture?):
            return "\(picture.type?.name ?? "of an unknown type"), \(picture.size) bytes"
        case .boolean(let value): return value ? "yes" : "no"
        case .integer(let value): return String(value)
        case .number(let value): return value.shortest
        case .rating(let value): return value.shortest
        case .object: return JSON.line([("", value)])
        }
    }
}
