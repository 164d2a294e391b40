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

    static func list(_ values: [String]) -> String {
        SpreadsheetText.guarded(FieldValue.list(values).text)
    }

    private static func row(_ cells: [String]) -> String {
        var row: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { row.append(UInt8(ascii: ",")) }
            append(cell, to: &row)
        }
        return String(decoding: row, as: UTF8.self)
    }

    static func append(_ cell: String, to row: inout [UInt8]) {
        var cell = cell
        cell.withUTF8 { append(UnsafeRawBufferPointer($0), to: &row) }
    }

    /// Appends a cell in UTF-8, in quotes if it needs them. Blanks around a cell without quotes do
    /// not belong to it.
    static func append(_ cell: UnsafeRawBufferPointer, to row: inout [UInt8]) {
        let blank = UInt8(ascii: " ")
        guard cell.first == blank || cell.last == blank || cell.contains(where: needsQuotes) else {
            row.append(contentsOf: cell)
            return
        }
        let quote = UInt8(ascii: "\"")
        row.append(quote)
        for byte in cell {
            if byte == quote { row.append(quote) }
            row.append(byte)
        }
        row.append(quote)
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
