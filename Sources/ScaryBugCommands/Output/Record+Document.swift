import KeyedArchive
import ScaryBugs

extension Record {
    /// A row of `list`: number, title, rating, tags.
    init(row document: Document, in table: DocumentTable) {
        self.init(
            [
                Cell(String(document.number), .number), Cell(document.title, .cutFirst),
                Cell(document.data.ratingText, .right), Cell(document.text(.tags)),
            ], document.contents, number: document.number, in: table)
    }

    /// A new or changed document: number and title.
    init(brief document: Document) {
        self.init(
            [Cell(String(document.number), .number), Cell(document.title)], document.contents,
            number: document.number, in: DocumentTable([document.kind]))
    }

    /// A document's values, named like the fields in lines.
    static func values(
        of contents: DocumentContents, number: Int
    ) -> [(name: String, value: Value)] {
        let data = contents.data
        let values: [(name: String, value: Value)] =
            [("number", .integer(number)), ("kind", .string(data.kind.name))]
            + data.kind.fields.map { ($0.name, Value(contents, $0)) }
        return values + unknown(data, excluding: values.map(\.name))
    }

    fileprivate static func unknown(
        _ data: DocumentData, excluding known: [String]
    ) -> [(name: String, value: Value)] {
        data.unknown.map { key, value in
            (known.contains(key) ? "unknown \(key)" : key, Value(value))
        }
    }
}

extension Record.Value {
    fileprivate init(_ contents: DocumentContents, _ field: Field) {
        if field.type == .picture {
            self = .picture(contents.picture)
            return
        }
        switch contents.data[field] {
        case let value?: self.init(value)
        case nil: self = field.type == .title ? .string("") : .null
        }
    }

    /// The value of a field.
    init(_ value: FieldValue) {
        switch value {
        case .text(let text): self = .string(text)
        case .rating(let rating): self = .rating(rating)
        case .list(let values): self = .list(values.map(Self.string))
        case .date(let date): self = .string(date.text)
        case .timestamp(let time): self = .timestamp(time)
        case .count(let count): self = .integer(count)
        case .number(let number): self = .number(number)
        case .boolean(let value): self = .boolean(value)
        }
    }

    /// Converts a preserved but unknown value to JSON as far as possible.
    init(_ value: ArchivedValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value):
            self = Int64(exactly: value).map(Self.integer) ?? .string("\(value)")
        case .real(let value): self = .number(value)
        case .float(let value): self = .rating(value)
        case .date(let seconds):
            self = Timestamp(secondsSince2001: seconds).map { .string($0.rfc3339) } ?? .null
        case .data(let bytes): self = .string("\(bytes.count) bytes")
        case .string(let text): self = .string(text)
        case .utf16(let units): self = .string(String(decoding: units, as: UTF16.self))
        case .array(let values), .set(let values), .orderedSet(let values):
            self = .list(values.map(Self.init))
        default: self = .string("(a value that is not understood)")
        }
    }
}

/// The columns that documents of several kinds share in one table.
final class DocumentTable {
    /// The first columns of every table. The other fields follow.
    private static let first = ["title", "rating", "tags"]

    private let kinds: [DocumentKind]
    /// Lazy, because only CSV has these columns.
    private lazy var fields = kinds.flatMap(\.fields).map(\.name).reduce(into: Self.first) {
        if !$0.contains($1) { $0.append($1) }
    }

    init(_ kinds: [DocumentKind]) {
        self.kinds = kinds
    }

    /// The values of a document's columns, null where its kind lacks the field. The last column
    /// holds values that the program doesn't know.
    func columns(
        of contents: DocumentContents, number: Int
    ) -> [(name: String, value: Record.Value)] {
        let kind = contents.data.kind
        let values = fields.map { name -> (String, Record.Value) in
            if let field = kind.field(named: name) { return (name, Record.Value(contents, field)) }
            return (name, .null)
        }
        let unknown = Record.unknown(contents.data, excluding: [])
        return [("number", .integer(number)), ("kind", .string(kind.name))] + values
            + [("other", unknown.isEmpty ? .null : .object(unknown))]
    }
}

extension DocumentData {
    /// The rating for people; empty for 0, which means not rated.
    var ratingText: String {
        if case .rating(let rating)? = self[.rating], rating != 0 { return rating.shortest }
        return ""
    }
}

extension Document {
    func text(_ field: Field) -> String {
        switch data[field] {
        case .list(let values): values.joined(separator: ", ")
        case let value?: value.text
        case nil: ""
        }
    }
}

extension Workspace.Row: LayoutRow {
    static let styles: [TableLayout.Style] = [.number, .cutFirst, .right, .left]

    func cell(in column: Int) -> ListCell {
        switch column {
        case 0: .number(number)
        case 1: .text(title)
        // 0 means not rated.
        case 2: .rating(rating == 0 ? nil : rating)
        default: .text(tags)
        }
    }
}
