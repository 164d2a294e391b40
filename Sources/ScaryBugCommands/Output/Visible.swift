/// Makes text safe to send to a terminal.
enum Visible {
    /// The text with control characters, escape sequences, and characters that are invisible or
    /// turn the direction of writing replaced by what they are: `\n`, `\u{1B}`, `\u{202E}`.
    static func text(_ text: String) -> String {
        guard !isPlain(text.utf8), text.unicodeScalars.contains(where: isHidden) else {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isHidden(scalar) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a text in UTF-8 is shown as it is, each byte a column wide.
    static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
        var others: UInt8 = 0
        for byte in bytes { others |= byte &- 0x20 < 0x5F ? 0 : 1 }
        return others == 0
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    /// Joiners stay: they make letters and emoji of one piece.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        if scalar.value == 0x200D || scalar.value == 0x200C { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
