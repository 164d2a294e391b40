import ScaryBugs

extension Output {
    /// Prints all values of a document: a block of lines for people, otherwise one record.
    func print(
        detailsOf document: Document, in table: @autoclosure () -> DocumentTable, isFirst: Bool
    ) throws {
        guard format == .table else { return try print(Record(row: document, in: table())) }
        if !isFirst { try print(text: "") }
        try print(title: document.title, after: "\(document.number)  ")
        try print(cells: rows(of: document.contents))
    }

    private func print(title: String, after number: String) throws {
        let title = TerminalText.text(title)
        guard let width = results.terminalWidth else {
            return try print(heading: number + title)
        }
        let indent = String(repeating: " ", count: number.count)
        for (index, line) in WordWrap.lines(of: title, width: width - number.count).enumerated() {
            try print(heading: (index == 0 ? number : indent) + line)
        }
    }

    /// Ends the rows, and prints the values of a document below them for people.
    func print(valuesOf contents: DocumentContents) throws {
        guard format == .table else { return }
        try endRows()
        try print(cells: rows(of: contents))
    }

    private func rows(of contents: DocumentContents) -> [[Record.Cell]] {
        DocumentRecord.values(of: contents, number: 0)
            .filter { $0.name != "number" && $0.name != "title" }
            .flatMap { name, value in
                Self.lines(of: text(value)).enumerated().map { index, line in
                    // The other lines of a text are aligned with its first.
                    [.init(index == 0 ? "  \(name)" : ""), .init(String(line))]
                }
            }
    }

    private static func lines(of text: String?) -> [Substring] {
        guard let text else { return [] }
        // Splitting by characters is slow, so it is done only for a text of several lines.
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return [Substring(text)] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Line feeds at the end would print as empty lines.
        let end = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        return Array(lines[...end])
    }

    /// A value for people; nil for a missing one. A rating of 0 means not rated.
    static func text(_ value: Record.Value) -> String? {
        switch value {
        case .list(let values) where values.isEmpty: nil
        case .rating(0): nil
        case .list(let values): values.compactMap(text).joined(separator: ", ")
        case .picture(let picture?):
            "\(picture.type?.name ?? "of an unknown type"), \(picture.size.grouped) bytes"
        default: value.text
        }
    }
}
