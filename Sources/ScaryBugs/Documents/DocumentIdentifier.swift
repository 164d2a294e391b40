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
        let digits = Array("0123456789ABCDEF".utf8)
        return String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for shift in stride(from: 124, through: 0, by: -4) {
                if [8, 13, 18, 23].contains(end) {
                    text[end] = UInt8(ascii: "-")
                    end += 1
                }
                text[end] = digits[Int(truncatingIfNeeded: bits >> UInt128(shift)) & 0xF]
                end += 1
            }
            return end
        }
    }
}
