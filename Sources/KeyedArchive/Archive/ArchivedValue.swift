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
