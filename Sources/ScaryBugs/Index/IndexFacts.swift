/// A JSON object with a document's values, which SQLite compares and sorts by.
///
/// Texts are folded; a list is its folded values joined by line feeds. A date is an array of the
/// first and the last second on its clock and, if they are moments, as seconds since 1970. A position is an
/// array of its whole numbers; see ``Position``.
struct IndexFacts {
    /// The object as far as it is made.
    private(set) var json = [UInt8(ascii: "{")]

    mutating func finish() { json.append(UInt8(ascii: "}")) }

    mutating func add(_ field: Field, integer: Int64) {
        begin(field)
        json.append(utf8: String(integer))
    }

    mutating func add(_ field: Field, _ period: DatePeriod) {
        begin(field)
        let (start, end) = (period.start, period.end)
        json.append(utf8: "[\(start.clock),\(end.clock)")
        if start.moment != nil || end.moment != nil {
            json.append(utf8: ",\(Self.text(start.moment)),\(Self.text(end.moment))")
        }
        json.append(UInt8(ascii: "]"))
    }

    mutating func add(_ field: Field, _ position: Position) {
        begin(field)
        json.append(
            utf8: "[\(position.latitudeUnits),\(position.longitudeUnits),\(position.centimetres)]")
    }

    private static func text(_ moment: Int64?) -> String { moment.map(String.init) ?? "null" }

    mutating func add(_ field: Field, number: Double) {
        begin(field)
        json.append(utf8: number.description)
    }

    /// Adds a text as its words.
    mutating func add(_ field: Field, wordsOf text: String) {
        begin(field)
        json.append(UInt8(ascii: "\""))
        // No word has a character that needs an escape.
        Tokenizer.append(text, to: &json, from: json.count)
        json.append(UInt8(ascii: "\""))
    }

    /// Adds folded values, joined by line feeds.
    mutating func add(_ field: Field, folding values: some Collection<String>) {
        begin(field)
        json.append(UInt8(ascii: "\""))
        var isFirst = true
        for value in values {
            if !isFirst { json += JSONText.escape(UInt16(UInt8(ascii: "\n"))).utf8 }
            isFirst = false
            append(folding: value)
        }
        json.append(UInt8(ascii: "\""))
    }

    private mutating func append(folding value: String) {
        let isDone: Bool? = Tokenizer.ifFoldedBytewise(value) { bytes in
            guard bytes.allSatisfy(Self.standsForItself) else { return nil }
            json.append(lowercased: bytes)
            return true
        }
        guard isDone == nil else { return }
        for byte in Tokenizer.folded(value).utf8 {
            if Self.standsForItself(byte) {
                json.append(byte)
            } else {
                json += JSONText.escape(UInt16(byte)).utf8
            }
        }
    }

    private static func standsForItself(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func begin(_ field: Field) {
        if json.count > 1 { json.append(UInt8(ascii: ",")) }
        JSON.append(name: field.name, to: &json)
    }

    /// An SQL expression for the value of a field in a row of `facts`; null where it has none.
    static func value(of field: Field) -> String { "(json ->> '$.\"\(field.name)\"')" }

    /// An SQL expression for an element of a date or a position.
    static func value(of field: Field, at index: Int) -> String {
        "(json ->> '$.\"\(field.name)\"[\(index)]')"
    }
}
