/// Text in XML and HTML.
enum MarkupText {
    /// The text for elements, and for attributes in double quotes.
    ///
    /// XML has no control characters but three (https://www.w3.org/TR/xml/#charsets), so U+FFFD stands
    /// for the others.
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
            case "\n": escaped.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
