/// A JSON object of a document's values, for SQLite to compare and to sort by.
///
/// Texts stand there folded, lists as their folded values joined by line feeds.
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

    /// - Parameter text: folded.
    mutating func add(_ field: Field, text: String) {
        begin(field)
        json += "\""
        json += Self.escaped(text)
        json += "\""
    }

    private mutating func begin(_ field: Field) {
        json += json.utf8.count > 1 ? ",\"" : "\""
        json += field.name
        json += "\":"
    }

    /// The value of a field in SQL, of a row `f` of `facts`; null where there is none.
    static func value(of field: Field) -> String { "(f.json ->> '$.\"\(field.name)\"')" }

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
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
