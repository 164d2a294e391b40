import ScaryBugs

/// Writes values as JSON (RFC 8259), on one line.
enum JSON {
    static func line(_ values: [(name: String, value: Record.Value)]) -> String {
        var text = ""
        append(.object(values), to: &text)
        return text
    }

    private static func append(_ value: Record.Value, to text: inout String) {
        switch value {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += value.isFinite ? value.shortest : "null"
        case .rating(let value): text += value.isFinite ? value.shortest : "null"
        case .string(let value): append(value, to: &text)
        case .timestamp(let value): append(value.rfc3339, to: &text)
        case .list(let values): append(values, between: "[", "]", to: &text, append)
        case .object(let values):
            append(values, between: "{", "}", to: &text) { member, text in
                append(member.name, to: &text)
                text += ":"
                append(member.value, to: &text)
            }
        case .picture(nil): text += "null"
        case .picture(let picture?):
            append(
                .object([
                    ("bytes", .integer(picture.size)), ("type", .string(picture.mediaType)),
                ]), to: &text)
        }
    }

    private static func append<Element>(
        _ elements: [Element], between open: String, _ close: String, to text: inout String,
        _ append: (Element, inout String) -> Void
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            append(element, &text)
        }
        text += close
    }

    /// Appends a JSON string. Escapes what JSON requires, and characters that could control a
    /// terminal.
    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            if scalar == "\"" || scalar == "\\" || TerminalText.isHidden(scalar) {
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    text += JSONText.escape(unit)
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
