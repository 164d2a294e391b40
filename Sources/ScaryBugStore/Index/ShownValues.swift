/// A document's values as results show them, so that lists, tables and counts need not read the document.
///
/// Each field has a column in the table `shown` of the index, which ``Workspace/Row`` reads. Titles and
/// ratings stand in the table `documents`, and what the program doesn't know in `facts`, as JSON.
struct ShownValues: Sendable {
    enum Value: Sendable {
        case integer(Int64)
        case real(Double)
        /// The place of a text among the texts of the row.
        case text(Range<Int>)
    }

    /// The values that the document has, without title and rating.
    var values: [(fieldName: String, value: Value)] = []
    /// The names of what must be read from the document, separated by blanks; nil for nothing.
    var missing: Range<Int>?
    /// A JSON object of the values that the program doesn't know, and the members of ``DocumentRecord``
    /// for conflicts; nil for none.
    var other, conflicts: Range<Int>?

    /// Stands for ``other`` and ``conflicts`` among the names that are missing.
    static let others = "."
}

/// Makes ``ShownValues``.
struct ShownValuesWriter {
    private var shown = ShownValues()
    private var missing: [String] = []
    /// The bytes that are left for texts. Longer ones are read, so that they don't stand twice.
    private var room = 16 << 10

    /// - Parameters:
    ///   - value: the value of a field; nil for none.
    ///   - isOdd: whether results show another value, of another type.
    ///   - append: adds a text to the texts of the row, and returns its place.
    mutating func add(
        _ value: FieldValue?, of field: Field, _ picture: Picture?, isOdd: Bool,
        _ append: (String) -> Range<Int>
    ) {
        let text: String
        switch value {
        case _ where isOdd: return missing.append(field.name)
        case nil where field.type == .picture:
            guard let picture else { return }
            // Such as `1024 image/jpeg`.
            text = "\(picture.size) \(picture.mediaType)"
        case nil: return
        case .rating(let value):
            if !Self.isKept(value) { missing.append(field.name) }
            return
        case .number(let value) where Self.isKept(value): return add(field, .real(value))
        case .count(let value): return add(field, .integer(value))
        case .boolean(let value): return add(field, .integer(value ? 1 : 0))
        case .timestamp(let time): return add(field, .integer(time.secondsSince1970))
        case .number, .list([""]): return missing.append(field.name)
        case let value?:
            if field.type == .title { return }
            text = value.text
        }
        guard takeRoom(for: text) else { return missing.append(field.name) }
        add(field, .text(append(text)))
    }

    private mutating func add(_ field: Field, _ value: ShownValues.Value) {
        shown.values.append((field.name, value))
    }

    private mutating func takeRoom(for text: String) -> Bool {
        guard text.utf8.count <= room else { return false }
        room -= text.utf8.count
        return true
    }

    /// Whether SQLite gives the same number back, which loses the sign of 0.
    private static func isKept(_ number: some BinaryFloatingPoint) -> Bool {
        number.isFinite && (number != 0 || number.sign == .plus)
    }

    /// Adds what is no value of a field.
    mutating func addOthers(_ data: DocumentData, _ append: (String) -> Range<Int>) {
        let (other, conflicts) = (DocumentRecord.unknown(data), DocumentRecord.conflicts(of: data))
        // JSON gives such a value another name than CSV.
        let isTaken = other.contains { name, _ in
            ["number", "kind"].contains(name) || data.kind.field(named: name) != nil
        }
        let texts = [other, conflicts].map { $0.isEmpty ? nil : JSON.line($0) }
        guard !isTaken, texts.allSatisfy({ $0.map { takeRoom(for: $0) } ?? true }) else {
            return missing.append(ShownValues.others)
        }
        (shown.other, shown.conflicts) = (texts[0].map(append), texts[1].map(append))
    }

    /// The values, after all have been added.
    mutating func finish(_ append: (String) -> Range<Int>) -> ShownValues {
        if !missing.isEmpty { shown.missing = append(missing.joined(separator: " ")) }
        return shown
    }
}

/// A column of a list with the values of a field.
package struct RowColumn {
    package let field: Field
    /// Its place in the rows.
    let place: CInt

    /// The value as results show it.
    ///
    /// - Parameter hasListTexts: whether a list is its text, as in CSV.
    func shown(in row: SQLRow, hasListTexts: Bool = false) -> RecordValue {
        switch field.type {
        case .list where hasListTexts: row.isNull(place) ? .null : .string(row.text(place))
        // The index has their text.
        case .title: .string(row.text(place))
        case .text, .date, .position: row.isNull(place) ? .null : .string(row.text(place))
        case .picture: .picture(picture(in: row))
        default: value(in: row).map { RecordValue($0) } ?? .null
        }
    }

    /// Appends the value to a line of JSON.
    func append(from row: SQLRow, to line: inout [UInt8]) {
        if [.title, .text, .date, .position].contains(field.type), !row.isNull(place) {
            JSON.append(string: row.bytes(place), to: &line)
        } else {
            JSON.append(shown(in: row), to: &line)
        }
    }

    /// The value; nil for none, and for a photograph.
    func value(in row: SQLRow) -> FieldValue? {
        guard !row.isNull(place) else { return nil }
        return switch field.type {
        case .title, .text: .text(row.text(place))
        case .rating: .rating(Float(row.double(place)))
        case .list: .list(FieldValue.elements(ofListText: row.text(place)))
        case .date: EDTFDate(row.text(place)).map { .date($0) }
        case .position: (try? Position(row.text(place))).map { .position($0) }
        case .timestamp: .timestamp(Timestamp(secondsSince1970: row.integer(place)))
        case .count: .count(row.integer(place))
        case .number: .number(row.double(place))
        case .boolean: .boolean(row.integer(place) != 0)
        case .picture: nil
        }
    }

    private func picture(in row: SQLRow) -> Picture? {
        let parts = row.text(place).split(separator: " ")
        guard parts.count == 2, let size = Int64(parts[0]) else { return nil }
        let type = PictureType.allCases.first { $0.mediaType == parts[1] }
        return Picture(fileName: "", size: size, type: type)
    }
}

extension Field {
    /// The column of the table `shown`.
    var shownColumn: String { "shown_\(name)" }

    /// The type of that column; nil for a field whose values `documents` has.
    var shownType: String? {
        switch type {
        case .title, .rating: nil
        case .timestamp, .count, .boolean: "INTEGER"
        case .number: "REAL"
        case .text, .list, .date, .position, .picture: "TEXT"
        }
    }

    /// The column of a query with the field's values.
    var listedColumn: String {
        switch type {
        case .title: "d.title"
        case .rating: "d.rating"
        default: "s.\(shownColumn)"
        }
    }
}
