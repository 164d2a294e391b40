/// The conditions, the order and the limit of a search for documents.
///
/// Both the index and single documents can answer it. Fields are compared by name, since the kinds
/// store them under different keys.
package struct Query: Hashable, Sendable {
    /// Conditions that a document must meet, all of them.
    package var conditions: [Condition] = []
    /// Sort keys, the most significant first. Documents with equal keys are sorted by their
    /// numbers.
    package var order: [Order] = []
    /// The most documents in the result; nil for all.
    package var limit: Int?

    package init(conditions: [Condition] = [], order: [Order] = [], limit: Int? = nil) {
        (self.conditions, self.order, self.limit) = (conditions, order, limit)
    }

    package struct Condition: Hashable, Sendable {
        package var isNegated = false
        package let test: Test
    }

    /// A test of a document. A document without the field, or without a value in it, fails the
    /// test.
    package enum Test: Hashable, Sendable {
        /// Words (of ``Tokenizer``) that follow one another in one text. The last one may be only
        /// the beginning of a word.
        case words(in: Scope, [String], lastIsPrefix: Bool)
        /// A whole value of a list, folded.
        case listValue(Field, String)
        /// A rating or another number.
        case number(Field, Interval<Double>)
        /// A count, or a timestamp in seconds since 1970.
        case integer(Field, Interval<Int64>)
        /// A date that overlaps the interval.
        case date(Field, Interval<DatePoint>)
        /// A date field that overlaps the days in any year.
        case daysOfYear(Field, DaysOfYear)
        /// A position that overlaps the area.
        case near(Field, PlaceArea)
        case boolean(Field, Bool)
        case kind(DocumentKind)
        /// The field has a value that is not empty and, for a rating, not 0.
        case has(Field)
        /// The document is in one of these ranges. An empty set matches nothing.
        case numbers(NumberSet)
        /// At least one of these tests, as in `tag:garden|todo`.
        indirect case any([Test])
        /// All of these conditions, as on each side of an `OR`.
        indirect case all([Condition])
    }

    /// The fields to search for words.
    package enum Scope: Hashable, Sendable {
        /// All texts and each value of a list; see ``Field/isSearchedForWords``.
        case anywhere
        /// A text field.
        case field(Field)
    }

    /// A range of document numbers, of all kinds or of one.
    package struct Numbers: Hashable, Sendable {
        package let range: ClosedRange<Int>
        package var kind: DocumentKind?

        func contains(_ name: DocumentName) -> Bool {
            range.contains(name.number) && (kind == nil || kind == name.kind)
        }
    }

    /// The area of a `near:`, from whose center distances are counted.
    package struct Nearness: Hashable, Sendable {
        let field: Field
        package let area: PlaceArea

        package var test: Test { .near(field, area) }
    }

    package struct Order: Hashable, Sendable {
        package enum Key: Hashable, Sendable {
            case number
            case kind
            /// The value of a field. Documents without a value come last in both directions.
            case field(Field)
            /// The distance from the center of the query's `near:`; nil until all words are parsed.
            case near(Nearness?)
        }

        package var key: Key
        package var isDescending = false
    }

    /// Whether the query has no conditions, order or limit, so that it selects all documents.
    var isEmpty: Bool { conditions.isEmpty && order.isEmpty && limit == nil }

    /// The single tests of all conditions.
    package var tests: [Test] { conditions.flatMap(\.test.single) }
}

extension Query.Test {
    /// The single tests: this one or, if it joins others, those.
    package var single: [Query.Test] {
        switch self {
        case .any(let tests): tests.flatMap(\.single)
        case .all(let conditions): conditions.flatMap(\.test.single)
        default: [self]
        }
    }

    var needsOnlyName: Bool {
        single.allSatisfy { test in
            switch test {
            case .kind, .numbers: true
            default: false
            }
        }
    }

    /// Whether it finds documents, and doesn't only exclude some.
    var includesSomething: Bool {
        switch self {
        case .any(let tests): tests.allSatisfy(\.includesSomething)
        case .all(let conditions):
            conditions.contains { !$0.isNegated && $0.test.includesSomething }
        default: true
        }
    }

    package var wordCount: Int {
        single.reduce(0) { count, test in
            if case .words(_, let words, _) = test { count + words.count } else { count }
        }
    }
}

extension Field {
    /// Whether a word without a qualifier is searched in the field: in every text and list except
    /// the identifier and the photograph's file name.
    package var isSearchedForWords: Bool {
        switch type {
        case .text, .title, .list: self != .identifier && self != .file
        case .rating, .date, .position, .timestamp, .count, .number, .boolean, .picture: false
        }
    }

    /// Whether completion offers the values: of lists, and of texts that several documents may share.
    package var offersValues: Bool {
        isSearchedForWords && type != .title && name != Field.notes.name
    }
}

extension Query.Order.Key {
    var needsOnlyName: Bool {
        switch self {
        case .number, .kind: true
        case .field, .near: false
        }
    }
}

/// A value to sort documents by.
package enum SortValue: Hashable, Sendable {
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
        // The index stores only the words of such a text, so this must sort by them as well.
        case .text(let text) where field.type == .text && !field.isSearchedForWords:
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
    package static func < (left: SortValue, right: SortValue) -> Bool {
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
                    .number(near.area.distance(to: $0, of: name))
                }
            case .near(nil): nil
            case .field(let field):
                SortValue(
                    (data?[field]?.sorted).map { QualifiedName.compared($0, of: field) }, of: field)
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
