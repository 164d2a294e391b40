import CArchive
import Glibc
import SystemPackage

/// Decompresses a file: gzip, bzip2, xz, Zstandard or uncompressed.
///
/// This is a separate stage before the tar reader, so that it counts every decompressed byte, even
/// bytes outside of all entries.
final class DecompressedStream {
    private let archive: OpaquePointer
    private let limit: Int64
    private let compression: FileSignature.Compression?
    private var gzip: GzipSource?
    private var decompressed: DecompressedRange?
    private var count: Int64 = 0
    /// The first piece, if ``prefix(_:)`` has read it ahead.
    private var pending: UnsafeRawBufferPointer?

    /// Bytes that the current header may still use; nil while an entry's contents are read.
    private var headerRoom: Int?

    /// The error that ended the stream; nil if there was none.
    private(set) var error: (any Error)?

    /// - Parameters:
    ///   - file: kept open by the caller while this is in use.
    ///   - limit: the maximum number of decompressed bytes, above which the file counts as a bomb.
    ///   - mostMemory: the maximum memory for decompression, in bytes.
    init(
        _ file: borrowing File, _ compression: FileSignature.Compression?, limit: Int64,
        mostMemory: Int
    ) throws {
        guard let archive = archive_read_new() else { throw ArchiveStatus.outOfMemory }
        self.archive = archive
        self.limit = limit
        self.compression = compression
        let size = try file.status().size
        if let decompressor = try compression?.decompressor(mostMemory: mostMemory) {
            decompressed = DecompressedRange(decompressor, 0..<size, of: file)
            return
        }
        try check(open(file))
        var entry: OpaquePointer?
        try check(archive_read_next_header(archive, &entry))
        // The last filter is always the file itself, so a third one is a second compression.
        guard archive_filter_count(archive) <= 2 else {
            throw ScaryBugsError(.refused, "is compressed more than once")
        }
    }

    deinit {
        archive_read_free(archive)
    }

    /// Enables only the one filter that is needed, because libarchive applies filters repeatedly.
    private func open(_ file: borrowing File) throws -> CInt {
        switch compression {
        case .gzip: return try openGzip(file)
        case .bzip2: try check(archive_read_support_filter_bzip2(archive))
        case .xz, .zstd, nil: break
        }
        try check(archive_read_support_format_raw(archive))
        try file.rewind()
        return archive_read_open_fd(archive, file.descriptor.rawValue, 1 << 18)
    }

    private func openGzip(_ file: borrowing File) throws -> CInt {
        let source = try GzipSource(file)
        gzip = source
        try check(archive_read_support_format_zip_streamable(archive))
        return archive_read_open(
            archive, Unmanaged.passUnretained(source).toOpaque(), nil,
            { _, source, buffer in
                guard let source, let buffer else { return -1 }
                return Unmanaged<GzipSource>.fromOpaque(source).takeUnretainedValue()
                    .next(&buffer.pointee)
            }, nil)
    }

    /// The error message for a file that contains no tar archive.
    var isNoArchive: String {
        compression == nil
            ? "is not a bundle (a ZIP or tar file); 'help import' lists what can be imported"
            : "is compressed but not a tar file; a bundle is a ZIP or tar file"
    }

    /// Returns the beginning of the first piece without consuming it, to detect the format.
    func prefix(_ length: Int) throws -> [UInt8] {
        let piece = try nextPiece()
        pending = piece
        return Array(piece.prefix(length))
    }

    /// Writes all decompressed bytes to an unnamed temporary file.
    func spooled() throws -> File {
        let file = try Directory.openSpool().temporaryFile()
        while case let piece = try nextPiece(), !piece.isEmpty { try file.write(piece) }
        return file
    }

    /// Provides the next piece, which is valid until the next call.
    ///
    /// - Returns: its length in bytes; 0 at the end; -1 after an error, which ``error`` holds.
    func next(_ bytes: inout UnsafeRawPointer?) -> Int {
        do {
            let piece = try nextPiece()
            bytes = piece.baseAddress
            return piece.count
        } catch {
            self.error = error
            return -1
        }
    }

    /// Returns the next piece, which is valid until the next call; empty at the end.
    private func nextPiece() throws -> UnsafeRawBufferPointer {
        try Interruption.check()
        if let pending {
            self.pending = nil
            return pending
        }
        let piece = try decompressed?.next() ?? nextBlock()
        count += Int64(piece.count)
        guard count <= limit else {
            throw ScaryBugsError.over(.bundleBytes, "unpacks to more than \(ByteCount(limit))")
        }
        try countHeader(piece.count)
        return piece
    }

    private func nextBlock() throws -> UnsafeRawBufferPointer {
        var bytes: UnsafeRawPointer?
        var length = 0
        var offset: Int64 = 0
        while length == 0 {
            let status = archive_read_data_block(archive, &bytes, &length, &offset)
            if status == ARCHIVE_EOF, gzip?.error == nil {
                return UnsafeRawBufferPointer(start: nil, count: 0)
            }
            try check(status)
        }
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }

    // MARK: Headers

    /// The maximum length of a header in bytes. Programs write less before an entry's contents, and
    /// after the last entry.
    private static let longestHeader = 2 << 20

    /// Runs `body`, which reads a header, and limits the header's length.
    ///
    /// For each sparse region in a header, libarchive allocates many times the region's encoded
    /// size.
    func readingHeader<Result>(_ body: () throws -> Result) rethrows -> Result {
        headerRoom = Self.longestHeader
        defer { headerRoom = nil }
        return try body()
    }

    private func countHeader(_ count: Int) throws {
        guard let room = headerRoom else { return }
        guard count <= room else {
            throw ScaryBugsError(
                .limitExceeded, "has a header of more than \(ByteCount(Self.longestHeader))")
        }
        headerRoom = room - count
    }

    private func check(_ status: CInt) throws {
        if status == ARCHIVE_OK { return }
        guard let gzip else {
            throw ArchiveStatus.failure(of: archive, "the compressed data is damaged")
        }
        // libarchive's message would speak of ZIP here. It only warns about data after the last
        // byte.
        throw gzip.error
            ?? ScaryBugsError(
                .damaged,
                status == ARCHIVE_WARN
                    ? "has a gzip checksum or length that does not hold, or several gzip streams "
                        + "in one"
                    : "is a truncated or damaged gzip file")
    }
}
