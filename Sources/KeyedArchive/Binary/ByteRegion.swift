/// The part of the input that contains objects. Every access is bounds-checked.
///
/// It holds a pointer for speed, so it is valid only while the input is being read.
struct ByteRegion {
    let bytes: UnsafeBufferPointer<UInt8>
    let end: Int

    /// Creates a region of the bytes before `end`, or of all bytes if there are fewer.
    init(bytes: UnsafeBufferPointer<UInt8>, end: Int) {
        self.bytes = bytes
        self.end = min(end, bytes.count)
    }

    @inline(__always)
    func byte(at offset: Int) throws(KeyedArchiveError) -> UInt8 {
        guard offset >= 0, offset < end else {
            throw .malformed("the property list ends inside an object", at: offset)
        }
        return bytes[offset]
    }

    @inline(__always)
    func slice(
        at offset: Int, count: Int
    ) throws(KeyedArchiveError) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[try range(at: offset, count: count)])
    }

    func check(at offset: Int, count: Int) throws(KeyedArchiveError) {
        _ = try range(at: offset, count: count)
    }

    /// Reads a big-endian unsigned integer of 1 to 8 bytes.
    @inline(__always)
    func unsigned(at offset: Int, size: Int) throws(KeyedArchiveError) -> UInt64 {
        if size == 1 { return UInt64(try byte(at: offset)) }
        // Nearly every number has eight bytes from its start to the end of the file, which one load reads.
        if offset >= 0, offset <= bytes.count &- 8, offset &+ size <= end, 1...8 ~= size {
            let word = UnsafeRawBufferPointer(bytes)
                .loadUnaligned(fromByteOffset: offset, as: UInt64.self).bigEndian
            return word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
        }
        var value: UInt64 = 0
        for byte in try slice(at: offset, count: size) { value = value << 8 | UInt64(byte) }
        return value
    }

    @inline(__always)
    func range(at offset: Int, count: Int) throws(KeyedArchiveError) -> Range<Int> {
        let (past, overflow) = offset.addingReportingOverflow(count)
        guard !overflow, offset >= 0, count >= 0, past <= end else {
            throw .malformed(
                "an object of \(count) bytes runs past the end of all objects", at: offset)
        }
        return offset..<past
    }
}
