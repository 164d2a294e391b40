package import SystemFiles

/// Reads a ZIP file whose entries are not compressed, one entry after the other, in constant memory.
///
/// The directory must list the entries in the order of the file. A ZIP file may have millions of
/// entries, so the directory is never in memory as a whole. No entry expands, so the size of the file
/// bounds everything that is read.
package struct StoredZip {
    /// An entry, checked by itself.
    package struct Entry {
        fileprivate let zip: ZipEntry
        /// The time of the last modification; nil if the file has none.
        package let modified: FileTime?

        package var name: EntryName { zip.name }
        /// The size in bytes.
        package var size: Int64 { zip.size }
    }

    private var layout: ZipLayout
    private var left: UInt64
    /// The range of the directory that has not been read yet.
    private var rest: Range<Int64>
    /// Bytes of the directory that have been read but not parsed yet.
    private var buffer: ArraySlice<UInt8> = []

    /// Bytes of the directory that are read at a time. A record has at most 46 bytes and three parts of
    /// 65,535.
    private static let pieceSize = 46 + 3 * 65_535

    /// - Throws: ``ScaryBugsError`` whose message continues a sentence that starts with the file's name.
    package init(_ file: borrowing File) throws {
        let end = try ZipEndRecord(file)
        layout = ZipLayout(end: end.directoryOffset)
        left = end.entryCount
        rest = end.directoryOffset..<(end.directoryOffset + end.directorySize)
    }

    /// Returns the next entry; nil after the last.
    package mutating func next(in file: borrowing File) throws -> Entry? {
        try fill(from: file)
        guard left > 0 else {
            guard buffer.isEmpty else {
                throw ScaryBugsError(
                    .damaged, "a ZIP directory with more entries than its end says")
            }
            try layout.finish(in: file)
            return nil
        }
        guard !buffer.isEmpty else {
            throw ScaryBugsError(.damaged, "a ZIP directory with fewer entries than its end says")
        }
        left -= 1
        var (entry, modified) = try ZipEntry.timed(ByteReader(buffer))
        guard entry.recordLength <= buffer.count else {
            throw ScaryBugsError(.damaged, "ends in the middle of its ZIP directory")
        }
        buffer = buffer.dropFirst(entry.recordLength)
        guard entry.method == 0 else {
            throw ScaryBugsError(.refused, "entry \(entry.name.quoted) is compressed")
        }
        try layout.place(&entry, in: file)
        return Entry(zip: entry, modified: modified)
    }

    private mutating func fill(from file: borrowing File) throws {
        guard buffer.count < Self.pieceSize, !rest.isEmpty else { return }
        let count = min(rest.count, Self.pieceSize * 2 - buffer.count)
        buffer = try (Array(buffer) + file.bytes(at: rest.lowerBound, count: count))[...]
        rest = rest.dropFirst(count)
    }
}

extension StoredZip.Entry {
    /// Passes the bytes to `body` in pieces, each valid until it returns.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` after the last piece if their checksum is wrong.
    package func read(
        in file: borrowing File, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try zip.stored(in: file).read(body)
    }

    /// The entry as a part of another container, which starts `depth` directories below this one.
    func part(below depth: Int, of file: borrowing File, _ checks: EntryChecks) throws {
        let name = try EntryName(
            bytes: Array(zip.name.parts.dropFirst(depth).joined(separator: "/").utf8))
        try checks.pass(
            name, ArchiveHeader(size: size, modified: modified, isDirectory: zip.isDirectory),
            checksum: zip.checksum, from: zip.stored(in: file).read)
    }
}

/// Passes some entries of a larger file on, under the rules of a container of their own.
package struct ContainerPart {
    private let depth: Int
    private let checks: EntryChecks

    /// - Parameters:
    ///   - depth: the number of directories above the container.
    ///   - body: receives the entries with their names in the container.
    package init(
        below depth: Int, limits: ContainerLimits,
        _ body: @escaping (ContainerEntry) throws -> Void
    ) {
        self.depth = depth
        checks = EntryChecks(limits: limits, body)
    }

    package func pass(_ entry: StoredZip.Entry, in file: borrowing File) throws {
        try entry.part(below: depth, of: file, checks)
    }
}
