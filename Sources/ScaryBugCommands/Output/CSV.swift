import ScaryBugs

/// Writes comma-separated values (RFC 4180), except that lines end with a line feed alone.
enum CSV {
    static func header(_ values: Record.Values) -> String {
        var row = Row()
        for (name, value) in values {
            if isPicture(value) {
                row.append("\(name)Type")
                row.append("\(name)Bytes")
            } else {
                row.append(name)
            }
        }
        return row.text
    }

    /// Whether two rows have the same header.
    static func haveSameColumns(_ one: Record.Values, _ other: Record.Values) -> Bool {
        one.count == other.count
            && one.indices.allSatisfy {
                one[$0].name == other[$0].name
                    && isPicture(one[$0].value) == isPicture(other[$0].value)
            }
    }

    private static func isPicture(_ value: Record.Value) -> Bool {
        if case .picture = value { true } else { false }
    }

    static func line(_ values: Record.Values) -> String {
        var row = Row()
        for (_, value) in values {
            if case .picture(let picture) = value {
                row.append(picture?.mediaType ?? "")
                row.append(picture.map { String($0.size) } ?? "")
            } else {
                row.append(text(of: value))
            }
        }
        return row.text
    }

    private static func text(of value: Record.Value) -> String {
        switch value {
        case .string(let value): SpreadsheetText.guarded(value)
        case .timestamp(let value): value.rfc3339
        case .list(let values): SpreadsheetText.guarded(FieldValue.list(values.map(element)).text)
        default: value.text ?? ""
        }
    }

    private static func element(_ value: Record.Value) -> String {
        if case .string(let text) = value { text } else { text(of: value) }
    }
}

/// A row of CSV, which gets one cell after the other.
private struct Row {
    private var bytes: [UInt8] = []
    private var isEmpty = true

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a cell, in quotes if it needs them. Blanks around a cell without quotes do not belong to
    /// it.
    mutating func append(_ cell: String) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        var cell = cell
        cell.withUTF8 { cell in
            let (blank, quote) = (UInt8(ascii: " "), UInt8(ascii: "\""))
            let hasBlanks = cell.first == blank || cell.last == blank
            guard hasBlanks || cell.contains(where: Self.needsQuotes) else {
                return bytes.append(contentsOf: cell)
            }
            bytes.append(quote)
            for byte in cell {
                if byte == quote { bytes.append(quote) }
                bytes.append(byte)
            }
            bytes.append(quote)
        }
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
