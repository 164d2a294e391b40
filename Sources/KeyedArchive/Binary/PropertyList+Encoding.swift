extension ByteOutput {
    /// Appends a value that is neither a text nor a container.
    mutating func append(scalar value: PropertyList) {
        switch value {
        case .null: append(0x00)
        case .boolean(let value): append(value ? 0x09 : 0x08)
        case .integer(let value): append(integer: value)
        case .real(let value): append(0x23, bits: value.bitPattern)
        case .float(let value): append(0x22, bits: value.bitPattern)
        case .date(let value): append(0x33, bits: value.bitPattern)
        case .data(let bytes):
            appendHeader(0x40, count: bytes.count)
            bytes.withUnsafeBytes { append(contentsOf: $0) }
        case .utf16(let units): append(units: units)
        case .uid(let uid): append(reference: uid)
        case .string, .array, .set, .dictionary: break
        }
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

    mutating func append(units: [UInt16]) {
        appendHeader(0x60, count: units.count)
        for unit in units { append(UInt64(unit), size: 2) }
    }

    mutating func append(reference uid: UInt32) {
        switch uid {
        case ...0xFF: append(0x80, bits: UInt8(truncatingIfNeeded: uid))
        case ...0xFFFF: append(0x81, bits: UInt16(truncatingIfNeeded: uid))
        default: append(0x83, bits: uid)
        }
    }

    /// Appends a type with a count. A count of 15 or more follows as an integer object.
    @inline(__always)
    mutating func appendHeader(_ marker: UInt8, count: Int) {
        guard count >= 0xF else { return append(marker | UInt8(truncatingIfNeeded: count)) }
        append(marker | 0xF)
        if count > 0xFF { return append(integer: Int128(count)) }
        append(0x10)
        append(UInt8(truncatingIfNeeded: count))
    }
}
