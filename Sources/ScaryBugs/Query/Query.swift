/// What is asked of documents, in which order they are wanted, and how many.
///
/// A value that a document and the index understand alike. Fields are told apart by their names,
/// since kinds differ in keys.
struct Query: Hashable, Sendable {
    /// All of them must hold.
    var conditions: [Condition] = []
    /// The first counts most; documents that are equal in all are in the order of their numbers.
    var order: [Order] = []
    /// How many documents are wanted, the first ones.
    var limit: Int?

    struct Condition: Hashable, Sendable {
        var isNegated = false
        let test: Test
    }

    /// A document that has no such field, or no value in it, meets no test of it.
    enum Test: Hashable, Sendable {
        /// Words (of ``TextWords``) that follow one another in one text; of the last one perhaps
        /// only the beginning.
        case words(in: Scope, [String], lastIsPrefix: Bool)
        /// A whole value of a list, folded.
        case listValue(Field, String)
        /// A rating or another number.
        case number(Field, Interval<Double>)
        /// A count, or a date in seconds since 1970.
        case integer(Field, Interval<Int64>)
        case boolean(Field, Bool)
        case kind(DocumentKind)
        /// A value that is not empty; of a rating, not 0.
        case has(Field)
        /// Any of these; none if there is none.
        case numbers([Numbers])
    }

    /// Where words are looked for.
    enum Scope: Hashable, Sendable {
        /// The title, the notes, or one of the tags.
        case anywhere
        /// A field that is a text.
        case field(Field)

        /// What a word without a qualifier is looked for in.
        static let fields: [Field] = [.title, .tags, .notes]
    }

    /// Documents by their numbers, of all kinds or of one.
    struct Numbers: Hashable, Sendable {
        let range: ClosedRange<Int>
        var kind: DocumentKind?

        func contains(_ name: DocumentName) -> Bool {
            range.contains(name.number) && (kind == nil || kind == name.kind)
        }
    }

    /// One of the values by which documents are sorted.
    struct Order: Hashable, Sendable {
        enum Key: Hashable, Sendable {
            case number
            case kind
            /// Documents without a value come last, in both directions.
            case field(Field)
        }

        let key: Key
        var isDescending = false
    }

    /// Whether it asks for nothing.
    var isEmpty: Bool { conditions.isEmpty && order.isEmpty && limit == nil }
}

extension Query.Test {
    /// Whether a document's name is enough to tell.
    var needsOnlyName: Bool {
        switch self {
        case .kind, .numbers: true
        case .words, .listValue, .number, .integer, .boolean, .has: false
        }
    }
}

extension Query.Order.Key {
    var needsOnlyName: Bool {
        switch self {
        case .number, .kind: true
        case .field: false
        }
    }
}
