/// A value of an archive, independent of the Foundation class that stores it.
///
/// Mutable classes are read like immutable ones: an NSMutableString is a string.
public enum ArchivedValue: Hashable, Sendable {
    /// A key of a dictionary and its value. Keys may be of any kind.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: ArchivedValue
        /// The value.
        public let value: ArchivedValue

        /// Creates an entry.
        public init(key: ArchivedValue, value: ArchivedValue) {
            self.key = key
            self.value = value
        }
    }

    /// Nil, or NSNull inside a collection.
    case null
    /// True or false.
    case boolean(Bool)
    /// An integer.
    // Indirect for the same reason as in ``PropertyList``.
    indirect case integer(Int128)
    /// A 64-bit floating-point number.
    case real(Double)
    /// A 32-bit floating-point number.
    case float(Float)
    /// A point in time, in seconds since 2001-01-01 UTC.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Text.
    case string(String)
    /// Text that isn't valid Unicode, as UTF-16 code units.
    case utf16([UInt16])
    /// Values in order.
    case array([ArchivedValue])
    /// A set, in the archive's order.
    case set([ArchivedValue])
    /// A set with a defined order.
    case orderedSet([ArchivedValue])
    /// Values by key, in the archive's order.
    case dictionary([Entry])
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    /// A URL, which may be relative to a base.
    indirect case url(base: ArchivedValue?, relative: String)
    /// An object of any other class, not resolved.
    // Indirect because of a compiler bug: Swift 6.3.1 without optimization reads some payloads from
    // a misaligned address. It happens if one case holds an Int128 and another more than 16 bytes.
    indirect case object(className: String, KeyedArchive.Reference)
}

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
