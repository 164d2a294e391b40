package import KeyedArchive

extension FieldValue {
    /// Reads a value from an archive; nil if a field of the type can't have it.
    package init?(_ value: ArchivedValue, as type: Field.ValueType) {
        let result: FieldValue? =
            switch type {
            case .text, .title: value.text.map(Self.text)
            case .rating: value.rating.map(Self.rating)
            case .list: value.texts.map(Self.list)
            case .date: value.date.map { .date(EDTFDate($0)) }
            case .position: value.text.flatMap(Self.position)
            case .timestamp: value.date.map(Self.timestamp)
            case .count: value.integer.flatMap { $0 >= 0 ? .count($0) : nil }
            case .number: value.number.map(Self.number)
            case .boolean: value.boolean.map(Self.boolean)
            case .picture: nil
            }
        guard let result else { return nil }
        self = result
    }

    private static func position(_ text: String) -> FieldValue? {
        text.isEmpty ? .text("") : (try? Position(text)).map { .position($0) }
    }

    var isList: Bool { if case .list = self { true } else { false } }

    /// The value as an archive stores it.
    ///
    /// - Parameter present: the value that a list replaces. An app that stored a set expects a set.
    func archived(replacing present: ArchivedValue?) -> ArchivedValue {
        switch self {
        case .text(let text): return .string(text)
        case .rating(let rating): return .float(rating)
        case .list(let values):
            let texts = values.map(ArchivedValue.string)
            switch present {
            case .set: return .set(texts)
            case .orderedSet: return .orderedSet(texts)
            default: return .array(texts)
            }
        case .date(let date): return .date(date.timestamp.secondsSince2001)
        case .position(let position): return .string(position.text)
        case .timestamp(let time): return .date(time.secondsSince2001)
        case .count(let count): return .integer(Int128(count))
        case .number(let number): return .real(number)
        case .boolean(let value): return .boolean(value)
        }
    }
}

extension ArchivedValue {
    package var text: String? {
        switch self {
        case .string(let text): text
        case .utf16(let units): String(decoding: units, as: UTF16.self)
        default: nil
        }
    }

    /// The elements of an array or a set.
    var elements: [ArchivedValue]? {
        switch self {
        case .array(let values), .set(let values), .orderedSet(let values): values
        default: nil
        }
    }

    var isDate: Bool { if case .date = self { true } else { false } }

    /// The elements if all of them are texts.
    var texts: [String]? {
        guard let elements else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(elements.count)
        for element in elements {
            guard let text = element.text else { return nil }
            texts.append(text)
        }
        return texts
    }

    fileprivate var date: Timestamp? {
        if case .date(let seconds) = self { Timestamp(secondsSince2001: seconds) } else { nil }
    }

    fileprivate var rating: Float? {
        switch self {
        case .null: 0
        case .float(let value) where value.isFinite: value
        case .real(let value) where Float(value).isFinite: Float(value)
        case .integer(let value): Float(value)
        default: nil
        }
    }

    fileprivate var number: Double? {
        switch self {
        case .real(let value) where value.isFinite: value
        case .float(let value) where value.isFinite: Double(value)
        case .integer(let value): Double(exactly: value)
        default: nil
        }
    }

    fileprivate var integer: Int64? {
        switch self {
        case .integer(let number): Int64(exactly: number)
        case .real(let number): Int64(exactly: number)
        case .float(let number): Int64(exactly: number)
        default: nil
        }
    }

    fileprivate var boolean: Bool? {
        if case .boolean(let value) = self { return value }
        return integer.map { $0 != 0 }
    }
}
