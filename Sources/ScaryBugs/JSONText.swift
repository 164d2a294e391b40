/// The escapes of JSON strings (RFC 8259, section 7).
package enum JSONText {
    /// Whether a byte in ASCII needs no escape, in JSON and at a terminal.
    static func standsForItself(_ byte: UInt8) -> Bool {
        0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The escape of a UTF-16 code unit.
    package static func escape(_ unit: UInt16) -> String {
        switch UInt8(exactly: unit) {
        case UInt8(ascii: "\""): return #"\""#
        case UInt8(ascii: "\\"): return #"\\"#
        case UInt8(ascii: "\n"): return #"\n"#
        case UInt8(ascii: "\t"): return #"\t"#
        case UInt8(ascii: "\r"): return #"\r"#
        default: return #"\u"# + String(unit, radix: 16, width: 4)
        }
    }
}
