import SystemFiles

/// The check of a ZIP file's central directory, before libarchive reads the file.
///
/// libarchive cuts names at a NUL, reads the second of two files that were concatenated, and accepts
/// a local header with another name than the directory's. Every ZIP reader must see the same entries,
/// so all parts of the file have to agree: no entry overlaps another, each has its own header, and no
/// bytes between them look like an entry.
struct ZipDirectory {
    private var left: Int64
    /// The range of the directory that has not been read yet.
    private var rest: Range<Int64>
    /// The end of the last entry that was placed.
    private var position: Int64 = 0
    private var hasDescriptor = false
    /// The end of all entries, where the directory begins.
    private let end: Int64

    init(_ end: ZipEnd) {
        (left, rest, self.end) = (end.entryCount, end.directory, end.directory.lowerBound)
    }

    /// Checks the whole file except the entries' data.
    ///
    /// - Returns: the records in the order of their offsets.
    static func entries(of file: borrowing File, limits: ContainerLimits) throws -> [ZipRecord] {
        let end = try ZipEnd(file)
        guard end.entryCount > 0 else { throw ScaryBugsError(.refused, "an empty ZIP file") }
        guard end.entryCount <= limits.entries.value else { throw limits.tooManyEntries }
        // More than a thousand entries with the longest names.
        guard end.directory.count <= 8 << 20 else {
            throw ScaryBugsError(.limitExceeded, "a ZIP directory of more than \(8 << 20) bytes")
        }
        var directory = ZipDirectory(end)
        var records: [ZipRecord] = []
        while let record = try directory.next(in: file) { records.append(record) }
        records.sort { $0.offset < $1.offset }
        for record in records { _ = try directory.place(record, in: file) }
        try directory.finish(in: file)
        return records
    }

    /// Returns the next record; nil after the last.
    mutating func next(in file: borrowing File) throws -> ZipRecord? {
        guard (left > 0) != rest.isEmpty else {
            let difference = left > 0 ? "fewer" : "more"
            throw ScaryBugsError(
                .damaged, "a ZIP directory with \(difference) entries than its end says")
        }
        guard left > 0 else { return nil }
        left -= 1
        let head = try file.bytes(at: rest.lowerBound, count: min(46, rest.count))[...]
        let length = try [28, 30, 32].reduce(46) { try $0 + Int(head.integer(at: $1, bytes: 2)) }
        guard length <= rest.count else {
            throw ScaryBugsError(.damaged, "ends in the middle of its ZIP directory")
        }
        defer { rest = rest.dropFirst(length) }
        return try ZipRecord(file.bytes(at: rest.lowerBound, count: length)[...])
    }

    /// Checks the place and the local header of the next entry, in the order of the offsets.
    ///
    /// - Returns: the range of the packed bytes.
    mutating func place(_ entry: ZipRecord, in file: borrowing File) throws -> Range<Int64> {
        try Interruption.check()
        guard entry.offset >= position else {
            throw entry.name.error(.damaged, "overlaps another entry")
        }
        let length = Int64(30 + entry.headerName.count)
        guard entry.offset <= end - length else { throw Self.outside(entry) }
        try checkGap(file, to: entry.offset)
        let header = try file.bytes(at: entry.offset, count: Int(length))[...]
        try Self.check(header, of: entry)
        let start = try entry.offset + length + header.integer(at: 28, bytes: 2)
        guard entry.packedSize <= end - start else { throw Self.outside(entry) }
        (position, hasDescriptor) = (start + entry.packedSize, entry.flags & 0x8 != 0)
        return start..<position
    }

    /// Checks the bytes after the last entry.
    func finish(in file: borrowing File) throws { try checkGap(file, to: end) }

    private static func outside(_ entry: ZipRecord) -> ScaryBugsError {
        entry.name.error(.damaged, "does not fit into the file")
    }

    /// Compares an entry's local header with the directory.
    private static func check(_ header: ArraySlice<UInt8>, of entry: ZipRecord) throws {
        guard try header.integer(at: 0, bytes: 4) == 0x0403_4B50 else {
            throw entry.name.error(.damaged, "is not where the ZIP directory says")
        }
        guard try header.integer(at: 26, bytes: 2) == entry.headerName.count,
            header.dropFirst(30).elementsEqual(entry.headerName)
        else {
            throw entry.name.error(
                .damaged, "has another name in its own header than in the ZIP directory")
        }
        // Bits 0, 3 and 6 change how the data is read. libarchive compares the numbers in the zip64
        // field, but accepts 0 for any number.
        let flags = try header.integer(at: 6, bytes: 2) ^ entry.flags
        let numbers = try [14, 18, 22].map { try header.integer(at: $0, bytes: 4) }
        let expected = [Int64(entry.checksum), entry.packedSize, entry.size]
        let areSame = zip(numbers, expected).allSatisfy { $0 == $1 || $0 == 0xFFFF_FFFF }
        guard flags & 0x49 == 0, try header.integer(at: 8, bytes: 2) == entry.method,
            areSame || entry.flags & 0x8 != 0
        else {
            throw entry.name.error(
                .damaged, "is described differently in its own header and in the ZIP directory")
        }
    }

    /// Checks the bytes between two entries. They are harmless unless a streaming reader would take
    /// them for a header: of an entry, of the directory, or of the directory's end.
    private func checkGap(_ file: borrowing File, to next: Int64) throws {
        let bytes = try file.bytes(at: position, count: Int(min(28, next - position)))[...]
        // A descriptor has two lengths with a signature, and two without (APPNOTE 4.3.9).
        let isSigned = bytes.starts(with: [0x50, 0x4B, 7, 8])
        let starts = !hasDescriptor ? [0] : isSigned ? [16, 24] : [12, 20]
        for start in starts where start + 4 <= bytes.count {
            let found = bytes[start..<start + 4]
            let kinds: [[UInt8]] = [[1, 2], [3, 4], [5, 6], [6, 6], [6, 7]]
            guard !kinds.contains(where: { found.elementsEqual([0x50, 0x4B] + $0) }) else {
                throw ScaryBugsError(.damaged, "entries that its ZIP directory does not name")
            }
        }
    }
}
