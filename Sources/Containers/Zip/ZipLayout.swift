import SystemFiles

/// Checks the places of a ZIP file's entries, in the order of their offsets.
///
/// None overlaps another, each has its own header, and no bytes between them look like an entry.
struct ZipLayout {
    /// The end of the last entry.
    private var position: Int64 = 0
    /// The end of all entries, where the directory begins.
    private let end: Int64

    init(end: Int64) {
        self.end = end
    }

    /// Checks the next entry, and sets the range of its data.
    mutating func place(_ entry: inout ZipEntry, in file: borrowing File) throws {
        try Interruption.check()
        guard entry.offset >= position else {
            throw entry.name.error(.damaged, "overlaps another entry")
        }
        guard entry.offset < end else { throw Self.outside(entry) }
        try checkGap(file, from: position, to: entry.offset)
        let data = try checkHeader(of: entry, file)
        guard entry.packedSize <= end - data else { throw Self.outside(entry) }
        position = data + entry.packedSize
        entry.data = data..<position
        if entry.hasDescriptor {
            position += try ZipDescriptor.length(for: entry, at: position, before: end, in: file)
        }
    }

    /// Checks the bytes after the last entry.
    func finish(in file: borrowing File) throws {
        try checkGap(file, from: position, to: end)
    }

    private static func outside(_ entry: ZipEntry) -> ScaryBugsError {
        entry.name.error(.damaged, "does not fit into the file")
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
            throw entry.name.error(.damaged, "is not where the ZIP directory says")
        }
        guard try Int(header.uint16(at: 26)) == entry.headerName.count,
            bytes.dropFirst(30).elementsEqual(entry.headerName)
        else {
            throw entry.name.error(
                .damaged, "has another name in its own header than in the ZIP directory")
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
            throw entry.name.error(
                .damaged, "is described differently in its own header and in the ZIP directory")
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
