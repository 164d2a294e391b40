import XML

/// Reads the objects of a binary property list that contain no others.
struct BinaryScalarReader {
    let region: ByteRegion

    func value(_ header: BinaryHeader) throws(KeyedArchiveError) -> PropertyList {
        switch (header.type, header.low) {
        case (0x0, 0x0): .null
        case (0x0, 0x8): .boolean(false)
        case (0x0, 0x9): .boolean(true)
        // Integers of up to four bytes are unsigned. Longer ones are signed.
        case (0x1, ..<3): .integer(Int128(try bits(header)))
        case (0x1, 3): .integer(Int128(Int64(bitPattern: try bits(header))))
        case (0x1, 4): .integer(try payload(header).reduce(0) { $0 << 8 | Int128($1) })
        case (0x2, 2): .float(Float(bitPattern: UInt32(truncatingIfNeeded: try bits(header))))
        case (0x2, 3): .real(Double(bitPattern: try bits(header)))
        case (0x3, 3): .date(Double(bitPattern: try bits(header)))
        case (0x4, _): .data(Array(try payload(header)))
        case (0x5, _): .string(try ascii(header))
        case (0x6, _): try utf16(header)
        case (0x8, _): .uid(try uid(header))
        default: throw unknown(header)
        }
    }

    /// A payload of 1 to 8 bytes.
    private func bits(_ header: BinaryHeader) throws(KeyedArchiveError) -> UInt64 {
        try region.unsigned(at: header.payload, size: header.payloadSize)
    }

    private func ascii(_ header: BinaryHeader) throws(KeyedArchiveError) -> String {
        let bytes = try payload(header)
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            throw .malformed("an ASCII string has a byte above 127", at: header.offset)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func utf16(_ header: BinaryHeader) throws(KeyedArchiveError) -> PropertyList {
        let bytes = try payload(header)
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
            UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
        }
        let text = String(validating: units, as: UTF16.self)
        guard !CombiningMarks.areTooMany(in: text ?? String(decoding: units, as: UTF16.self)) else {
            throw .tooManyMarks(at: header.offset)
        }
        return text.map(PropertyList.string) ?? .utf16(units)
    }

    private func uid(_ header: BinaryHeader) throws(KeyedArchiveError) -> UInt32 {
        if header.payloadSize == 1 { return UInt32(try region.byte(at: header.payload)) }
        var value: UInt32 = 0
        for byte in try payload(header) {
            guard value >> 24 == 0 else {
                throw .malformed("a reference is larger than 32 bits", at: header.offset)
            }
            value = value << 8 | UInt32(byte)
        }
        return value
    }

    private func payload(_ header: BinaryHeader) throws(KeyedArchiveError) -> ArraySlice<UInt8> {
        try region.slice(at: header.payload, count: header.payloadSize)
    }

    private func unknown(_ header: BinaryHeader) -> KeyedArchiveError {
        let marker = header.type << 4 | header.low
        return .malformed(
            "an object of unknown type 0x\(String(marker, radix: 16))", at: header.offset)
    }
}

/// The part of the input that contains objects. Every access is bounds-checked.
struct ByteRegion {
    let bytes: [UInt8]
    let end: Int

    /// Creates a region of the bytes before `end`, or of all bytes if there are fewer.
    init(bytes: [UInt8], end: Int) {
        self.bytes = bytes
        self.end = min(end, bytes.count)
    }

    func byte(at offset: Int) throws(KeyedArchiveError) -> UInt8 {
        guard offset >= 0, offset < end else {
            throw .malformed("the property list ends inside an object", at: offset)
        }
        return bytes[offset]
    }

    func slice(at offset: Int, count: Int) throws(KeyedArchiveError) -> ArraySlice<UInt8> {
        let (past, overflow) = offset.addingReportingOverflow(count)
        guard !overflow, offset >= 0, count >= 0, past <= end else {
            throw .malformed(
                "an object of \(count) bytes runs past the end of all objects", at: offset)
        }
        return bytes[offset..<past]
    }

    /// Reads a big-endian unsigned integer of 1 to 8 bytes.
    func unsigned(at offset: Int, size: Int) throws(KeyedArchiveError) -> UInt64 {
        if size == 1 { return UInt64(try byte(at: offset)) }
        return try slice(at: offset, count: size).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
