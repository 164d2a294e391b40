import CArchive

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
