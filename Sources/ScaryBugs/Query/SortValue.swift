/// What documents are sorted by.
enum SortValue: Hashable, Sendable {
    case integer(Int64)
    case number(Double)
    /// Folded.
    case text(String)

    /// Nil where there is nothing to sort by.
    init?(_ value: FieldValue?, of field: Field) {
        switch value {
        // The index has only its words.
        case .text(let text) where field.name == Field.identifier.name:
            self = .text(TextWords.words(of: text).joined(separator: " "))
        case .text(let text): self = .text(TextWords.folded(text))
        // Less than all that is seen, so that a list comes before those that go on where it ends.
        case .list(let values):
            self = .text(values.map(TextWords.folded).joined(separator: "\n"))
        case .boolean(let value): self = .integer(value ? 1 : 0)
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
    /// Texts by their bytes in UTF-8, as SQLite does.
    static func < (left: SortValue, right: SortValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        // A field has values of one type; nothing else is ever compared.
        default: false
        }
    }
}

/// A document with what it is sorted by.
struct SortedDocument {
    let name: DocumentName
    /// One for each of the query's orders.
    let values: [SortValue?]

    /// - Parameter data: nil where the document cannot be read.
    init(_ name: DocumentName, _ data: DocumentData?, by order: [Query.Order]) {
        self.name = name
        values = order.map { order in
            switch order.key {
            case .number: .integer(Int64(name.number))
            case .kind: .text(name.kind.name)
            case .field(let field): SortValue(data?[field], of: field)
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
