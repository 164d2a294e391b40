import XML

/// A property list as a tree of values. Equal containers may share storage.
///
/// `Hashable` follows Swift's rules: the order of a dictionary counts, strings are compared by
/// canonical equivalence, and a NaN equals nothing.
public enum PropertyList: Hashable, Sendable {
    /// The null object of the binary format. No archiver writes it.
    case null
    /// True or false.
    case boolean(Bool)
    /// An integer; the binary format holds up to 128 bits.
    // Indirect, so that a value takes 16 bytes and needs no more alignment than malloc provides.
    indirect case integer(Int128)
    /// A 64-bit floating-point number.
    case real(Double)
    /// A 32-bit floating-point number. XML doesn't have this type.
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
    case array([PropertyList])
    /// A set, in the order of the file. XML doesn't have this type.
    case set([PropertyList])
    /// Values by key.
    case dictionary(PropertyListDictionary)
    /// A reference to an object of a keyed archive, as an index into `$objects`.
    case uid(UInt32)

    /// Reads a binary (`bplist00`) or XML property list.
    ///
    /// Any input gives a value or an error, in time and memory proportional to its size. Containers
    /// may be nested 256 deep. They may expand to 4,096 values, or to 2 values per byte of input if
    /// that is more. A container counts as eight values. Text and data may have 64 MiB, or 128
    /// bytes per byte of input if that is more. Each use of a shared object counts.
    ///
    /// XML may be in UTF-8, and in ISO 8859-1 or Windows-1252 if it says so. It has no declarations in its
    /// document type, and only the five predefined entities. Line endings and control characters are
    /// preserved.
    ///
    /// - Parameters:
    ///   - bytes: the input.
    ///   - memory: the most bytes of memory for the values. A value takes 24 bytes or more.
    /// - Throws: `notAPropertyList`, `malformed`, `limitExceeded` or `memoryExceeded`, with the
    ///   position in the input.
    public init(
        bytes: [UInt8], memory: Int = .max
    ) throws(KeyedArchiveError) {
        if bytes.starts(with: "bplist00".utf8) {
            self = try BinaryReader.read(bytes, memory: memory)
        } else if bytes.starts(with: "bplist".utf8) {
            // Other versions have a different layout, which Apple doesn't document.
            throw .notAPropertyList("a binary property list of another version than 00", at: 6)
        } else if Self.startsLikeXML(bytes) {
            self = try XMLReader.read(bytes, memory: memory)
        } else {
            throw .notAPropertyList(Self.reason(bytes), at: 0)
        }
    }

    /// The value as a binary property list (`bplist00`). The same value gives the same bytes.
    ///
    /// - Throws: `limitExceeded` if containers are nested more than 256 deep.
    public func binary() throws(KeyedArchiveError) -> [UInt8] {
        try BinaryWriter.bytes(of: self)
    }
}

extension PropertyList {
    /// The values directly inside a container, without the keys.
    var children: [PropertyList] {
        switch self {
        case .array(let values), .set(let values): values
        case .dictionary(let dictionary): dictionary.entries.map(\.value)
        default: []
        }
    }

    /// Whether the value is text in valid Unicode.
    var isString: Bool {
        if case .string = self { true } else { false }
    }

    /// The name of the value's type in messages.
    var kindName: String {
        switch self {
        case .null: "a null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .real, .float: "a real"
        case .date: "a date"
        case .data: "data"
        case .string, .utf16: "a string"
        case .array: "an array"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .uid: "a reference"
        }
    }
}

/// The supported encodings of a property list, recognized by their first bytes.
extension PropertyList {
    private static func startsLikeXML(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: "\u{FEFF}".utf8) ? 3 : 0
        return bytes.dropFirst(start).first { !XMLElements.isSpace($0) } == UInt8(ascii: "<")
    }

    private static func reason(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "an empty file, not a property list" }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            return "text in UTF-16; an XML property list must be UTF-8"
        }
        return "neither a binary nor an XML property list"
    }
}
