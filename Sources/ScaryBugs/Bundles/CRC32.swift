import CArchive

/// The checksum of ZIP and gzip, of short texts: libarchive verifies those of the contents, and has
/// no call for others.
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(clamping: bytes.count)))
    }
}
