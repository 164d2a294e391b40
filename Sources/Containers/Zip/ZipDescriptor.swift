import SystemFiles

/// The data descriptor that may follow an entry's data: its checksum and sizes, in one of four
/// forms (APPNOTE 4.3.9).
enum ZipDescriptor {
    /// Length of the descriptor at `position`, in bytes.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` if no descriptor there agrees with the directory.
    static func length(
        for entry: ZipEntry, at position: Int64, before end: Int64, in file: borrowing File
    ) throws -> Int64 {
        let available = Int(min(24, end - position))
        let bytes = try file.bytes(at: position, count: available)
        guard let form = forms(entry).first(where: { bytes.starts(with: $0) }) else {
            throw entry.name.error(.damaged, "is followed by another checksum or size")
        }
        return Int64(form.count)
    }

    /// The forms with and without signature, and with 64-bit and 32-bit sizes. The longest comes
    /// first.
    private static func forms(_ entry: ZipEntry) -> [[UInt8]] {
        let checksum = bytes(entry.checksum)
        let wide = bytes(UInt64(entry.packedSize)) + bytes(UInt64(entry.size))
        let narrow =
            bytes(UInt32(truncatingIfNeeded: entry.packedSize))
            + bytes(UInt32(truncatingIfNeeded: entry.size))
        let signature: [UInt8] = [0x50, 0x4B, 0x07, 0x08]
        let bodies = [checksum + wide, checksum + narrow]
        return bodies.map { signature + $0 } + bodies
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// Whether the bytes start a header of an entry, of the directory, or of the directory's end.
    static func isHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: [0x50, 0x4B]) else { return false }
        let kinds: [[UInt8]] = [[1, 2], [3, 4], [5, 6], [6, 6], [6, 7]]
        return kinds.contains { bytes.dropFirst(2).starts(with: $0) }
    }
}
