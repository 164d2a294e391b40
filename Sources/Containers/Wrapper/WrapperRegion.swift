import SystemFiles

/// A byte range of a serialized file wrapper, which is parsed from its front.
struct WrapperRegion {
    private(set) var start: Int64
    let end: Int64

    /// Length in bytes.
    var count: Int64 { end - start }

    /// Removes the next `count` bytes from the front, without reading them.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if fewer than `count` bytes remain.
    mutating func readRegion(_ count: Int64) throws -> WrapperRegion {
        guard count <= self.count else {
            throw ScaryBugsError(
                .damaged, "a truncated or damaged file wrapper")
        }
        defer { start += count }
        return WrapperRegion(start: start, end: start + count)
    }

    /// Reads and removes the next number, which has 32 bits and is little-endian.
    mutating func readNumber(in file: borrowing File) throws -> Int64 {
        try Int64(ByteReader(readRegion(4).bytes(in: file)[...]).uint32(at: 0))
    }

    /// Reads the whole range into memory, which suits only short ranges.
    func bytes(in file: borrowing File) throws -> [UInt8] {
        try file.bytes(at: start, count: Int(count))
    }

    /// Passes the whole range, however long, to `body` in pieces.
    func read(
        in file: borrowing File, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var rest = self
        while rest.count > 0 {
            try Interruption.check()
            let piece = try rest.readRegion(min(rest.count, 1 << 17))
            try piece.bytes(in: file).withUnsafeBytes(body)
        }
    }
}
