/// Makes text safe to send to a terminal.
enum Visible {
    /// The text with control characters, escape sequences, and characters that are invisible or
    /// turn the direction of writing replaced by what they are: `\n`, `\u{1B}`, `\u{202E}`.
    static func text(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 &- 0x20 < 0x5F }
        guard !isPlain, text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isHidden(scalar) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
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
