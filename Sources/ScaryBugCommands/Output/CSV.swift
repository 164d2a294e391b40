import ScaryBugs

/// Writes comma-separated values (RFC 4180), except that lines end with a line feed alone.
enum CSV {
    static func header(_ values: Record.Values) -> String {
        row(
            values.flatMap { member -> [String] in
                if case .picture = member.value {
                    return ["\(member.name)Type", "\(member.name)Bytes"]
                }
                return [member.name]
            })
    }

    static func line(_ values: Record.Values) -> String {
        row(values.flatMap { cells($0.value) })
    }

    private static func cells(_ value: Record.Value) -> [String] {
        switch value {
        case .string(let value): [SpreadsheetText.guarded(value)]
        case .timestamp(let value): [value.rfc3339]
        case .list(let values): [list(texts(values))]
        case .picture(let picture):
            [picture?.mediaType ?? "", picture.map { String($0.size) } ?? ""]
        default: [value.text ?? ""]
        }
    }

    private static func texts(_ values: [Record.Value]) -> [String] {
        values.flatMap { value -> [String] in
            if case .string(let text) = value { return [text] }
            return cells(value)
        }
    }

    private static func list(_ values: [String]) -> String {
        SpreadsheetText.guarded(FieldValue.list(values).text)
    }

    private static func row(_ cells: [String]) -> String {
        cells.map(quoted).joined(separator: ",")
    }

    /// The cell, in quotes if it needs them. Blanks around a cell without quotes do not belong to it.
    private static func quoted(_ cell: String) -> String {
        let blank = UInt8(ascii: " ")
        guard
            cell.utf8.first == blank || cell.utf8.last == blank
                || cell.utf8.contains(where: needsQuotes)
        else { return cell }
        // A quotation mark with a combining character after it is one Character.
        return cell.unicodeScalars.reduce(into: "\"") { text, scalar in
            if scalar == "\"" { text.unicodeScalars.append(scalar) }
            text.unicodeScalars.append(scalar)
        } + "\""
    }

    /// Semicolons and tabs are quoted too, because spreadsheets in some countries expect them as
    /// separators.
    private static func needsQuotes(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "\"", ",", ";", "\t", "\r", "\n": true
        default: false
        }
    }
}
