import Glibc
import XML

/// An element that contains text, and its value.
struct XMLScalar {
    private let element: XMLElement
    private let text: String

    init(_ element: XMLElement, text: String) {
        self.element = element
        self.text = text
    }

    func value() throws(KeyedArchiveError) -> PropertyList {
        switch element.name {
        case "string": return .string(text)
        case "integer": return .integer(try parsed(Int128.init(propertyListText:)))
        case "real": return .real(try parsed { Double($0) })
        case "date": return .date(try parsed(secondsSinceReferenceDate(iso:)))
        case "data": return .data(try parsed([UInt8].init(base64:)))
        case "true", "false":
            guard trimmed.isEmpty else { throw wrongText }
            return .boolean(element.name == "true")
        default: throw .malformed("the unknown element \"\(element.name)\"", at: element.offset)
        }
    }

    private func parsed<Value>(_ parse: (String) -> Value?) throws(KeyedArchiveError) -> Value {
        guard let value = parse(trimmed) else { throw wrongText }
        return value
    }

    private var trimmed: String {
        let bytes = text.utf8.drop(while: XMLElements.isSpace)
        let spaces = bytes.reversed().prefix(while: XMLElements.isSpace).count
        return String(Substring(bytes.dropLast(spaces)))
    }

    private var wrongText: KeyedArchiveError {
        .malformed(
            "the text of an element \"\(element.name)\" is not a valid value", at: element.offset)
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
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
        bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
        bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
        let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
        let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
        let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, month - 1, day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute, second)
    let given = [time.tm_year, time.tm_mon, time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec]
    // timegm changes numbers that are too large, such as February 30.
    let seconds = timegm(&time)
    guard
        given == [
            time.tm_year, time.tm_mon, time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec,
        ]
    else { return nil }
    return Double(seconds - 978_307_200)
}

private func number(_ digits: ArraySlice<UInt8>) -> CInt? {
    var value: CInt = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + CInt(digit - UInt8(ascii: "0"))
    }
    return value
}

extension [UInt8] {
    /// Decodes base64 text (RFC 4648); nil if it is invalid. Ignores white space, because property
    /// lists wrap and indent the text.
    init?(base64 text: String) {
        self.init()
        reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text.utf8 where !XMLElements.isSpace(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let digit = Self.base64Digit(byte) else { return nil }
            bits = (bits << 6 | UInt32(digit)) & 0xFF_FFFF
            digits += 1
            if digits % 4 != 1 {
                append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * ((digits + 3) % 4))))
            }
        }
        guard (digits + padding) % 4 == 0, padding <= 2 else { return nil }
    }

    private static func base64Digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
