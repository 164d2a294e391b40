/// Text in XML and HTML.
package enum MarkupText {
    /// Whether XML lacks a character, as it does all control characters but three.
    ///
    /// https://www.w3.org/TR/xml/#charsets
    package static func isMissing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\r", "\t", "\n": false
        case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": true
        default: false
        }
    }

    /// The text for elements, and for attributes in double quotes. U+FFFD stands for characters that XML
    /// lacks.
    package static func escaped(_ text: String) -> String {
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

    /// The text as HTML for an element.
    package static func html(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") {
            $0 += $1 == "&" ? "&amp;" : $1 == "<" ? "&lt;" : String($1)
        }
    }

    /// The text of HTML that ``html(_:)`` wrote. Other HTML stays as it is.
    package static func plain(_ html: String) -> String {
        let parts = html.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let texts = parts.dropFirst().compactMap { part -> String? in
            if part.starts(with: "amp;".utf8) { return "&" + String(Substring(part.dropFirst(4))) }
            return part.starts(with: "lt;".utf8) ? "<" + String(Substring(part.dropFirst(3))) : nil
        }
        guard texts.count + 1 == parts.count, !html.utf8.contains(UInt8(ascii: "<")) else {
            return html
        }
        return parts.prefix(1).map { String(Substring($0)) }.joined() + texts.joined()
    }
}
