package import SystemFiles

/// A file or a directory whose bytes an open file has unpacked: a ZIP file that compresses nothing,
/// or a copy of a container's files.
package struct ZipEntry {
    package let name: EntryName
    package let isDirectory: Bool
    let modified: FileTime?
    /// CRC-32 of the bytes.
    let checksum: UInt32
    /// The range of the bytes in the file.
    let data: Range<Int64>

    /// Passes the bytes to `body` in pieces, each valid until it returns.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` after the last piece if their checksum is wrong.
    package func read(
        in file: borrowing File, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try source(in: file)(body)
    }

    fileprivate func source(in file: borrowing File) -> ContainerEntry.Source {
        let (descriptor, fileName) = (file.descriptor, file.name)
        return { body in
            var sum: UInt32 = 0
            try descriptor.read(data, of: fileName) { bytes in
                sum = CRC32.of(bytes, after: sum)
                try body(bytes)
            }
            guard sum == checksum else {
                throw name.error(.damaged, "is damaged: its checksum is wrong")
            }
        }
    }

    /// The first bytes, or all bytes of a shorter file.
    package func prefix(_ count: Int, in file: borrowing File) throws -> [UInt8] {
        try file.bytes(at: data.lowerBound, count: min(count, data.count))
    }

    /// The entry under a name without its first parts.
    package func dropping(_ count: Int) throws -> ZipEntry {
        let path = name.parts.dropFirst(count).joined(separator: "/")
        return try ZipEntry(
            name: EntryName(bytes: Array(path.utf8)), isDirectory: isDirectory, modified: modified,
            checksum: checksum, data: data)
    }
}

extension EntryChecks {
    /// Checks an entry as an entry of a container of its own, and passes it on.
    package func pass(_ entry: ZipEntry, in file: borrowing File) throws {
        let header = ArchiveHeader(
            size: Int64(entry.data.count), modified: entry.modified, isDirectory: entry.isDirectory)
        try pass(entry.name, header, checksum: entry.checksum, from: entry.source(in: file))
    }
}

/// Reads a ZIP file whose entries are not compressed, one entry after the other, in constant memory.
///
/// The directory must list the entries in the order of the file. A ZIP file may have millions of
/// entries, so the directory is never in memory as a whole. No entry expands, so the size of the file
/// bounds everything that is read.
package struct StoredZip {
    private var directory: ZipDirectory

    /// - Throws: ``ScaryBugsError`` whose message continues a sentence that starts with the file's name.
    package init(_ file: borrowing File) throws {
        directory = ZipDirectory(try ZipEnd(file))
    }

    package mutating func next(in file: borrowing File) throws -> ZipEntry? {
        guard let record = try directory.next(in: file) else {
            try directory.finish(in: file)
            return nil
        }
        guard record.method == 0 else { throw record.name.error(.refused, "is compressed") }
        let data = try directory.place(record, in: file)
        guard data.count == record.size else {
            throw record.name.error(.damaged, "has two different sizes")
        }
        return ZipEntry(
            name: record.name, isDirectory: record.name.endsInSlash,
            modified: try record.modified(), checksum: record.checksum, data: data)
    }
}
