/// The header of an object: its type, and the size or count of its contents.
struct BinaryHeader {
    let offset: Int
    /// The upper half of the first byte.
    let type: UInt8
    /// The lower half of the first byte.
    let low: UInt8
    /// The number of items: bytes, UTF-16 units, or children.
    let count: Int
    /// The size of the header, in bytes.
    let size: Int

    init(at offset: Int, in region: ByteRegion) throws(KeyedArchiveError) {
        let marker = try region.byte(at: offset)
        self.offset = offset
        type = marker >> 4
        low = marker & 0xF
        if type >= 4, type != 8, low == 0xF {
            (count, size) = try Self.longCount(at: offset + 1, in: region)
        } else {
            (count, size) = (Int(low), 1)
        }
    }

    /// Reads a count of 15 or more, which follows the first byte as an integer object.
    private static func longCount(
        at offset: Int, in region: ByteRegion
    ) throws(KeyedArchiveError) -> (count: Int, size: Int) {
        let marker = try region.byte(at: offset)
        guard marker >> 4 == 1, marker & 0xF <= 3 else {
            throw .malformed("the count of an object is not an integer", at: offset)
        }
        let width = 1 << Int(marker & 0xF)
        let value = try region.unsigned(at: offset + 1, size: width)
        // A count can't exceed the size of the input. The bounds check catches smaller errors.
        guard let count = Int(exactly: value), count <= region.end else {
            throw .malformed("a count of \(value) is more than the file could hold", at: offset)
        }
        return (count, 2 + width)
    }

    var payload: Int { offset + size }

    /// The size of the bytes after the header, for an object that isn't a container.
    var payloadSize: Int {
        switch type {
        case 0x1, 0x2, 0x3: 1 << count
        case 0x4, 0x5: count
        case 0x6: 2 * count
        case 0x8: count + 1
        default: 0
        }
    }

    var containerKind: OpenContainer.Kind? {
        switch type {
        case 0xA: .array
        case 0xC: .set
        case 0xD: .dictionary
        default: nil
        }
    }
}
