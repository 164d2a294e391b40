/// The encoding of names in ZIP files that do not declare UTF-8 (APPNOTE, appendix D).
enum CodePage437 {
    /// The characters of the bytes from 128 on. The last is a no-break space.
    private static let upper = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
            + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)

    /// Returns a name of undeclared encoding in UTF-8. Bytes that are UTF-8 already stay, because many
    /// programs write it undeclared.
    static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil || looksOverlong(bytes) { return bytes }
        return bytes.flatMap { byte in
            byte < 128 ? [byte] : Array(String(upper[Int(byte) - 128]).utf8)
        }
    }

    /// Whether a careless reader of UTF-8 would read other ASCII characters, such as `..`, in the
    /// bytes (RFC 3629, section 10). No name in this encoding has such pairs of characters.
    private static func looksOverlong(_ bytes: [UInt8]) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { first, second in
            switch first {
            case 0xC0, 0xC1: (0x80...0xBF).contains(second)
            case 0xE0: (0x80...0x9F).contains(second)
            case 0xF0: (0x80...0x8F).contains(second)
            default: false
            }
        }
    }
}
