import SystemFiles

/// The end of central directory record of a ZIP file (APPNOTE 4.3.14 to 4.3.16).
struct ZipEnd {
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

    /// Finds the last record and its offset. Its comment must end with the file, or with the zeros
    /// with which writers to pipes pad their last block.
    private static func find(
        in file: borrowing File
    ) throws -> (position: Int64, record: ArraySlice<UInt8>)? {
        let size = try file.status().size
        let start = max(0, size - searched)
        let tail = try file.bytes(at: start, count: Int(size - start))
        let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        let found = tail.indices.dropLast(21).last { tail[$0...].starts(with: signature) }
        guard let found else { return nil }
        let end = try found + 22 + Int(tail[found...].integer(at: 20, bytes: 2))
        guard end <= tail.count, tail[end...].allSatisfy({ $0 == 0 }) else { return nil }
        return (start + Int64(found), tail[found...])
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
