import SystemFiles

/// Reads and decompresses a file.
///
/// This is a separate stage before the tar reader, so that it counts every decompressed byte, even
/// bytes outside of all entries.
final class DecompressedStream {
    private let bytes: DecompressedRange
    private let limits: ContainerLimits
    let isCompressed: Bool
    /// The number of bytes that may follow.
    private var room: Int64
    /// The first piece, if ``prefix(_:)`` has read it ahead.
    private var pending: UnsafeRawBufferPointer?

    /// Bytes that the current header may still use; nil while an entry's contents are read.
    private var headerRoom: Int?

    /// The last pieces that were provided, from the one before the current header on.
    private var recent: [UInt8] = []
    private var lastPieceSize = 0
    /// The number of bytes provided so far.
    private var position: Int64 = 0

    private(set) var error: (any Error)?

    /// - Parameter file: kept open by the caller while this is in use.
    init(
        _ file: borrowing File, _ compression: FileSignature.Compression?, limits: ContainerLimits
    ) throws {
        let decompressor = try compression?.decompressor(limits) ?? StoredBytes()
        bytes = try DecompressedRange(decompressor, 0..<file.status().size, of: file)
        self.limits = limits
        isCompressed = compression != nil
        // Allows for the headers, several for each entry, and for the blocks at the end.
        room = limits.bytes.value + (limits.entries.value + 16) * 8_192
    }

    /// Returns the beginning of the first piece without consuming it, to detect the format.
    func prefix(_ length: Int) throws -> [UInt8] {
        let piece = try nextPiece()
        pending = piece
        return Array(piece.prefix(length))
    }

    /// Writes all decompressed bytes to an unnamed temporary file.
    func spooled() throws -> File {
        let file = try File.temporary()
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
            keep(piece)
            return piece.count
        } catch {
            self.error = error
            return -1
        }
    }

    /// Returns the next piece, which is valid until the next call; empty at the end.
    private func nextPiece() throws -> UnsafeRawBufferPointer {
        if let pending {
            self.pending = nil
            return pending
        }
        let piece = try bytes.next()
        room -= Int64(piece.count)
        guard room >= 0 else { throw limits.tooManyBytes }
        try countHeader(piece.count)
        return piece
    }

    // MARK: Headers

    private func keep(_ piece: UnsafeRawBufferPointer) {
        if headerRoom == nil { keepLastPiece() }
        recent += piece
        lastPieceSize = piece.count
        position += Int64(piece.count)
    }

    /// libarchive consumes a piece before it asks for the next one, except in headers.
    private func keepLastPiece() { recent.removeFirst(recent.count - lastPieceSize) }

    /// The bytes of the header that was read last.
    ///
    /// - Parameter range: offsets in the decompressed bytes.
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the bytes are gone.
    func headerBytes(in range: Range<Int64>) throws -> ArraySlice<UInt8> {
        let start = position - Int64(recent.count)
        guard range.lowerBound >= start, range.upperBound <= position else {
            throw ScaryBugsError(.damaged, "a tar file whose headers cannot be followed")
        }
        return recent[Int(range.lowerBound - start)..<Int(range.upperBound - start)]
    }

    /// The maximum length of a header in bytes. Programs write less before an entry's contents, and
    /// after the last entry.
    private static let longestHeader = 2 << 20

    /// Runs `body`, which reads a header, and limits the header's length.
    ///
    /// For each sparse region in a header, libarchive allocates many times the region's encoded
    /// size.
    func readingHeader<Result>(_ body: () throws -> Result) rethrows -> Result {
        keepLastPiece()
        headerRoom = Self.longestHeader
        defer { headerRoom = nil }
        return try body()
    }

    private func countHeader(_ count: Int) throws {
        guard let room = headerRoom else { return }
        guard count <= room else {
            throw ScaryBugsError(
                .limitExceeded, "a header of more than \(ByteCount(Self.longestHeader))")
        }
        headerRoom = room - count
    }
}
