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

/// The last 32 bytes of a binary property list. They locate the offset table.
///
/// The layout: 6 bytes that are ignored here, the size of an offset, and the size of a reference.
/// Three 64-bit integers follow: the number of objects, the top object, and the position of the
/// offset table.
struct BinaryTrailer {
    static let size = 32

    let offsetSize: Int
    let referenceSize: Int
    let objectCount: Int
    let topObject: Int
    let tableOffset: Int

    init(of bytes: [UInt8]) throws(KeyedArchiveError) {
        let start = bytes.count - Self.size
        // 8 bytes for "bplist00", 1 for the smallest object, 1 for its entry in the offset table.
        guard start >= 10 else {
            throw .malformed("too short for a binary property list", at: bytes.count)
        }
        let region = ByteRegion(bytes: bytes, end: bytes.count)
        offsetSize = try Self.width("an offset", at: start + 6, in: region)
        referenceSize = try Self.width("a reference", at: start + 7, in: region)
        objectCount = try Self.count("the number of objects", at: start + 8, in: region)
        topObject = try Self.count("the top object", at: start + 16, in: region)
        tableOffset = try Self.count("the place of the offset table", at: start + 24, in: region)
        try check(tableEnd: start)
    }

    private func check(tableEnd: Int) throws(KeyedArchiveError) {
        guard topObject < objectCount else {
            throw .malformed(
                "the top object is number \(topObject) of \(objectCount)", at: tableEnd + 16)
        }
        guard tableOffset >= 9, tableOffset < tableEnd,
            objectCount <= (tableEnd - tableOffset) / offsetSize
        else {
            throw .malformed("the offset table doesn't fit into the file", at: tableEnd + 24)
        }
        // Memory is allocated for the declared number of objects.
        guard objectCount <= tableOffset - 8 else {
            throw .malformed(
                "\(objectCount) objects don't fit in \(tableOffset - 8) bytes", at: tableEnd + 8)
        }
    }

    private static func width(
        _ what: String, at offset: Int, in region: ByteRegion
    ) throws(KeyedArchiveError) -> Int {
        let size = Int(try region.byte(at: offset))
        guard 1...8 ~= size else { throw .malformed("\(what) is \(size) bytes wide", at: offset) }
        return size
    }

    private static func count(
        _ what: String, at offset: Int, in region: ByteRegion
    ) throws(KeyedArchiveError) -> Int {
        let value = try region.unsigned(at: offset, size: 8)
        guard let count = Int(exactly: value) else {
            throw .malformed("\(what) is \(value)", at: offset)
        }
        return count
    }
}
