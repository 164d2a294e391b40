import CArchive
import Glibc
import SystemPackage

/// The bytes of a file without its compression: gzip, bzip2, xz, Zstandard or none.
///
/// A stage of its own before the tar reader, so that every byte that comes out is counted, also
/// those that no entry owns.
final class UnpackedBytes {
    private let archive: OpaquePointer
    private let limit: Int64
    private let compression: ByteFormat.Compression?
    private var gzip: GzipSource?
    private var decompressed: DecompressedBytes?
    private var count: Int64 = 0
    /// The first piece, where it was looked at before its turn.
    private var pending: UnsafeRawBufferPointer?

    /// Bytes that may still come before there is an entry; nil where an entry's own come.
    private var headerRoom: Int?

    /// Why no more bytes came, where it was not the end.
    private(set) var error: (any Error)?

    /// - Parameters:
    ///   - file: kept open by the caller while this is in use.
    ///   - limit: bytes after which it is taken for a bomb.
    ///   - mostMemory: bytes of memory that unpacking may take.
    init(
        _ file: borrowing File, _ compression: ByteFormat.Compression?, limit: Int64,
        mostMemory: Int
    ) throws {
        guard let archive = archive_read_new() else { throw ArchiveStatus.outOfMemory }
        self.archive = archive
        self.limit = limit
        self.compression = compression
        let size = try file.status().size
        if let decompressor = try compression?.decompressor(mostMemory: mostMemory) {
            decompressed = DecompressedBytes(decompressor, 0..<size, of: file)
            return
        }
        try check(open(file))
        var entry: OpaquePointer?
        try check(archive_read_next_header(archive, &entry))
        // The last filter is always the file itself.
        guard archive_filter_count(archive) <= 2 else {
            throw ScaryBugsError(.refused, "is compressed more than once")
        }
    }

    deinit {
        archive_read_free(archive)
    }

    /// Opens with the one filter that is needed: libarchive looks for each again inside of it.
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

    /// What to say where no tar file comes out.
    var isNoArchive: String {
        compression == nil
            ? "is not a bundle (a ZIP or tar file); 'help import' lists what can be imported"
            : "is compressed but not a tar file; a bundle is a ZIP or tar file"
    }

    /// The beginning of the first piece, to tell what this is before any of it is used up.
    func prefix(_ length: Int) throws -> [UInt8] {
        let piece = try nextPiece()
        pending = piece
        return Array(piece.prefix(length))
    }

    /// All of it in a file without a name.
    func spooled() throws -> File {
        let file = try Directory.openSpool().temporaryFile()
        while case let piece = try nextPiece(), !piece.isEmpty { try file.write(piece) }
        return file
    }

    /// Hands out the next piece, which is there until the next call.
    ///
    /// - Returns: its length in bytes, 0 at the end, -1 if ``error`` says why there is none.
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

    /// The next piece, which is there until the next call; empty at the end.
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

    /// More than programs write before an entry's bytes, or after the last.
    private static let longestHeader = 2 << 20

    /// Runs `body`, which reads what stands before an entry's own bytes.
    ///
    /// libarchive keeps what a header says of a file's holes in many times the memory.
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
        // libarchive would speak of ZIP here. It only warns of what it finds behind the last byte.
        throw gzip.error
            ?? ScaryBugsError(
                .damaged,
                status == ARCHIVE_WARN
                    ? "has a gzip checksum or length that does not hold, or several gzip streams "
                        + "in one"
                    : "is a truncated or damaged gzip file")
    }
}
