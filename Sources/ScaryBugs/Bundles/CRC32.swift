import CArchive

/// The checksum of ZIP and gzip, where libarchive does not verify it.
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { of($0, after: 0) }
    }

    /// The checksum of bytes that follow those with the checksum `sum`.
    static func of(_ bytes: UnsafeRawBufferPointer, after sum: UInt32) -> UInt32 {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        // Without an address it would begin anew.
        guard let start, !bytes.isEmpty else { return sum }
        return UInt32(truncatingIfNeeded: crc32_z(UInt(sum), start, bytes.count))
    }
}
