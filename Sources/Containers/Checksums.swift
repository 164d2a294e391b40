import CArchive
package import SystemFiles

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

/// A hash that is the same in every run of the program
/// (http://www.isthe.com/chongo/tech/comp/fnv/).
///
/// It is public, since Swift takes only public functions into the code of another module, and this one runs
/// for each byte.
public struct FNV1a<Value: FixedWidthInteger & UnsignedInteger> {
    public var value: Value
    @usableFromInline let prime: Value

    @inlinable
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ Value(byte)) &* prime }
    }
}

extension FNV1a<UInt64> {
    @inlinable public init() { (value, prime) = (0xCBF2_9CE4_8422_2325, 0x0000_0100_0000_01B3) }
}

extension FNV1a<UInt128> {
    @inlinable
    public init() {
        value = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        prime = 0x0100_0000_0000_0000_0000_013B
    }
}

extension File {
    /// The CRC-32 of all bytes. The file's position does not move.
    package func checksum() throws -> UInt32 {
        var sum: UInt32 = 0
        try forEachPiece { piece in
            sum = CRC32.of(piece, after: sum)
            try Interruption.check()
            return true
        }
        return sum
    }
}
