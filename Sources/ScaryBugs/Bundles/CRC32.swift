/// The checksum of ZIP and gzip (ISO 3309, reflected, polynomial 0xEDB88320), of short texts:
/// libarchive verifies those of the contents, and has no call for others.
enum CRC32 {
    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var register: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                let shifted = register >> 1
                register = register & 1 == 0 ? shifted : shifted ^ 0xEDB8_8320
            }
        }
        return ~register
    }
}
