/// Writes values as JSON (RFC 8259), on one line.
package enum JSON {
    package static func line(_ values: [(name: String, value: RecordValue)]) -> String {
        var text: [UInt8] = []
        append(.object(values), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// - Parameter text: UTF-8.
    package static func append(_ value: RecordValue, to text: inout [UInt8]) {
        switch value {
        case .null: text.append(ascii: "null")
        case .boolean(let value): text.append(ascii: value ? "true" : "false")
        case .integer(let value): text.append(utf8: String(value))
        case .number(let value) where value.isFinite: text.append(utf8: value.shortest)
        case .rating(let value) where value.isFinite: text.append(utf8: value.shortest)
        case .number, .rating, .picture(nil): text.append(ascii: "null")
        case .string(let value): append(value, to: &text)
        case .json(let value): text.append(utf8: value)
        case .timestamp(let value):
            text.append(UInt8(ascii: "\""))
            value.append(to: &text)
            text.append(UInt8(ascii: "\""))
        case .list(let values): append(values, between: "[", "]", to: &text, append)
        case .object(let members):
            append(members, between: "{", "}", to: &text) { member, text in
                append(name: member.name, to: &text)
                append(member.value, to: &text)
            }
        case .picture(let picture?):
            append(
                .object([
                    ("bytes", .integer(picture.size)), ("type", .string(picture.mediaType)),
                ]), to: &text)
        }
    }

    /// Appends the name of an object's member, and the colon after it.
    package static func append(name: String, to text: inout [UInt8]) {
        append(name, to: &text)
        text.append(UInt8(ascii: ":"))
    }

    private static func append<Element>(
        _ elements: [Element], between open: Unicode.Scalar, _ close: Unicode.Scalar,
        to text: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
    ) {
        text.append(UInt8(ascii: open))
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(element, &text)
        }
        text.append(UInt8(ascii: close))
    }

    /// Escapes what JSON requires, and characters that could control a terminal.
    private static func append(_ string: String, to text: inout [UInt8]) {
        var string = string
        string.withUTF8 { append(string: UnsafeRawBufferPointer($0), to: &text) }
    }

    /// Appends a JSON string.
    ///
    /// - Parameter bytes: its UTF-8.
    package static func append(string bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        if bytes.allSatisfy(JSONText.standsForItself) {
            text.append(contentsOf: bytes)
        } else {
            for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
                if scalar == "\"" || scalar == "\\" || TerminalText.isHidden(scalar) {
                    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                        text += JSONText.escape(unit).utf8
                    }
                } else {
                    text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

extension [UInt8] {
    fileprivate mutating func append(ascii text: StaticString) {
        append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
