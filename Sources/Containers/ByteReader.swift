import SystemFiles

/// Reads little-endian integers from untrusted bytes. Reading out of bounds throws an error instead
/// of trapping.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// - Throws: ``ScaryBugsError/Code/damaged`` if the range exceeds the bytes.
    func slice(at offset: Int, count: Int) throws -> ArraySlice<UInt8> {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            throw ScaryBugsError(.damaged, "ends in the middle of a header")
        }
        let start = bytes.startIndex + offset
        return bytes[start..<start + count]
    }

    func uint16(at offset: Int) throws -> UInt16 { try integer(at: offset) }
    func uint32(at offset: Int) throws -> UInt32 { try integer(at: offset) }
    func uint64(at offset: Int) throws -> UInt64 { try integer(at: offset) }

    private func integer<Value: FixedWidthInteger>(at offset: Int) throws -> Value {
        try slice(at: offset, count: MemoryLayout<Value>.size).reversed().reduce(0) {
            $0 << 8 | Value($1)
        }
    }
}
