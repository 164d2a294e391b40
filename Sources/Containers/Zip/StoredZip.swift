package import SystemFiles

/// Reads a ZIP file whose entries are not compressed, one entry after the other, in constant memory.
///
/// The directory must list the entries in the order of the file. A ZIP file may have millions of
/// entries, so the directory is never in memory as a whole. No entry expands, so the size of the file
/// bounds everything that is read.
package struct StoredZip {
    private var records: ZipRecords
    private var layout: ZipLayout

    /// - Throws: ``ScaryBugsError`` whose message continues a sentence that starts with the file's name.
    package init(_ file: borrowing File) throws {
        let end = try ZipEndRecord(file)
        records = ZipRecords(end)
        layout = ZipLayout(end: end.directoryOffset)
    }

    package mutating func next(in file: borrowing File) throws -> ZipEntry? {
        guard var entry = try records.next(in: file) else {
            try layout.finish(in: file)
            return nil
        }
        guard entry.method == 0 else {
            throw entry.name.error(.refused, "is compressed")
        }
        try layout.place(&entry, in: file)
        return entry
    }
}

extension EntryChecks {
    /// Checks an entry that is not compressed, as an entry of a container of its own, and passes it on.
    package func pass(_ entry: ZipEntry, in file: borrowing File) throws {
        try pass(
            entry.name,
            ArchiveHeader(
                size: entry.size, modified: entry.modified, isDirectory: entry.isDirectory),
            checksum: entry.checksum, from: entry.stored(in: file).read)
    }
}
