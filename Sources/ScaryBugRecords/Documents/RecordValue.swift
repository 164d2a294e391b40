package import KeyedArchive

/// A named value of a result, for every output format.
package enum RecordValue: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case rating(Float)
    case string(String)
    /// Programs get it in UTC, people in their time zone.
    case timestamp(Timestamp)
    case list([RecordValue])
    case object([(name: String, value: RecordValue)])
    case picture(Picture?)
    /// A value that is JSON already.
    case json(String)

    package static func integer(_ value: Int?) -> RecordValue {
        value.map { .integer(Int64($0)) } ?? .null
    }

    package static func string(_ value: String?) -> RecordValue {
        value.map { .string($0) } ?? .null
    }

    /// The text for people; nil for a value without one or with several parts.
    package var text: String? {
        switch self {
        case .boolean(let value): value ? "yes" : "no"
        case .integer(let value): String(value)
        case .number(let value): value.shortest
        case .rating(let value): value.shortest
        case .string(let value): value
        case .timestamp(let value): value.text(in: .local)
        case .object(let values): JSON.line(values)
        case .json(let text): text
        case .null, .list, .picture: nil
        }
    }
}

extension RecordValue {
    package init(_ value: FieldValue) {
        switch value {
        case .text(let text): self = .string(text)
        case .rating(let rating): self = .rating(rating)
        case .list(let values): self = .list(values.map(Self.string))
        case .date(let date): self = .string(date.text)
        case .position(let position): self = .string(position.text)
        case .timestamp(let time): self = .timestamp(time)
        case .count(let count): self = .integer(count)
        case .number(let number): self = .number(number)
        case .boolean(let value): self = .boolean(value)
        }
    }

    package init(_ value: FieldValue?, of field: Field, _ picture: Picture?) {
        if field.type == .picture {
            self = .picture(picture)
        } else if let value {
            self.init(value)
        } else {
            self = field.type == .title ? .string("") : .null
        }
    }

    /// Converts a preserved but unknown value to JSON as far as possible.
    package init(_ value: ArchivedValue) {
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
        case .dictionary(let entries) where entries.allSatisfy({ $0.key.text != nil }):
            self = .object(entries.map { ($0.key.text ?? "", RecordValue($0.value)) })
        default: self = .string("(a value that is not understood)")
        }
    }
}

/// A document's values as results show them.
package struct DocumentRecord: Sendable {
    /// The values, named like the fields in lines, then the values that the program doesn't know.
    package private(set) var values: [(name: String, value: RecordValue)]
    /// The values that the program doesn't know, by their keys.
    package let unknown: [(name: String, value: RecordValue)]
    /// The conflicts as one more value; empty without any.
    package let conflicts: [(name: String, value: RecordValue)]
    /// Messages about values that can't be read, as in ``DocumentData/warnings``.
    package private(set) var warnings: [String] = []

    package init(_ contents: DocumentContents, number: Int) {
        let data = contents.data
        conflicts = Self.conflicts(of: data)
        unknown = Self.unknown(data)
        values = [("number", .integer(number)), ("kind", .string(data.kind.name))]
        values.reserveCapacity(data.kind.fields.count + 4)
        data.forEachField { field, value, isReadable in
            let other = isReadable ? nil : data.otherValue(of: field, besides: value)
            let shown = RecordValue(value, of: field, contents.picture)
            values.append((field.name, other.map { RecordValue($0) } ?? shown))
            if !isReadable { warnings.append(DocumentData.warning(about: field)) }
        }
        guard !unknown.isEmpty else { return }
        let known = Set(values.map(\.name))
        for (key, value) in unknown {
            values.append((known.contains(key) ? "unknown \(key)" : key, value))
        }
    }

    /// The values that the program doesn't know, by their keys.
    package static func unknown(_ data: DocumentData) -> [(name: String, value: RecordValue)] {
        data.unknown.map { ($0, RecordValue($1)) }
    }

    static let conflictsName = "conflicts"

    /// The conflicts as one value: `{"rating":[{"value":2,"by":"bob"}]}`. It has the values that are not
    /// shown.
    package static func conflicts(of data: DocumentData) -> [(name: String, value: RecordValue)] {
        let members = data.conflicts.map { conflict in
            (
                name: conflict.name,
                value: RecordValue.list(
                    conflict.others.map { value in
                        .object([("value", value.record), ("by", .string(value.author))])
                    })
            )
        }
        guard !members.isEmpty else { return [] }
        let isTaken =
            data.kind.field(named: conflictsName) != nil || data.stored(conflictsName) != nil
        return [((isTaken ? "other " : "") + conflictsName, .object(members))]
    }
}

extension DocumentRecord {
    /// The column in which tables have the values that the program does not know.
    package static let other = "other"

    /// Columns that `list` prints, but for which an imported document gets new values or none.
    package static let printed: Set = [
        "number", "file", "identifier", "created", "modified", "source", "was", "knownas",
        "identical",
        "skipped", "imagetype", "imagebytes", "relation", "into", "changed", "conflicts",
        "changedhere",
        "exchanges", "authors",
    ]
}
