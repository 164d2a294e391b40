import CArchive

/// CRC-32, the checksum of ZIP and gzip, for data that libarchive does not verify.
package enum CRC32 {
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { of($0, after: 0) }
    }

    /// Continues the checksum `sum` of earlier bytes with `bytes`.
    package static func of(_ bytes: UnsafeRawBufferPointer, after sum: UInt32) -> UInt32 {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        // With a null pointer, zlib would return the initial checksum and lose `sum`.
        guard let start, !bytes.isEmpty else { return sum }
        return UInt32(truncatingIfNeeded: crc32_z(UInt(sum), start, bytes.count))
    }
}
