/// A JSON object of a document's values, for SQLite to compare and to sort by.
///
/// Texts stand there as their words joined by blanks, lists as their folded values joined by line
/// feeds. A title and notes, whose words stand elsewhere, are only told to be there.
struct IndexFacts {
    private(set) var json = "{"

    /// The whole object.
    var text: String { json + "}" }

    mutating func add(_ field: Field, integer: Int64) {
        begin(field)
        json += String(integer)
    }

    mutating func add(_ field: Field, number: Double) {
        begin(field)
        json += number.description
    }

    /// - Parameter text: words joined by blanks, which have nothing in them that JSON must escape.
    mutating func add(_ field: Field, text: String) {
        begin(field)
        json += "\""
        json += text
        json += "\""
    }

    mutating func add(_ field: Field, list values: [String]) {
        add(field, text: values.map(Self.escaped).joined(separator: "\\n"))
    }

    private mutating func begin(_ field: Field) {
        json += json.utf8.count > 1 ? ",\"" : "\""
        json += field.name
        json += "\":"
    }

    private static func escaped(_ text: String) -> String {
        let isPlain = { (byte: UInt8) in
            byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if text.utf8.allSatisfy(isPlain) { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"", "\\":
                result += "\\"
                result.unicodeScalars.append(scalar)
            // Control characters stand for nothing that anybody sorts by.
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
