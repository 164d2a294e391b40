/// The place of an object in a small binary property list.
struct BinaryObject {
    /// The first byte after the header.
    let payload: UInt16
    /// The number of items, as in ``BinaryHeader``.
    let count: UInt16
    /// The upper half of the first byte.
    let type: UInt8
    /// Whether the object is a container that was found inside another one.
    var isInside = false
    /// The number of the description of an instance's class; 0 for any other object.
    var classDescription: UInt8 = 0
    /// The number of the name in a class description; 0 for any other object.
    var className: UInt8 = 0
    /// A number that is the same for equal ASCII strings, and differs for most others.
    let mark: UInt64

    /// The header, as if it had one byte.
    var header: BinaryHeader {
        BinaryHeader(offset: Int(payload) - 1, type: type, count: Int(count), size: 1)
    }

    static let ascii: UInt8 = 0x5
    static let reference: UInt8 = 0x8
    static let array: UInt8 = 0xA
    static let dictionary: UInt8 = 0xD

    /// Stands for an object that no archiver writes.
    static let refused = BinaryObject(payload: 0, count: 0, type: 0xFF, mark: 0)
    var isOrdinary: Bool { type != 0xFF }

    var isScalar: Bool { type < Self.reference }
}

extension ByteRegion {
    /// The mark of an ASCII string; nil if it has other characters. The caller has checked that the
    /// string is inside the region.
    ///
    /// Up to seven characters are the mark. A longer string has a mixture of its first and its last eight.
    @inline(__always)
    func mark(ofASCIIAt place: Int, count: Int) -> UInt64? {
        guard count >= 8 else {
            let word = shortText(at: place, count: count)
            return word & Self.notASCII == 0
                ? word | UInt64(truncatingIfNeeded: count) << 56 : nil
        }
        let first = word(at: place)
        let last = word(at: place &+ count &- 8)
        var union = first | last
        for middle in stride(from: place &+ 8, to: place &+ count &- 8, by: 8) {
            union |= word(at: middle)
        }
        guard union & Self.notASCII == 0 else { return nil }
        return (first &* 0x9E37_79B9_7F4A_7C15 ^ last) | 1 << 63
    }

    /// Reads up to seven bytes as a big-endian integer.
    @inline(__always)
    private func shortText(at place: Int, count: Int) -> UInt64 {
        // One load reads every text of a file, because its trailer follows.
        guard place <= bytes.count &- 8 else { return lastText(at: place, count: count) }
        // No shift by 64 bits is possible at once.
        return (word(at: place) &>> 8) &>> UInt64(truncatingIfNeeded: 56 &- 8 &* count)
    }

    @inline(never)
    private func lastText(at place: Int, count: Int) -> UInt64 {
        bytes[place..<(place &+ count)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let notASCII: UInt64 = 0x8080_8080_8080_8080
}
