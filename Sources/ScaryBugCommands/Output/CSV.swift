import ScaryBugs

/// Writes comma-separated values (RFC 4180), except that lines end with a line feed alone.
enum CSV {
    static func header(_ values: [(name: String, value: Record.Value)]) -> String {
        row(
            values.flatMap { member -> [String] in
                if case .picture = member.value {
                    return ["\(member.name)Type", "\(member.name)Bytes"]
                }
                return [member.name]
            })
    }

    static func line(_ values: [(name: String, value: Record.Value)]) -> String {
        row(values.flatMap { cells($0.value) })
    }

    private static func cells(_ value: Record.Value) -> [String] {
        switch value {
        case .string(let value): [SpreadsheetText.guarded(value)]
        case .timestamp(let value): [value.rfc3339]
        case .list(let values): [SpreadsheetText.guarded(list(values).text)]
        case .picture(let picture):
            [picture?.mediaType ?? "", picture.map { String($0.size) } ?? ""]
        default: [value.text ?? ""]
        }
    }

    private static func list(_ values: [Record.Value]) -> FieldValue {
        .list(
            values.flatMap { value -> [String] in
                if case .string(let text) = value { return [text] }
                return cells(value)
            })
    }

    private static func row(_ cells: [String]) -> String {
        cells.map(quoted).joined(separator: ",")
    }

    private static func quoted(_ cell: String) -> String {
        // Semicolons and tabs are quoted too, because spreadsheets in some countries expect them as
        // separators. Compares scalars, because a carriage return and a line feed form a single
        // Character.
        guard cell.unicodeScalars.contains(where: { "\",;\t\r\n".unicodeScalars.contains($0) })
        else {
            return cell
        }
        return "\""
            + cell.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
