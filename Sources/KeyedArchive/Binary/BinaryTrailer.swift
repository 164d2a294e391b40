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
