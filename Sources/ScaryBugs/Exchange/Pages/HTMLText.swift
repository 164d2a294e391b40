enum HTMLText {
    /// Text for elements and for attributes in double quotes. Control characters but tab and line feed
    /// are left out, since HTML has none.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            case "\t", "\n": result.append(scalar)
            case _ where scalar.properties.generalCategory == .control: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
