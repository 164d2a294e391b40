/// The UUIDs by which a document is known everywhere, in the upper case of Apple's `NSUUID`.
enum DocumentIdentifier {
    /// A random one (RFC 9562, version 4).
    static func random() -> String {
        string(of: .random(in: .min ... .max), version: 4)
    }

    /// The one that a data file without an identifier stands for: always the same for the same
    /// bytes (RFC 9562, version 8, over the 128-bit FNV-1a hash: it names, it does not protect).
    static func derived(from bytes: [UInt8]) -> String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0100_0000_0000_0000_0000_013B }
        return string(of: hash, version: 8)
    }

    private static func string(of random: UInt128, version: UInt128) -> String {
        var bits = random & ~(UInt128(0xF) << 76) & ~(UInt128(0b11) << 62)
        bits |= version << 76 | UInt128(0b10) << 62
        let digits = String(bits, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: 32 - digits.count) + digits
        return stride(from: 0, to: 32, by: 4).map { start in
            let group = padded.dropFirst(start).prefix(4)
            return (8...20).contains(start) ? "-\(group)" : String(group)
        }.joined()
    }
}
