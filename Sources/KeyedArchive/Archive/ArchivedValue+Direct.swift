extension ArchivedValue {
    /// A value that stands for itself; nil for containers and references.
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

    /// What stands inside an object without a reference.
    var number: PropertyList? {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .float(let value): .float(value)
        default: nil
        }
    }

    /// What is an object of its own without a class.
    var directObject: PropertyList? {
        switch self {
        case .data(let bytes): .data(bytes)
        case .string(let text): .string(text)
        case .utf16(let units): .utf16(units)
        default: number
        }
    }

    /// Whether other values may be inside.
    var isCollection: Bool {
        switch self {
        case .array, .set, .orderedSet, .dictionary: true
        default: false
        }
    }

    /// Whether a URL may be relative to this.
    var isNullOrURL: Bool {
        switch self {
        case .null, .url: true
        default: false
        }
    }

    /// How many URLs a URL is relative to, one after the other.
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
