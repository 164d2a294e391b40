import KeyedArchive
import ScaryBugs

extension Record {
    /// A document as `list` shows it: number, title, rating, tags.
    init(row document: Document) {
        self.init(
            [
                Cell(text: String(document.number), isRightAligned: true),
                Cell(text: document.title),
                Cell(text: document.text(.rating), isRightAligned: true),
                Cell(text: document.text(.tags)),
            ], Self.values(of: document))
    }

    /// A document that was made or changed: number and title.
    init(brief document: Document) {
        self.init(
            [Cell(text: String(document.number)), Cell(text: document.title)],
            Self.values(of: document))
    }

    /// A document's values under the names that fields have in lines.
    static func values(of document: Document) -> [(name: String, value: Value)] {
        [("number", .integer(Int64(document.number)))] + values(of: document.contents)
    }

    /// The same for a document that has no number.
    static func values(of contents: DocumentContents) -> [(name: String, value: Value)] {
        var values: [(name: String, value: Value)] = [
            ("kind", .string(contents.data.kind.name))
        ]
        for field in contents.data.kind.fields {
            values.append((field.name, Value(contents, field)))
        }
        return values + unknown(contents.data, besides: values.map(\.name))
    }

    private static func unknown(
        _ data: DocumentData, besides taken: [String]
    ) -> [(name: String, value: Value)] {
        data.unknown.map { key, value in
            (taken.contains(key) || key == "number" ? "unknown \(key)" : key, Value(value))
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
        case .text(let text): self = .string(text)
        case .rating(let rating): self = .rating(rating)
        case .list(let values): self = .list(values.map(Self.string))
        case .date(let date): self = .string(field.isEditable ? date.shortest : date.rfc3339)
        case .count(let count): self = .integer(count)
        case .boolean(let value): self = .boolean(value)
        case nil: self = field.type == .title ? .string("") : .null
        }
    }

    /// A value that is kept without being understood, as far as JSON can show it.
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
        default: self = .string("(a value that this program does not know)")
        }
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
