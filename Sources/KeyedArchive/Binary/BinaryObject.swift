/// The place of an object in a small binary property list.
struct BinaryObject {
    /// The first byte after the header.
    let payload: UInt16
    /// The number of items, as in ``BinaryHeader``.
    let count: UInt16
    /// The size of the header, in bytes.
    let headerSize: UInt8
    /// The upper half of the first byte.
    let type: UInt8
    /// Whether the object is a container that was found inside another one.
    var isInside = false
    /// The number of the object with the name of a dictionary's class; 0 if it has none.
    var className: UInt8 = 0
    /// A number that is the same for equal ASCII strings, and differs for most others.
    let mark: UInt64

    var header: BinaryHeader {
        BinaryHeader(
            offset: Int(payload) - Int(headerSize), type: type, count: Int(count),
            size: Int(headerSize))
    }

    static let ascii: UInt8 = 0x5
    static let reference: UInt8 = 0x8
    static let array: UInt8 = 0xA
    static let dictionary: UInt8 = 0xD

    /// Stands for an object that no archiver writes.
    static let refused = BinaryObject(payload: 0, count: 0, headerSize: 0, type: 0xFF, mark: 0)
    var isOrdinary: Bool { type != 0xFF }

    var isScalar: Bool { type < Self.reference }
}

extension ByteRegion {
    /// The mark of an ASCII string; nil if it has other characters.
    ///
    /// Up to seven characters are the mark. A longer string has a mixture of its first and its last eight.
    @inline(__always)
    func mark(ofASCIIAt place: Int, count: Int) throws(KeyedArchiveError) -> UInt64? {
        guard count >= 8 else {
            let word = try unsigned(at: place, size: count)
            return word & Self.notASCII == 0 ? word | UInt64(count) << 56 : nil
        }
        let first = try unsigned(at: place, size: 8)
        let last = try unsigned(at: place + count - 8, size: 8)
        var union = first | last
        var middle = place + 8
        while middle < place + count - 8 {
            union |= try unsigned(at: middle, size: 8)
            middle += 8
        }
        guard union & Self.notASCII == 0 else { return nil }
        return (first &* 0x9E37_79B9_7F4A_7C15 ^ last) | 1 << 63
    }

    private static let notASCII: UInt64 = 0x8080_8080_8080_8080
}
