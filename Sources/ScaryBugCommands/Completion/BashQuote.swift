/// The quote that is open at a place in a line of bash.
enum BashQuote: String {
    case none = ""
    case single = "'"
    case double = "\""
    /// The quote `$'…'`, in which a backslash escapes.
    case escaping = "$'"

    /// The mark that closes the quote.
    private var end: String { self == .escaping ? "'" : rawValue }

    /// A text as it stands at the place, with the end of the quote.
    ///
    /// Bash runs commands that it finds in a line, and the text may come from anybody. So the text
    /// leaves the quote for each character that could begin a command. It does so even in single
    /// quotes, because bash completes a line without the lines before it, which may have an open
    /// quote or backtick.
    func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) { bytes.append(byte) } else { bytes += escaped(byte).utf8 }
        }
        return String(decoding: bytes, as: UTF8.self) + end
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return true }
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "=", ",", "@", "%", "+":
            return true
        case "$", "`", "\\", "!", ";", "&", "|", "<", ">", "(", ")": return false
        case "'": return self == .double
        case "\"": return self == .single || self == .escaping
        default: return self != .none
        }
    }

    private func escaped(_ byte: UInt8) -> String {
        switch self {
        case .none: Self.word(of: byte)
        case .single, .double: rawValue + Self.word(of: byte) + rawValue
        case .escaping: Self.octal(byte)
        }
    }

    /// A character outside quotes. Between backticks, bash removes a backslash before these three.
    private static func word(of byte: UInt8) -> String {
        let character = Unicode.Scalar(byte)
        return switch character {
        case "`": "$'\(octal(byte))'"
        case "$", "\\": "'\(character)'"
        default: "\\\(character)"
        }
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}
