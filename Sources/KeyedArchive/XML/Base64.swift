extension [UInt8] {
    /// Decodes base64 text (RFC 4648); nil if it is invalid. Ignores white space, because property
    /// lists wrap and indent the text.
    init?(base64 text: String) {
        self.init()
        reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text.utf8 where !XMLScanner.isSpace(byte) {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let digit = Self.base64Digit(byte) else { return nil }
            bits = (bits << 6 | UInt32(digit)) & 0xFF_FFFF
            digits += 1
            if digits % 4 != 1 {
                append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * ((digits + 3) % 4))))
            }
        }
        guard (digits + padding) % 4 == 0, padding <= 2 else { return nil }
    }

    private static func base64Digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
