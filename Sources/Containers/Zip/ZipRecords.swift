import SystemFiles

/// Reads the records of a ZIP file's directory one after the other, in constant memory.
struct ZipRecords {
    private var left: UInt64
    /// The range of the directory that has not been read yet.
    private var rest: Range<Int64>
    /// Bytes of the directory that have been read but not parsed yet.
    private var buffer: ArraySlice<UInt8> = []

    /// Bytes of the directory that are read at a time. A record has at most 46 bytes and three parts of
    /// 65,535.
    private static let pieceSize = 46 + 3 * 65_535

    init(_ end: ZipEndRecord) {
        left = end.entryCount
        rest = end.directoryOffset..<(end.directoryOffset + end.directorySize)
    }

    mutating func next(in file: borrowing File) throws -> ZipEntry? {
        try fill(from: file)
        guard left > 0 else {
            guard buffer.isEmpty else {
                throw ScaryBugsError(
                    .damaged, "a ZIP directory with more entries than its end says")
            }
            return nil
        }
        guard !buffer.isEmpty else {
            throw ScaryBugsError(.damaged, "a ZIP directory with fewer entries than its end says")
        }
        left -= 1
        let entry = try ZipEntry(ByteReader(buffer))
        guard entry.recordLength <= buffer.count else {
            throw ScaryBugsError(.damaged, "ends in the middle of its ZIP directory")
        }
        buffer = buffer.dropFirst(entry.recordLength)
        return entry
    }

    private mutating func fill(from file: borrowing File) throws {
        guard buffer.count < Self.pieceSize, !rest.isEmpty else { return }
        let count = min(rest.count, Self.pieceSize * 2 - buffer.count)
        buffer = try (Array(buffer) + file.bytes(at: rest.lowerBound, count: count))[...]
        rest = rest.dropFirst(count)
    }
}
