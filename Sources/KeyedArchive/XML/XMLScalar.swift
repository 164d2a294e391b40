/// An element that contains text, and its value.
struct XMLScalar {
    private let tag: XMLScanner.Tag
    private let text: String

    init(_ tag: XMLScanner.Tag, text: String) {
        self.tag = tag
        self.text = text
    }

    func value() throws(KeyedArchiveError) -> PropertyList {
        switch tag.name {
        case "string": return .string(text)
        case "integer": return .integer(try parsed(Int128.init(propertyListText:)))
        case "real": return .real(try parsed { Double($0) })
        case "date": return .date(try parsed(secondsSinceReferenceDate(iso:)))
        case "data": return .data(try parsed([UInt8].init(base64:)))
        case "true", "false":
            guard trimmed.isEmpty else { throw wrongText }
            return .boolean(tag.name == "true")
        default: throw .malformed("the unknown element \"\(tag.name)\"", at: tag.offset)
        }
    }

    private func parsed<Value>(_ parse: (String) -> Value?) throws(KeyedArchiveError) -> Value {
        guard let value = parse(trimmed) else { throw wrongText }
        return value
    }

    private var trimmed: String {
        let bytes = text.utf8.drop(while: XMLScanner.isSpace)
        let spaces = bytes.reversed().prefix(while: XMLScanner.isSpace).count
        return String(Substring(bytes.dropLast(spaces)))
    }

    private var wrongText: KeyedArchiveError {
        .malformed("the text of an element \"\(tag.name)\" is not a valid value", at: tag.offset)
    }
}

extension Int128 {
    /// Parses a decimal number, or a hexadecimal one after 0x, with an optional sign.
    init?(propertyListText text: String) {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let plain = isHexadecimal ? digits.dropFirst(2) : digits
        // The conversion below would accept a second sign.
        guard plain.first?.isHexDigit == true else { return nil }
        self.init((isNegative ? "-" : "") + plain, radix: isHexadecimal ? 16 : 10)
    }
}
