/// A value to sort documents by.
enum SortValue: Hashable, Sendable {
    case integer(Int64)
    case number(Double)
    /// The first and the last second of a date, on the clock where it was.
    case period(Int64, Int64)
    /// The latitude and the longitude of a position, so that the south comes first.
    case point(Int64, Int64)
    /// A folded text.
    case text(String)

    /// Makes the sort value of a field's value; nil if the value is missing or empty.
    init?(_ value: FieldValue?, of field: Field) {
        switch value {
        // The index stores only the words of an identifier, so this must sort by them as well.
        case .text(let text) where field.name == Field.identifier.name:
            self = .text(Tokenizer.words(of: text).joined(separator: " "))
        case .text(let text): self = .text(Tokenizer.folded(text))
        // A line feed sorts before all visible characters, so that a list sorts before longer lists
        // that begin with it.
        case .list(let values):
            self = .text(values.map(Tokenizer.folded).joined(separator: "\n"))
        case .boolean(let value): self = .integer(value ? 1 : 0)
        case .date(let date): self = .period(date.period.start.clock, date.period.end.clock)
        case .position(let position):
            self = .point(Int64(position.latitudeUnits), Int64(position.longitudeUnits))
        case let value?:
            guard let sorted = value.number.map(Self.number) ?? value.integer.map(Self.integer)
            else { return nil }
            self = sorted
        case nil: return nil
        }
        if self == .text("") { return nil }
    }
}

extension SortValue: Comparable {
    /// Texts are compared by their UTF-8 bytes, as SQLite does.
    static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.period(let left, let end), .period(let right, let otherEnd)),
            (.point(let left, let end), .point(let right, let otherEnd)):
            (left, end) < (right, otherEnd)
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        // All values of a field have the same type, so other pairs never occur.
        default: false
        }
    }
}

struct SortedDocument {
    let name: DocumentName
    /// One value for each sort key of the query.
    let values: [SortValue?]

    /// - Parameter data: the document's data; nil if it cannot be read.
    init(_ name: DocumentName, _ data: DocumentData?, by order: [Query.Order]) {
        self.name = name
        values = order.map { order in
            switch order.key {
            case .number: .integer(Int64(name.number))
            case .kind: .text(name.kind.name)
            case .field(let field) where field.type == .position:
                SortValue(data?.position(in: field).map(FieldValue.position), of: field)
            case .near(let near?):
                data?.position(in: near.field).map {
                    .number(near.circle.distance(to: $0, of: name))
                }
            case .near(nil): nil
            case .field(let field): SortValue(data?[field]?.sorted, of: field)
            }
        }
    }

    func precedes(_ other: SortedDocument, by order: [Query.Order]) -> Bool {
        for (order, (own, others)) in zip(order, zip(values, other.values)) where own != others {
            guard let own else { return false }
            guard let others else { return true }
            return order.isDescending ? others < own : own < others
        }
        return name < other.name
    }
}
