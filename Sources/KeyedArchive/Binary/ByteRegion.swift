/// The part of the input where objects lie. Every access is checked against it.
struct ByteRegion {
    let bytes: [UInt8]
    let end: Int

    /// The byte at an offset.
    @inline(__always)
    func byte(at offset: Int) throws(KeyedArchiveError) -> UInt8 {
        guard offset >= 0, offset < end, offset < bytes.count else {
            throw .malformed("the property list ends inside an object", at: offset)
        }
        return bytes[offset]
    }

    /// `count` bytes from an offset on.
    func slice(at offset: Int, count: Int) throws(KeyedArchiveError) -> ArraySlice<UInt8> {
        bytes[try range(at: offset, count: count)]
    }

    /// Makes sure that there are `count` bytes from an offset on.
    func check(at offset: Int, count: Int) throws(KeyedArchiveError) {
        _ = try range(at: offset, count: count)
    }

    /// A big-endian unsigned integer of 1 to 8 bytes.
    func unsigned(at offset: Int, size: Int) throws(KeyedArchiveError) -> UInt64 {
        if size == 1 { return UInt64(try byte(at: offset)) }
        var value: UInt64 = 0
        for place in try range(at: offset, count: size) {
            value = value << 8 | UInt64(bytes[place])
        }
        return value
    }

    /// The places of `count` bytes from an offset on.
    @inline(__always)
    func range(at offset: Int, count: Int) throws(KeyedArchiveError) -> Range<Int> {
        let (past, overflow) = offset.addingReportingOverflow(count)
        guard !overflow, offset >= 0, count >= 0, past <= end, past <= bytes.count else {
            throw .malformed(
                "an object of \(count) bytes runs past the end of all objects", at: offset)
        }
        return offset..<past
    }
}
