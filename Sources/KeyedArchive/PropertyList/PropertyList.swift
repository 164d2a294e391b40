/// A property list as a tree of values. Equal containers may share storage.
///
/// `Hashable` compares like Swift: dictionaries by their order too, strings by canonical
/// equivalence, and a NaN equals nothing.
public enum PropertyList: Hashable, Sendable {
    /// The null object of the binary format. No archiver writes it.
    case null
    /// True or false.
    case boolean(Bool)
    /// An integer; the binary format holds up to 128 bits.
    // Indirect so that a value takes 16 bytes and no more alignment than malloc gives.
    indirect case integer(Int128)
    /// A real of 64 bits.
    case real(Double)
    /// A real of 32 bits. XML has none.
    case float(Float)
    /// A point in time, in seconds since 2001-01-01 UTC.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Text.
    case string(String)
    /// Text that is no valid Unicode, kept unit by unit.
    case utf16([UInt16])
    /// Values in order.
    case array([PropertyList])
    /// A set, in the order of the file. XML has none.
    case set([PropertyList])
    /// Values by key.
    case dictionary(PropertyListDictionary)
    /// A reference to an object of a keyed archive, by its place there.
    case uid(UInt32)

    /// Reads a binary (`bplist00`) or XML property list.
    ///
    /// Any bytes give a value or an error. Containers may be nested 256 deep, and may stand for no
    /// more than 4,096 values or 2 a byte of input, whichever is more, so that neither time nor
    /// memory grows out of proportion to the input; a container counts as eight. Text and data may
    /// be of 64 MiB, or 128 bytes a byte of input, counting what is stored once as often as it is
    /// meant.
    ///
    /// XML is read in UTF-8, without a document type's own declarations and without entities other
    /// than the five predefined ones; line ends and control characters stay as they are.
    ///
    /// - Throws: `notAPropertyList`, `malformed` or `limitExceeded`, with the place in the input.
    public init(bytes: [UInt8]) throws(KeyedArchiveError) {
        switch try PropertyListFormat(of: bytes) {
        case .binary:
            self = try BinaryReader.read(bytes)
        case .xml:
            var reader = try XMLReader(bytes)
            self = try reader.read()
        }
    }

    /// The binary property list (`bplist00`) for this value; the same value gives the same bytes.
    ///
    /// - Throws: `limitExceeded` where containers are nested more than 256 deep.
    public func binary() throws(KeyedArchiveError) -> [UInt8] {
        try BinaryWriter.bytes(of: self)
    }
}
