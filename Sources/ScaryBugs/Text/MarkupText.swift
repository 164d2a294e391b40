/// Text in XML and HTML.
enum MarkupText {
    /// Whether XML lacks a character, as it does all control characters but three.
    ///
    /// https://www.w3.org/TR/xml/#charsets
    static func isMissing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\r", "\t", "\n": false
        case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": true
        default: false
        }
    }

    /// The text for elements, and for attributes in double quotes. U+FFFD stands for characters that XML
    /// lacks.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "'": escaped += "&#39;".unicodeScalars
            // A reader would make a line feed or a blank of these.
            case "\r": escaped += "&#13;".unicodeScalars
            case "\t": escaped += "&#9;".unicodeScalars
            case _ where isMissing(scalar): escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
