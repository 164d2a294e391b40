import Glibc
import XML

/// An element that contains text, and its value.
extension XMLElement {
    func scalar(_ text: String) throws(KeyedArchiveError) -> PropertyList {
        let trimmed = text.withoutSpace
        func parsed<Value>(_ parse: (String) -> Value?) throws(KeyedArchiveError) -> Value {
            if let value = parse(trimmed) { return value }
            throw .malformed(
                "the text of an element \"\(name)\" is not a valid value", at: offset)
        }
        switch name {
        case "string": return .string(text)
        case "integer": return .integer(try parsed(Int128.init(propertyListText:)))
        case "real": return .real(try parsed { Double($0) })
        case "date": return .date(try parsed(secondsSinceReferenceDate(iso:)))
        case "data": return .data(try parsed([UInt8].init(base64:)))
        case "true", "false": return .boolean(try parsed { $0.isEmpty ? name == "true" : nil })
        default: throw .malformed("the unknown element \"\(name)\"", at: offset)
        }
    }
}

extension String {
    fileprivate var withoutSpace: String {
        let bytes = utf8.drop(while: XMLElements.isSpace)
        let spaces = bytes.reversed().prefix(while: XMLElements.isSpace).count
        return String(Substring(bytes.dropLast(spaces)))
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

/// Converts text such as `2011-09-28T17:05:00Z` to seconds since 2001-01-01 UTC; nil for other
/// forms.
func secondsSinceReferenceDate(iso text: String) -> Double? {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.compactMap { CInt($0) }
    guard text.utf8.count == 20, numbers.count == 6 else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
    // timegm changes numbers that are too large, such as February 30.
    let seconds = timegm(&time)
    var form = [CChar](repeating: 0, count: 64)
    let count = strftime(&form, form.count, "%04Y-%m-%dT%H:%M:%SZ", &time)
    let isSame = form.prefix(count).map(UInt8.init(bitPattern:)).elementsEqual(text.utf8)
    return isSame ? Double(seconds - 978_307_200) : nil
}

extension [UInt8] {
    /// Decodes base64 text (RFC 4648); nil if it is invalid. Ignores white space, because property
    /// lists wrap and indent the text.
    init?(base64 text: String) {
        let bytes = text.utf8.filter { !XMLElements.isSpace($0) }
        let digits = bytes.prefix { $0 != UInt8(ascii: "=") }
        let padding = bytes[digits.endIndex...]
        guard bytes.count % 4 == 0, padding.count <= 2,
            padding.allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        self.init()
        reserveCapacity(bytes.count / 4 * 3)
        var bits: UInt32 = 0
        for (index, byte) in digits.enumerated() {
            let digit = Base64.values[Int(byte)]
            guard digit < 64 else { return nil }
            bits = bits << 6 | UInt32(digit)
            if index % 4 != 0 {
                append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (index % 4))))
            }
        }
    }
}
