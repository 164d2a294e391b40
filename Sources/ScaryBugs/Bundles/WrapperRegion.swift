/// A part of a serialized file wrapper, taken apart from its front.
struct WrapperRegion {
    private(set) var start: Int64
    let end: Int64

    /// Length in bytes.
    var count: Int64 { end - start }

    /// Takes the next part off, without reading it.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if there are fewer than `count` bytes.
    mutating func take(_ count: Int64) throws -> WrapperRegion {
        guard count <= self.count else {
            throw ScaryBugsError(
                .damaged, "is a truncated or damaged file wrapper")
        }
        defer { start += count }
        return WrapperRegion(start: start, end: start + count)
    }

    /// Takes the next number off: 32 bits, little-endian.
    mutating func takeNumber(in file: borrowing File) throws -> Int64 {
        try Int64(ByteReader(take(4).bytes(in: file)[...]).uint32(at: 0))
    }

    /// All of it; for what is known to be short.
    func bytes(in file: borrowing File) throws -> [UInt8] {
        try file.bytes(at: start, count: Int(count))
    }

    /// All of it piece by piece, however long it is.
    func read(
        in file: borrowing File, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var rest = self
        while rest.count > 0 {
            try Interruption.check()
            let piece = try rest.take(min(rest.count, 1 << 17))
            try piece.bytes(in: file).withUnsafeBytes(body)
        }
    }
}
