import Glibc

/// Texts in the character sets of mail, which iconv(3) of the C library knows.
enum MailCharset {
    /// The text that bytes stand for. Without a usable name it is UTF-8 or, if they are none, Latin-1.
    ///
    /// - Parameter name: the name that the mail gives, such as `koi8-r`; nil for none.
    static func text(_ bytes: [UInt8], named name: String?) -> String {
        let name = (name ?? "").lowercased()
        if isForeign(name), let text = converted(bytes, from: name) { return text }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The families of character sets in mail. The library knows more, which nobody needs.
    private static let families = [
        "iso-8859-", "iso-2022-jp", "iso-2022-kr", "windows-", "cp125", "koi8-", "utf-16", "utf-7",
        "gb2312", "gbk", "gb18030", "big5", "shift_jis", "euc-", "macintosh",
    ]

    private static func isForeign(_ name: String) -> Bool {
        name.utf8.count < 20 && families.contains { name.hasPrefix($0) }
            && name.utf8.allSatisfy {
                $0.isASCIIDigit || (0x61...0x7A).contains($0) || "-_".utf8.contains($0)
            }
    }

    /// The text; nil if the library doesn't know the character set. U+FFFD stands for bytes that are wrong.
    private static func converted(_ bytes: [UInt8], from name: String) -> String? {
        let converter = iconv_open("UTF-8", name)
        guard converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var bytes = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: 4 * bytes.count + 16)
        var result: [UInt8] = []
        bytes.withUnsafeMutableBufferPointer { bytes in
            var (input, left) = (bytes.baseAddress, bytes.count)
            while left > 0 {
                let status = output.withUnsafeMutableBufferPointer { output in
                    var (place, room) = (output.baseAddress, output.count)
                    let status = iconv(converter, &input, &left, &place, &room)
                    result += output.dropLast(room).map(UInt8.init(bitPattern:))
                    return status
                }
                guard status == -1, errno != E2BIG else { continue }
                result += "\u{FFFD}".utf8
                // A character that is torn at the end has no other bytes after it.
                if errno != EILSEQ { break }
                input = input?.successor()
                left -= 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
