/// The escapes of JSON strings (RFC 8259, section 7).
package enum JSONText {
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
