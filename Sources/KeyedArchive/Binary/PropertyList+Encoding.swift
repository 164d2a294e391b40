extension PropertyList {
    /// The bytes of a value that contains no others; empty for a container.
    var encoding: [UInt8] {
        switch self {
        case .null: [0x00]
        case .boolean(let value): [value ? 0x09 : 0x08]
        case .integer(let value): Self.encoding(of: value)
        case .real(let value): Self.encoding(0x23, bits: value.bitPattern)
        case .float(let value): Self.encoding(0x22, bits: value.bitPattern)
        case .date(let value): Self.encoding(0x33, bits: value.bitPattern)
        case .data(let bytes): Self.encoding(0x40, count: bytes.count, bytes: bytes)
        case .string(let text): Self.encoding(of: text)
        case .utf16(let units): Self.encoding(of: units)
        case .uid(let uid): Self.encoding(ofReference: uid)
        case .array, .set, .dictionary: []
        }
    }

    private static func encoding(
        _ marker: UInt8, count: Int, bytes: some Collection<UInt8>
    ) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 10)
        result.appendHeader(marker, count: count)
        result += bytes
        return result
    }

    private static func encoding(_ marker: UInt8, bits: some FixedWidthInteger) -> [UInt8] {
        var result = [marker]
        result.append(UInt64(truncatingIfNeeded: bits), size: bits.bitWidth / 8)
        return result
    }

    /// Up to four bytes are unsigned and eight are signed, so that a negative one takes eight.
    private static func encoding(of value: Int128) -> [UInt8] {
        switch value {
        case 0...0xFF: return encoding(0x10, bits: UInt8(truncatingIfNeeded: value))
        case 0...0xFFFF: return encoding(0x11, bits: UInt16(truncatingIfNeeded: value))
        case 0...0xFFFF_FFFF: return encoding(0x12, bits: UInt32(truncatingIfNeeded: value))
        case Int128(Int64.min)...Int128(Int64.max):
            return encoding(0x13, bits: Int64(truncatingIfNeeded: value))
        default:
            var result: [UInt8] = [0x14]
            result.append(UInt64(truncatingIfNeeded: value >> 64), size: 8)
            result.append(UInt64(truncatingIfNeeded: value), size: 8)
            return result
        }
    }

    private static func encoding(of text: String) -> [UInt8] {
        let bytes = text.utf8
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return encoding(of: Array(text.utf16)) }
        return encoding(0x50, count: bytes.count, bytes: bytes)
    }

    private static func encoding(of units: [UInt16]) -> [UInt8] {
        var result: [UInt8] = []
        result.appendHeader(0x60, count: units.count)
        for unit in units { result.append(UInt64(unit), size: 2) }
        return result
    }

    private static func encoding(ofReference uid: UInt32) -> [UInt8] {
        switch uid {
        case ...0xFF: encoding(0x80, bits: UInt8(truncatingIfNeeded: uid))
        case ...0xFFFF: encoding(0x81, bits: UInt16(truncatingIfNeeded: uid))
        default: encoding(0x83, bits: uid)
        }
    }
}

extension [UInt8] {
    /// A type with a count, which follows as an integer object where it doesn't fit.
    mutating func appendHeader(_ marker: UInt8, count: Int) {
        guard count >= 0xF else { return append(marker | UInt8(truncatingIfNeeded: count)) }
        append(marker | 0xF)
        self += PropertyList.integer(Int128(count)).encoding
    }

    /// The lowest `size` bytes, most significant first.
    mutating func append(_ value: UInt64, size: Int) {
        for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}
