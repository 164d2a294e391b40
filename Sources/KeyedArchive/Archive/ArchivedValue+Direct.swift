extension ArchivedValue {
    /// Converts a scalar; nil for containers and references.
    init?(scalar: PropertyList) {
        switch scalar {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .float(let value): self = .float(value)
        case .date(let value): self = .date(value)
        case .data(let bytes): self = .data(bytes)
        case .string(let text): self = .string(text)
        case .utf16(let units): self = .utf16(units)
        case .uid, .array, .set, .dictionary: return nil
        }
    }

    /// The form stored inside an object without a reference; nil unless a boolean or a number.
    var number: PropertyList? {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .float(let value): .float(value)
        default: nil
        }
    }

    /// The form stored as a separate object without a class; nil for other values.
    var directObject: PropertyList? {
        switch self {
        case .data(let bytes): .data(bytes)
        case .string(let text): .string(text)
        case .utf16(let units): .utf16(units)
        default: number
        }
    }

    var isCollection: Bool {
        switch self {
        case .array, .set, .orderedSet, .dictionary: true
        default: false
        }
    }

    /// Whether the value can be the base of a URL.
    var isNullOrURL: Bool {
        switch self {
        case .null, .url: true
        default: false
        }
    }

    /// The number of bases of a URL, each relative to the next.
    var baseCount: Int {
        var count = 0
        var value = self
        while case .url(let base?, _) = value {
            count += 1
            value = base
        }
        return count
    }
}
