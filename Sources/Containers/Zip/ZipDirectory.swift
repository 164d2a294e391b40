import SystemFiles

/// The central directory of a ZIP file, parsed strictly in addition to libarchive.
///
/// libarchive turns backslashes into slashes and cuts names at a NUL. If two ZIP files are
/// concatenated, it reads the second. It also accepts a local header with another name than the
/// directory's. Every ZIP reader must see the same entries as this one, so all parts of the file
/// have to agree.
struct ZipDirectory {
    /// The entries in the order of their offsets, which is also libarchive's order.
    private(set) var entries: [ZipEntry]

    /// Maximum length in bytes, enough for more than a thousand entries with the longest names.
    private static let longest: Int64 = 8 << 20

    init(_ file: borrowing File, limits: ContainerLimits) throws {
        let end = try ZipEndRecord(file)
        guard end.entryCount > 0 else { throw ScaryBugsError(.refused, "an empty ZIP file") }
        guard end.entryCount <= UInt64(clamping: limits.entries.value) else {
            throw limits.tooManyEntries
        }
        guard end.directorySize <= Self.longest else {
            throw ScaryBugsError(
                .limitExceeded, "a ZIP directory of more than \(Self.longest) bytes")
        }
        let bytes = try file.bytes(at: end.directoryOffset, count: Int(end.directorySize))
        entries = try Self.entries(bytes, count: Int(end.entryCount))
            .sorted { $0.offset < $1.offset }
        try checkSizes(limits)
        try checkLayout(file, end: end.directoryOffset)
    }

    private static func entries(_ bytes: [UInt8], count: Int) throws -> [ZipEntry] {
        var entries: [ZipEntry] = []
        var rest = bytes[...]
        for _ in 0..<count {
            guard !rest.isEmpty else {
                throw ScaryBugsError(
                    .damaged, "a ZIP directory with fewer entries than its end says")
            }
            let entry = try ZipEntry(ByteReader(rest))
            guard entry.recordLength <= rest.count else {
                throw ScaryBugsError(.damaged, "ends in the middle of its ZIP directory")
            }
            entries.append(entry)
            rest = rest.dropFirst(entry.recordLength)
        }
        guard rest.isEmpty else {
            throw ScaryBugsError(
                .damaged, "a ZIP directory with more entries than its end says")
        }
        return entries
    }

    /// Checks the declared sizes, so that a decompression bomb is refused before unpacking starts.
    private func checkSizes(_ limits: ContainerLimits) throws {
        var left = limits.bytes.value
        for entry in entries {
            guard entry.size <= left else { throw limits.tooManyBytes }
            left -= entry.size
        }
    }

    // MARK: The entries' own headers

    private mutating func checkLayout(_ file: borrowing File, end: Int64) throws {
        var position: Int64 = 0
        for (index, entry) in entries.enumerated() {
            try Interruption.check()
            guard entry.offset >= position else {
                throw ScaryBugsError(
                    .damaged, "entry \(entry.name.quoted) overlaps another entry")
            }
            guard entry.offset < end else { throw Self.outside(entry) }
            try checkGap(file, from: position, to: entry.offset)
            let data = try checkHeader(of: entry, file)
            guard entry.packedSize <= end - data else { throw Self.outside(entry) }
            position = data + entry.packedSize
            entries[index].data = data..<position
            if entry.hasDescriptor {
                position += try ZipDescriptor.length(
                    for: entry, at: position, before: end, in: file)
            }
        }
        try checkGap(file, from: position, to: end)
    }

    private static func outside(_ entry: ZipEntry) -> ScaryBugsError {
        ScaryBugsError(.damaged, "entry \(entry.name.quoted) does not fit into the file")
    }

    /// Compares an entry's local header with the directory.
    ///
    /// - Returns: the offset of the entry's data.
    private func checkHeader(of entry: ZipEntry, _ file: borrowing File) throws -> Int64 {
        let length = 30 + entry.headerName.count
        let bytes: [UInt8]
        do { bytes = try file.bytes(at: entry.offset, count: length) } catch {
            throw Self.outside(entry)
        }
        let header = ByteReader(bytes[...])
        guard try header.uint32(at: 0) == 0x0403_4B50 else {
            throw ScaryBugsError(
                .damaged, "entry \(entry.name.quoted) is not where the ZIP directory says")
        }
        guard try Int(header.uint16(at: 26)) == entry.headerName.count,
            bytes.dropFirst(30).elementsEqual(entry.headerName)
        else {
            throw ScaryBugsError(
                .damaged,
                "entry \(entry.name.quoted) has another name in its own header than in the ZIP "
                    + "directory")
        }
        try checkFields(header, of: entry)
        return try entry.offset + Int64(length) + Int64(header.uint16(at: 28))
    }

    private func checkFields(_ header: ByteReader, of entry: ZipEntry) throws {
        let sameFlags = try (header.uint16(at: 6) ^ entry.flags) & 0x2049 == 0
        let sameMethod = try header.uint16(at: 8) == entry.method
        let checksum = try header.uint32(at: 14)
        let packedSize = try Int64(header.uint32(at: 18))
        let size = try Int64(header.uint32(at: 22))
        // If all 32 bits are set, the zip64 field has the actual number, which libarchive compares.
        let sameSizes =
            [entry.packedSize, 0xFFFF_FFFF].contains(packedSize)
            && [entry.size, 0xFFFF_FFFF].contains(size)
        guard sameFlags, sameMethod,
            entry.hasDescriptor || (sameSizes && checksum == entry.checksum)
        else {
            throw ScaryBugsError(
                .damaged,
                "entry \(entry.name.quoted) is described differently in its own header and in the "
                    + "ZIP directory")
        }
    }

    /// Checks the bytes between two entries. They are harmless unless a streaming reader would take
    /// them for an entry.
    private func checkGap(_ file: borrowing File, from start: Int64, to end: Int64) throws {
        guard end - start >= 4 else { return }
        let bytes = try file.bytes(at: start, count: 4)
        guard !ZipDescriptor.isHeader(bytes[...]) else {
            throw ScaryBugsError(.damaged, "entries that its ZIP directory does not name")
        }
    }
}
