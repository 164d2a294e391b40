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

/// Terms of the full-text index other than plain words: whole values of lists.
///
/// FTS5's tokenizer `ascii` treats ASCII letters and digits, and all other characters outside
/// ASCII, as parts of a word. A term therefore moves every other ASCII character to a private plane
/// of Unicode. A mark from that plane separates a field's name from the value after it. Words of
/// texts never contain characters of that plane; in a value, a mark precedes them.
enum IndexTerm {
    /// Separates the values of a list, so that no phrase matches across two of them.
    static let gap = " \u{F0100} "
    private static let valueMark: Unicode.Scalar = "\u{F0101}"
    private static let literalMark: Unicode.Scalar = "\u{F0102}"
    private static let privatePlane: ClosedRange<Unicode.Scalar> = "\u{F0000}"..."\u{F01FF}"

    /// Whether a term of the index is a value of a list, in UTF-8.
    static func isValue(_ term: UnsafeRawBufferPointer) -> Bool {
        String(decoding: term, as: UTF8.self).unicodeScalars.contains(valueMark)
    }

    /// The term for a whole value of a list, which must be folded.
    static func value(_ value: String, of field: Field) -> String {
        var term: [UInt8] = []
        append(value, of: field, to: &term)
        return String(decoding: term, as: UTF8.self)
    }

    /// Adds the term for a whole value of a list, and a blank.
    static func add(value: String, of field: Field, to terms: inout [UInt8]) {
        append(value, of: field, to: &terms)
        terms.append(UInt8(ascii: " "))
    }

    private static func append(_ value: String, of field: Field, to terms: inout [UInt8]) {
        append(encoded: field.name, to: &terms)
        terms.append(scalar: valueMark)
        append(encoded: value, to: &terms)
    }

    private static func append(encoded text: String, to terms: inout [UInt8]) {
        // In UTF-8, characters of the private plane begin with F3.
        var text = text
        let isDone = text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0.isPartOfWord && $0 != 0xF3 }) else { return false }
            terms.append(contentsOf: bytes)
            return true
        }
        if isDone { return }
        for scalar in text.unicodeScalars {
            if privatePlane.contains(scalar) { terms.append(scalar: literalMark) }
            let moved = Unicode.Scalar(0xF0000 + scalar.value)
            let isKept = scalar.value >= 0x80 || UInt8(scalar.value).isPartOfWord
            terms.append(scalar: isKept ? scalar : moved ?? scalar)
        }
    }
}

/// What the rows of an index match: the state of the workspace's history, and the time of the documents'
/// directory.
struct IndexPosition {
    /// The identity of the history; 0 without one.
    let history: Int64
    /// The number of times that another program was found to have changed the documents' directory.
    let epoch: Int64
    /// The number of the last change whose effect the rows have.
    let applied: Int64
    /// The modification time of the documents' directory; nil if another change at the same moment could go
    /// unnoticed.
    let time: FileTime?

    /// Whether only changes that the history has lead from this position to another one.
    func follows(_ other: IndexPosition) -> Bool {
        history == other.history && history != 0 && epoch == other.epoch && applied <= other.applied
    }
}

extension IndexPosition {
    init(_ state: HistoryStore.State?, time: FileTime?) {
        self.init(
            history: state?.identity ?? 0, epoch: state?.epoch ?? 0, applied: state?.applied ?? 0,
            time: time)
    }
}

extension DocumentIndex {
    /// The position of the rows; nil if they match no state of the documents yet.
    func position() throws -> IndexPosition? {
        guard try time() != nil else { return nil }
        return try database.statement("SELECT history, epoch, applied FROM state").first { row in
            IndexPosition(
                history: row.integer(0), epoch: row.integer(1), applied: row.integer(2), time: nil)
        }
    }

    /// Records a position within a transaction.
    func set(_ position: IndexPosition) throws {
        try database.statement(
            "UPDATE state SET time = ?, history = ?, epoch = ?, applied = ?"
        ).run(
            // Without a time, the rows are compared again, and still are better than none.
            .integer(position.time?.packed ?? 0), .integer(position.history),
            .integer(position.epoch), .integer(position.applied))
    }
}
