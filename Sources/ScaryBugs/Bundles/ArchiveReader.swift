import CArchive
import Glibc
import SystemPackage

/// An archive being read by libarchive, entry by entry.
///
/// Only what a bundle may be is switched on, by name: others among libarchive's formats crash on
/// damaged files, or start programs.
final class ArchiveReader {
    private let archive: OpaquePointer
    /// Where a tar file's bytes come from; its errors are the ones to report.
    private let source: UnpackedBytes?
    /// How messages call what is read next.
    private var subject = "the archive"

    private init(source: UnpackedBytes?) throws {
        guard let archive = archive_read_new() else { throw ArchiveStatus.outOfMemory }
        self.archive = archive
        self.source = source
    }

    deinit {
        archive_read_free(archive)
    }

    /// A ZIP file, kept open by the caller while this is in use.
    ///
    /// Only the reader that starts from the end: from the front, links look like files.
    static func zip(_ file: borrowing File) throws -> ArchiveReader {
        let reader = try ArchiveReader(source: nil)
        try file.rewind()
        try reader.check(archive_read_support_format_zip_seekable(reader.archive))
        try reader.check(
            archive_read_open_fd(reader.archive, file.descriptor.rawValue, 1 << 18))
        return reader
    }

    /// A tar file out of the bytes that `source` unpacks.
    static func tar(_ source: UnpackedBytes) throws -> ArchiveReader {
        let reader = try ArchiveReader(source: source)
        try reader.check(archive_read_support_format_tar(reader.archive))
        // Without this one block of zeros hides all that follows.
        try reader.check(
            archive_read_set_format_option(
                reader.archive, "tar", "read_concatenated_archives", "1"))
        let opened = archive_read_open(
            reader.archive, Unmanaged.passUnretained(source).toOpaque(), nil,
            { _, source, buffer in
                guard let source, let buffer else { return -1 }
                return Unmanaged<UnpackedBytes>.fromOpaque(source).takeUnretainedValue()
                    .next(&buffer.pointee)
            }, nil)
        if opened != ARCHIVE_OK, source.error == nil, archive_format(reader.archive) == 0 {
            throw ScaryBugsError(.refused, source.isNoArchive)
        }
        try reader.check(opened)
        return reader
    }

    /// The next entry; nil after the last.
    func next() throws -> ArchiveHeader? {
        try Interruption.check()
        var entry: OpaquePointer?
        let status = readHeader(&entry)
        if status == ARCHIVE_EOF, source?.error == nil {
            try checkEndMark()
            return nil
        }
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
            throw failure()
        }
        let header = ArchiveHeader(entry)
        subject = "entry \(EntryName.quoted(header.name))"
        // A name that is wrong in itself says more than what libarchive warns of it.
        if status == ARCHIVE_WARN { _ = try EntryName(bytes: header.name) }
        try check(status)
        return header
    }

    private func readHeader(_ entry: inout OpaquePointer?) -> CInt {
        guard let source else { return archive_read_next_header(archive, &entry) }
        return source.readingHeader { archive_read_next_header(archive, &entry) }
    }

    /// A tar file ends with a block of zeros, so that one that was cut between two files is told
    /// from a whole one.
    private func checkEndMark() throws {
        guard source != nil else { return }
        let end = archive_filter_bytes(archive, 0) - archive_read_header_position(archive)
        guard end >= 512 else {
            throw ScaryBugsError(.damaged, "is a truncated tar file; copy or download it again")
        }
    }

    /// Hands out the bytes of the entry that came last, piece by piece, and zeros for its holes.
    ///
    /// - Parameter body: gets bytes that are gone when it returns; may end it by an error.
    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var position: Int64 = 0
        while true {
            try Interruption.check()
            var bytes: UnsafeRawPointer?
            var count = 0
            var offset: Int64 = 0
            let status = archive_read_data_block(archive, &bytes, &count, &offset)
            // A wrong checksum or length is no more than a warning.
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

    /// Some programs leave out long runs of zeros in what they put into a tar file.
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
