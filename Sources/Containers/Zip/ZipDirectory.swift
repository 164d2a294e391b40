package import SystemFiles

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
        // More than a thousand entries with the longest names, or many with the usual ones.
        let mostBytes = max(8 << 20, 256 * limits.entries.value)
        guard end.directory.count <= mostBytes else {
            throw ScaryBugsError(
                .limitExceeded, "a ZIP directory of more than \(mostBytes.grouped) bytes")
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

/// The end of central directory record of a ZIP file (APPNOTE 4.3.14 to 4.3.16).
package struct ZipEnd {
    let entryCount: Int64
    /// The range of the directory in the file.
    let directory: Range<Int64>

    /// The length of the searched part in bytes. libarchive searches no more, and both must find
    /// the same record.
    private static let searched: Int64 = 16_384

    /// - Throws: ``ScaryBugsError/Code/damaged`` if the record is missing or contradicts itself.
    init(_ file: borrowing File) throws {
        guard let (position, record) = try Self.find(in: file) else {
            throw ScaryBugsError(
                .damaged,
                "a ZIP file without its end, or with bytes after it; copy or download it again")
        }
        var end = position
        var fields = try [4, 6, 8, 10].map { try record.integer(at: $0, bytes: 2) }
        fields += try [12, 16].map { try record.integer(at: $0, bytes: 4) }
        if let wide = try Self.wideFields(file, before: end) {
            // Programs differ in which record they trust. So each field must be left to the zip64
            // record, or be equal to it.
            let open: [Int64] = [0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF]
            guard fields.indices.allSatisfy({ [open[$0], wide[$0]].contains(fields[$0]) }) else {
                throw ScaryBugsError(.damaged, "two ends of a ZIP file that contradict each other")
            }
            (fields, end) = (wide, end - 76)
        }
        guard fields[0] == 0, fields[1] == 0, fields[2] == fields[3] else {
            throw ScaryBugsError(.refused, "one part of a ZIP file that was split")
        }
        guard fields[5] <= end, fields[4] == end - fields[5] else {
            throw ScaryBugsError(
                .damaged, "a ZIP directory elsewhere than its end says; bytes were added or lost")
        }
        (entryCount, directory) = (fields[3], fields[5]..<end)
    }

    /// Whether the file ends with an end of central directory record.
    static func isAtEnd(of file: borrowing File) throws -> Bool { try find(in: file) != nil }

    /// The end of a ZIP file without bytes that were added behind it; nil if it has no end.
    package static func position(in file: borrowing File) throws -> Int64? {
        for (position, record) in try records(in: file) {
            let count = try 22 + Int(record.integer(at: 20, bytes: 2))
            if count <= record.count { return position + Int64(count) }
        }
        return nil
    }

    /// Finds the last record and its offset. Its comment must end with the file, or with the zeros
    /// with which writers to pipes pad their last block.
    private static func find(
        in file: borrowing File
    ) throws -> (position: Int64, record: ArraySlice<UInt8>)? {
        guard let (position, record) = try records(in: file).first(where: { _ in true }) else {
            return nil
        }
        let count = try 22 + Int(record.integer(at: 20, bytes: 2))
        guard count <= record.count, record.dropFirst(count).allSatisfy({ $0 == 0 }) else {
            return nil
        }
        return (position, record)
    }

    /// The records at the end of a file with their offsets, the last one first. The bytes up to the file's
    /// end follow each.
    private static func records(
        in file: borrowing File
    ) throws -> some Sequence<(position: Int64, record: ArraySlice<UInt8>)> {
        let size = try file.status().size
        let start = max(0, size - searched)
        let tail = try file.bytes(at: start, count: Int(size - start))
        return tail.indices.dropLast(21).reversed().lazy
            .filter { tail[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06]) }
            .map { (start + Int64($0), tail[$0...]) }
    }

    /// The fields of a zip64 record in the order of the 32-bit one; nil unless a locator of 20 bytes
    /// directly precedes `end`. The record may have more than 56 bytes, but no writer uses that.
    private static func wideFields(_ file: borrowing File, before end: Int64) throws -> [Int64]? {
        guard end >= 20 else { return nil }
        let locator = try file.bytes(at: end - 20, count: 20)[...]
        guard try locator.integer(at: 0, bytes: 4) == 0x0706_4B50 else { return nil }
        guard end >= 76, try locator.integer(at: 8, bytes: 8) == end - 76 else {
            throw ScaryBugsError(.damaged, "a zip64 record elsewhere than its end says")
        }
        let record = try file.bytes(at: end - 76, count: 56)[...]
        guard try record.integer(at: 0, bytes: 4) == 0x0606_4B50 else {
            throw ScaryBugsError(.damaged, "no zip64 record where its end says")
        }
        return try [16, 20].map { try record.integer(at: $0, bytes: 4) }
            + [24, 32, 40, 48].map { try record.integer(at: $0, bytes: 8) }
    }
}
