import SystemFiles

/// The central directory of a ZIP file, parsed strictly in addition to libarchive.
///
/// libarchive turns backslashes into slashes and cuts names at a NUL. If two ZIP files are
/// concatenated, it reads the second. It also accepts a local header with another name than the
/// directory's. Every ZIP reader must see the same entries as this one, so all parts of the file
/// have to agree.
struct ZipDirectory {
    /// The entries in the order of their offsets, which is also libarchive's order.
    private(set) var entries: [ZipEntry] = []

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
        var records = ZipRecords(end)
        while let entry = try records.next(in: file) { entries.append(entry) }
        entries.sort { $0.offset < $1.offset }
        try checkSizes(limits)
        var layout = ZipLayout(end: end.directoryOffset)
        for index in entries.indices { try layout.place(&entries[index], in: file) }
        try layout.finish(in: file)
    }

    /// Checks the declared sizes, so that a decompression bomb is refused before unpacking starts.
    private func checkSizes(_ limits: ContainerLimits) throws {
        var left = limits.bytes.value
        for entry in entries {
            guard entry.size <= left else { throw limits.tooManyBytes }
            left -= entry.size
        }
    }
}
