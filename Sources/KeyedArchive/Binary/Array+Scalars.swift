extension [UInt8] {
    /// A value that contains no others, as a binary property list stores it; empty for a container.
    init(scalar value: PropertyList) {
        self = []
        switch value {
        case .null: append(0x00)
        case .boolean(let value): append(value ? 0x09 : 0x08)
        case .integer(let value): append(integer: value)
        case .real(let value): append(0x23, bits: value.bitPattern)
        case .float(let value): append(0x22, bits: value.bitPattern)
        case .date(let value): append(0x33, bits: value.bitPattern)
        case .data(let bytes):
            appendHeader(0x40, count: bytes.count)
            self += bytes
        case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
            appendHeader(0x50, count: text.utf8.count)
            self += text.utf8
        case .string(let text): append(units: [UInt16](text.utf16))
        case .utf16(let units): append(units: units)
        case .uid(let uid): append(reference: uid)
        case .array, .set, .dictionary: break
        }
    }

    /// Appends the lowest `size` bytes of a value, most significant first.
    mutating func append(_ value: UInt64, size: Int) {
        for index in (0..<size).reversed() {
            append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
        }
    }

    /// Appends a type with a count. A count of 15 or more follows as an integer object.
    mutating func appendHeader(_ marker: UInt8, count: Int) {
        guard count >= 0xF else { return append(marker | UInt8(truncatingIfNeeded: count)) }
        append(marker | 0xF)
        append(integer: Int128(count))
    }

    private mutating func append(_ marker: UInt8, bits: some FixedWidthInteger) {
        append(marker)
        append(UInt64(truncatingIfNeeded: bits), size: bits.bitWidth / 8)
    }

    /// Appends an integer. Up to four bytes are unsigned and eight are signed, so a negative
    /// integer takes eight.
    private mutating func append(integer value: Int128) {
        switch value {
        case 0...0xFF: append(0x10, bits: UInt8(truncatingIfNeeded: value))
        case 0...0xFFFF: append(0x11, bits: UInt16(truncatingIfNeeded: value))
        case 0...0xFFFF_FFFF: append(0x12, bits: UInt32(truncatingIfNeeded: value))
        case Int128(Int64.min)...Int128(Int64.max):
            append(0x13, bits: Int64(truncatingIfNeeded: value))
        default:
            append(0x14)
            append(UInt64(truncatingIfNeeded: value >> 64), size: 8)
            append(UInt64(truncatingIfNeeded: value), size: 8)
        }
    }

    private mutating func append(units: [UInt16]) {
        appendHeader(0x60, count: units.count)
        for unit in units { append(UInt64(unit), size: 2) }
    }

    private mutating func append(reference uid: UInt32) {
        switch uid {
        case ...0xFF: append(0x80, bits: UInt8(truncatingIfNeeded: uid))
        case ...0xFFFF: append(0x81, bits: UInt16(truncatingIfNeeded: uid))
        default: append(0x83, bits: uid)
        }
    }
}
