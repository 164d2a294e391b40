import ScaryBugs

extension Output {
    /// Prints all values of a document: a block of lines for people, otherwise one record.
    func print(
        sheet document: Document, in table: @autoclosure () -> DocumentTable, isFirst: Bool
    ) throws {
        guard format == .table else { return try print(Record(row: document, in: table())) }
        if !isFirst { try print(text: "") }
        try print(text: "\(document.number)  \(TerminalText.text(document.title))")
        let rows = Self.rows(of: document)
        let width = rows.map { DisplayWidth.columns(of: $0.name) }.max() ?? 0
        for row in rows {
            var head = "  " + row.name
            head += DisplayWidth.blanks(width - DisplayWidth.columns(of: row.name) + 2)
            for line in Self.lines(of: row.text) {
                try print(text: head + TerminalText.text(String(line)))
                // The other lines of a text are aligned with its first.
                head = DisplayWidth.blanks(width + 4)
            }
        }
    }

    private static func rows(of document: Document) -> [(name: String, text: String)] {
        var rows: [(name: String, text: String)] = []
        for (name, value) in Record.values(of: document.contents, number: document.number)
        where name != "number" && name != "title" {
            if let text = text(value, document) { rows.append((TerminalText.text(name), text)) }
        }
        return rows
    }

    private static func lines(of text: String) -> [Substring] {
        // Splitting by characters is slow, so it is done only for a text of several lines.
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return [Substring(text)] }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns nil for a missing value.
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
