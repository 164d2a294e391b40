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

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
package struct SHA256 {
    private var context = sha256_ctx()

    package init() { nettle_sha256_init(&context) }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        nettle_sha256_update(
            &context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }

    /// The hash of all bytes so far. The next bytes start another one.
    package mutating func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { hash, count in
            count = Int(SHA256_DIGEST_SIZE)
            nettle_sha256_digest(&context, count, hash.baseAddress)
        }
    }
}
