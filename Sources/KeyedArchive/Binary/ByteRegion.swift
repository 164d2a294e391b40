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
