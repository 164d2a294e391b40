import SystemFiles

/// The end of central directory record of a ZIP file (APPNOTE 4.3.14 to 4.3.16).
struct ZipEndRecord {
    let entryCount: UInt64
    /// The directory's offset and length, in bytes.
    let directoryOffset: Int64
    let directorySize: Int64

    /// The length of the searched part in bytes. libarchive searches no more, and both must find
    /// the same record.
    private static let searched: Int64 = 16_384
    private static let length = 22

    /// - Throws: ``ScaryBugsError/Code/damaged`` if the record is missing or contradicts itself.
    init(_ file: borrowing File) throws {
        let size = try file.status().size
        let start = max(0, size - Self.searched)
        let tail = try file.bytes(at: start, count: Int(size - start))
        guard let found = try Self.position(in: tail) else {
            throw ScaryBugsError(
                .damaged,
                "a ZIP file without its end, or with bytes after it; copy or download it again")
        }
        let record = ByteReader(tail[found...])
        var fields = try Fields(record)
        var end = start + Int64(found)
        if let wide = try Self.wideFields(file, before: end) {
            try fields.check(agreesWith: wide.fields)
            (fields, end) = (wide.fields, wide.position)
        }
        guard fields.disks.allSatisfy({ $0 == 0 }), fields.entriesHere == fields.entries else {
            throw ScaryBugsError(.refused, "one part of a ZIP file that was split")
        }
        guard let size = Int64(exactly: fields.size), let offset = Int64(exactly: fields.offset),
            offset <= end, size == end - offset
        else {
            throw ScaryBugsError(
                .damaged,
                "a ZIP directory elsewhere than its end says; bytes were added or lost")
        }
        (entryCount, directoryOffset, directorySize) = (fields.entries, offset, size)
    }

    /// Whether the file ends with an end of central directory record.
    static func ends(_ file: borrowing File) throws -> Bool {
        let size = try file.status().size
        let start = max(0, size - searched)
        return try position(in: file.bytes(at: start, count: Int(size - start))) != nil
    }

    /// Finds the offset of the last record in `tail`. Its comment must end with the file, or with
    /// the zeros with which writers to pipes pad their last block.
    private static func position(in tail: [UInt8]) throws -> Int? {
        let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        guard tail.count >= length else { return nil }
        let starts = (0...tail.count - length).reversed()
        guard let found = starts.first(where: { tail[$0...].starts(with: signature) }) else {
            return nil
        }
        let commentLength = try Int(ByteReader(tail[found...]).uint16(at: 20))
        let end = found + length + commentLength
        guard end <= tail.count, tail[end...].allSatisfy({ $0 == 0 }) else { return nil }
        return found
    }

    // MARK: Fields

    /// The fields that the 32-bit and the zip64 record share.
    private struct Fields {
        let disks: [UInt64]
        let entriesHere: UInt64
        let entries: UInt64
        let size: UInt64
        let offset: UInt64

        init(_ record: ByteReader) throws {
            disks = try [UInt64(record.uint16(at: 4)), UInt64(record.uint16(at: 6))]
            entriesHere = try UInt64(record.uint16(at: 8))
            entries = try UInt64(record.uint16(at: 10))
            size = try UInt64(record.uint32(at: 12))
            offset = try UInt64(record.uint32(at: 16))
        }

        init(wide record: ByteReader) throws {
            disks = try [UInt64(record.uint32(at: 16)), UInt64(record.uint32(at: 20))]
            entriesHere = try record.uint64(at: 24)
            entries = try record.uint64(at: 32)
            size = try record.uint64(at: 40)
            offset = try record.uint64(at: 48)
        }

        /// Checks that each field is either left to the zip64 record or equal to it, because
        /// programs differ in which record they trust.
        func check(agreesWith wide: Fields) throws {
            guard entries == 0xFFFF || entries == wide.entries,
                size == 0xFFFF_FFFF || size == wide.size,
                offset == 0xFFFF_FFFF || offset == wide.offset
            else {
                throw ScaryBugsError(
                    .damaged, "two ends of a ZIP file that contradict each other")
            }
        }
    }

    /// Reads the zip64 record and its offset if a locator directly precedes `end`.
    private static func wideFields(
        _ file: borrowing File, before end: Int64
    ) throws -> (fields: Fields, position: Int64)? {
        let locatorLength: Int64 = 20
        let recordLength = 56
        guard end >= locatorLength else { return nil }
        let locatorStart = end - locatorLength
        let locator = try ByteReader(file.bytes(at: locatorStart, count: Int(locatorLength))[...])
        guard try locator.uint32(at: 0) == 0x0706_4B50 else { return nil }
        // The format allows extensible data after the record, but no writer uses it. So the record
        // must have exactly 56 bytes.
        guard let position = try Int64(exactly: locator.uint64(at: 8)),
            position >= 0, position == locatorStart - Int64(recordLength)
        else { throw ScaryBugsError(.damaged, "a zip64 record elsewhere than its end says") }
        let record = try ByteReader(file.bytes(at: position, count: recordLength)[...])
        guard try record.uint32(at: 0) == 0x0606_4B50 else {
            throw ScaryBugsError(.damaged, "no zip64 record where its end says")
        }
        return (try Fields(wide: record), position)
    }
}
