import CArchive
package import SystemFiles

/// Writes a ZIP file with libarchive.
package final class ZipWriter {
    private let archive: OpaquePointer
    private let entry: OpaquePointer
    private let sink: ZipSink

    /// - Parameter file: an empty file or a pipe, kept open by the caller while this is in use.
    package init(to file: borrowing File) throws {
        guard let archive = archive_write_new() else { throw ArchiveStatus.outOfMemory }
        guard let entry = archive_entry_new() else {
            archive_write_free(archive)
            throw ArchiveStatus.outOfMemory
        }
        self.archive = archive
        self.entry = entry
        sink = ZipSink(file)
        try check(archive_write_set_format_zip(archive))
        // Disables blocking: each header must reach the sink at once, and the file needs no padding.
        try check(archive_write_set_bytes_per_block(archive, 0))
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        let opened = archive_write_open(
            archive, Unmanaged.passUnretained(sink).toOpaque(), nil,
            { _, sink, bytes, count in
                guard let sink else { return -1 }
                return Unmanaged<ZipSink>.fromOpaque(sink).takeUnretainedValue()
                    .receive(UnsafeRawBufferPointer(start: bytes, count: count))
            }, nil)
        try check(opened)
    }

    /// Writes a ZIP file as a whole, in a locale for all names.
    ///
    /// - Parameter file: an empty file or a pipe.
    package static func write<Result>(
        to file: borrowing File, _ body: (ZipWriter) throws -> Result
    ) throws -> Result {
        try UTF8Locale.run {
            let writer = try ZipWriter(to: file)
            let result = try body(writer)
            try writer.close()
            return result
        }
    }

    deinit {
        // `archive_write_free` also finishes the archive, so the sink must discard an abandoned
        // one.
        sink.abandon()
        archive_entry_free(entry)
        archive_write_free(archive)
    }

    package func addDirectory(named name: String, modified: FileTime) throws {
        archive_entry_clear(entry)
        archive_entry_set_filetype(entry, 0o040000)
        archive_entry_set_perm(entry, 0o755)
        try add(name + "/", modified)
    }

    /// Adds a file. The caller then passes its `size` bytes to ``write(_:)``.
    ///
    /// - Parameter stored: whether to skip compression, for bytes that are compressed already.
    package func addFile(named name: String, size: Int64, modified: FileTime, stored: Bool) throws {
        archive_entry_clear(entry)
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        archive_entry_set_size(entry, size)
        try check(
            stored
                ? archive_write_zip_set_compression_store(archive)
                : archive_write_zip_set_compression_deflate(archive))
        try add(name, modified)
    }

    private func add(_ name: String, _ modified: FileTime) throws {
        archive_entry_set_pathname(entry, name)
        archive_entry_set_uid(entry, 0)
        archive_entry_set_gid(entry, 0)
        // The time field has 32 bits, which cover 1970 through 2106.
        let seconds = min(max(modified.seconds, 0), Int64(UInt32.max))
        archive_entry_set_mtime(entry, time_t(seconds), 0)
        // The end of the previous entry must reach the sink before the next header.
        try check(archive_write_finish_entry(archive))
        try sink.beginHeader()
        try check(archive_write_header(archive, entry))
        try sink.endHeader(DOSTime(FileTime(seconds: seconds)))
    }

    /// Appends bytes to the file that was added last.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
        let written = archive_write_data(archive, bytes.baseAddress, bytes.count)
        try check(written < 0 ? CInt(truncatingIfNeeded: written) : ARCHIVE_OK)
        guard written == bytes.count else {
            throw ScaryBugsError(.busy, "a file grew while it was being packed; try again")
        }
    }

    package func close() throws {
        try check(archive_write_finish_entry(archive))
        try sink.beginDirectory()
        try check(archive_write_close(archive))
        try sink.finish()
    }

    private func check(_ status: CInt) throws {
        if status == ARCHIVE_OK, sink.error == nil { return }
        throw sink.error ?? ArchiveStatus.failure(of: archive, "cannot be packed")
    }
}

/// A time in the format of ZIP headers: from 1980 to 2107, in steps of two seconds. ScaryBugs
/// always stores UTC.
struct DOSTime: Hashable {
    /// The date in the upper 16 bits and the time in the lower. A header stores the lower half
    /// first.
    let packed: UInt32

    init(_ time: FileTime) {
        let time = UTCTime(secondsSince1970: min(max(time.seconds, Self.first), Self.last))
        let date = (time.year - 1980) << 9 | time.month << 5 | time.day
        let clock = time.hour << 11 | time.minute << 5 | time.second / 2
        packed = UInt32(truncatingIfNeeded: date) << 16 | UInt32(truncatingIfNeeded: clock)
    }

    /// 1980-01-01 00:00:00.
    private static let first: Int64 = 315_532_800
    /// 2107-12-31 23:59:58.
    private static let last: Int64 = 4_354_819_198

    var bytes: [UInt8] { withUnsafeBytes(of: packed.littleEndian) { Array($0) } }
}
