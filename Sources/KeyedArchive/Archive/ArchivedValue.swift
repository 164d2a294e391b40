/// What a value of an archive stands for, whichever of Foundation's classes it is stored as.
///
/// Mutable classes read as their kind: an NSMutableString is a string.
public enum ArchivedValue: Hashable, Sendable {
    /// A key with its value in a dictionary. Keys may be of any kind.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: ArchivedValue
        /// The value.
        public let value: ArchivedValue

        /// Makes an entry.
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
    /// A real of 64 bits.
    case real(Double)
    /// A real of 32 bits.
    case float(Float)
    /// A point in time, in seconds since 2001-01-01 UTC.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Text.
    case string(String)
    /// Text that is no valid Unicode, unit by unit.
    case utf16([UInt16])
    /// Values in order.
    case array([ArchivedValue])
    /// A set, in the archive's order.
    case set([ArchivedValue])
    /// A set that has an order.
    case orderedSet([ArchivedValue])
    /// Values by key, in the archive's order.
    case dictionary([Entry])
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    /// A URL, relative to another one where there is a base.
    indirect case url(base: ArchivedValue?, relative: String)
    /// An object of any other class, not resolved.
    // Indirect for the compiler: Swift 6.3.1 without optimization loads a payload that holds an
    // Int128 in one case and more than 16 bytes in another from an address that isn't aligned.
    indirect case object(className: String, KeyedArchive.Reference)
}
