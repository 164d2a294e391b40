import SystemFiles

extension ArraySlice<UInt8> {
    /// Reads a little-endian integer of at most 8 bytes at an offset from the start of the slice.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if it exceeds the slice or an `Int64`.
    func integer(at offset: Int, bytes count: Int) throws -> Int64 {
        let value = try part(at: offset, count: count).reversed().reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        guard let integer = Int64(exactly: value) else {
            throw ScaryBugsError(.damaged, "an impossible number in a header")
        }
        return integer
    }

    /// The bytes at an offset from the start of the slice.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if they exceed the slice.
    func part(at offset: Int, count: Int) throws -> ArraySlice<UInt8> {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            throw ScaryBugsError(.damaged, "ends in the middle of a header")
        }
        return dropFirst(offset).prefix(count)
    }
}
