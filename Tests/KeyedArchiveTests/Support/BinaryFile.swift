import KeyedArchive

/// A binary property list built by hand, valid or invalid.
struct BinaryFile {
    var objects: [[UInt8]]
    /// Replacements for the real offsets, by object.
    var offsets: [Int: Int] = [:]
    var top = 0
    var count: Int?
    var offsetSize = 2
    var referenceSize = 1
    var table: Int?

    var bytes: [UInt8] {
        var bytes = Array("bplist00".utf8)
        var places: [Int] = []
        for object in objects {
            places.append(bytes.count)
            bytes += object
        }
        let start = bytes.count
        for (object, place) in places.enumerated() {
            bytes += bigEndian(offsets[object] ?? place, size: offsetSize)
        }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        bytes += bigEndian(count ?? objects.count, size: 8) + bigEndian(top, size: 8)
        return bytes + bigEndian(table ?? start, size: 8)
    }
}

func bigEndian(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
}

/// Returns the error of a read, or nil if it succeeds.
func failure(_ read: () throws(KeyedArchiveError) -> Void) -> KeyedArchiveError? {
    do throws(KeyedArchiveError) {
        try read()
        return nil
    } catch {
        return error
    }
}
