import CArchive
import SystemFiles
import SystemPackage

/// Reads an archive with libarchive, entry by entry.
///
/// It enables only the formats that a container may have, each by name. Some other formats of
/// libarchive crash on damaged files or start programs.
final class ArchiveReader {
    private let archive: OpaquePointer
    /// Supplies the bytes of a tar file; nil for a ZIP file.
    private let source: TarSource?
    /// Description of the current entry, for messages.
    private var subject = "the archive"

    private init(source: TarSource?) throws {
        guard let archive = archive_read_new() else { throw ArchiveStatus.outOfMemory }
        self.archive = archive
        self.source = source
    }

    deinit {
        archive_read_free(archive)
    }

    /// Opens a ZIP file, which the caller keeps open while the reader is in use.
    ///
    /// Uses only libarchive's seekable reader, which starts at the end of the file. The streaming
    /// reader reports links as regular files.
    static func zip(_ file: borrowing File) throws -> ArchiveReader {
        let reader = try ArchiveReader(source: nil)
        try file.rewind()
        try reader.check(archive_read_support_format_zip_seekable(reader.archive))
        try reader.check(
            archive_read_open_fd(reader.archive, file.descriptor.rawValue, 1 << 18))
        return reader
    }

    /// Opens a tar file, which the caller keeps open while the reader is in use.
    ///
    /// - Throws: ``Container/Unsupported/unknown`` if it is none.
    static func tar(_ file: borrowing File) throws -> ArchiveReader {
        let source = TarSource(file)
        let reader = try ArchiveReader(source: source)
        try reader.check(archive_read_support_format_tar(reader.archive))
        // By default, libarchive stops at a block of zeros and ignores all entries after it.
        try reader.check(
            archive_read_set_format_option(
                reader.archive, "tar", "read_concatenated_archives", "1"))
        let opened = archive_read_open(
            reader.archive, Unmanaged.passUnretained(source).toOpaque(), nil,
            { _, source, buffer in
                guard let source, let buffer else { return -1 }
                return Unmanaged<TarSource>.fromOpaque(source).takeUnretainedValue()
                    .next(&buffer.pointee)
            }, nil)
        if opened != ARCHIVE_OK, source.error == nil, archive_format(reader.archive) == 0 {
            throw Container.Unsupported.unknown
        }
        try reader.check(opened)
        return reader
    }

    func next() throws -> ArchiveHeader? {
        try Interruption.check()
        var entry: OpaquePointer?
        let status =
            source?.readingHeader { archive_read_next_header(archive, &entry) }
            ?? archive_read_next_header(archive, &entry)
        if status == ARCHIVE_EOF, source?.error == nil {
            try checkEndMark()
            return nil
        }
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
            throw failure()
        }
        let header = ArchiveHeader(entry)
        subject = "entry \(EntryName.quoted(header.name))"
        // An error about an invalid name is more precise than libarchive's warning.
        if status == ARCHIVE_WARN { _ = try EntryName(bytes: header.name) }
        try check(status)
        return header
    }

    /// Throws if the tar file has no block of zeros at its end, which means that it was truncated.
    private func checkEndMark() throws {
        guard source != nil else { return }
        let end = archive_filter_bytes(archive, 0) - archive_read_header_position(archive)
        guard end >= 512 else {
            throw ScaryBugsError(.damaged, "a truncated tar file; copy or download it again")
        }
    }

    /// Passes the bytes of the current entry to `body` in pieces, with zeros for holes.
    ///
    /// - Parameter body: receives bytes that are valid until it returns. Its errors end the
    ///   reading.
    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var position: Int64 = 0
        while true {
            try Interruption.check()
            var bytes: UnsafeRawPointer?
            var count = 0
            var offset: Int64 = 0
            let status = archive_read_data_block(archive, &bytes, &count, &offset)
            // libarchive only warns (`ARCHIVE_WARN`) about a wrong checksum or length; `check`
            // throws for it.
            if status == ARCHIVE_EOF, source?.error == nil { return }
            try check(status)
            guard offset >= position else {
                throw ScaryBugsError(.damaged, "\(subject) has bytes in two places at once")
            }
            try Self.fillHole(offset - position, body)
            try body(UnsafeRawBufferPointer(start: bytes, count: count))
            position = offset + Int64(count)
        }
    }

    /// Passes zeros for a hole. Some programs omit long runs of zeros from tar files.
    private static func fillHole(
        _ length: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        if length == 0 { return }
        let zeros = [UInt8](repeating: 0, count: Int(min(length, 65_536)))
        var left = length
        while left > 0 {
            try Interruption.check()
            let piece = Int(min(left, Int64(zeros.count)))
            try zeros.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<piece])) }
            left -= Int64(piece)
        }
    }

    private func check(_ status: CInt) throws {
        if status != ARCHIVE_OK { throw failure() }
    }

    private func failure() -> any Error {
        source?.error ?? ArchiveStatus.failure(of: archive, "\(subject) is damaged")
    }
}

/// Converts the status of libarchive's last call to ``ScaryBugsError``.
enum ArchiveStatus {
    static var outOfMemory: ScaryBugsError {
        ScaryBugsError.system(.noMemory, "cannot start libarchive")
    }

    /// The last error of an archive: a system error if the system caused it, otherwise damage.
    static func failure(of archive: OpaquePointer, _ what: String) -> ScaryBugsError {
        let reason = Errno(rawValue: archive_errno(archive))
        if [Errno.ioError, .noMemory, .badFileDescriptor].contains(reason) {
            return ScaryBugsError.system(reason, what)
        }
        return ScaryBugsError(.damaged, "\(what): \(text(of: archive))")
    }

    /// libarchive's error text, which may quote a name from the archive.
    private static func text(of archive: OpaquePointer) -> String {
        guard let text = archive_error_string(archive) else { return "libarchive gives no reason" }
        return String(cString: text).split(whereSeparator: \.isNewline).joined(separator: " ")
            .escapingControls
    }
}

/// Replaces a function of libarchive, so that static linking leaves unused formats out.
///
/// libarchive's ZIP writer calls this function for an entry that is neither file, directory nor
/// link. ScaryBugs never makes such an entry. libarchive defines the function in an object that
/// also lists all formats. Linking that object would pull in every writer, and through the xar
/// writer libxml2 and ICU. The linker finds this definition first and skips libarchive's object.
/// The ZIP writer itself reports the failure.
@c(__archive_write_entry_filetype_unsupported)
func archiveWriteEntryFiletypeUnsupported(
    _ archive: OpaquePointer?, _ entry: OpaquePointer?, _ format: UnsafePointer<CChar>?
) {}
