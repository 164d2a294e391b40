import CArchive
import SystemFiles
import SystemPackage

/// Decompresses gzip (RFC 1952).
///
/// libarchive's reader of gzip doesn't verify the checksum, and it unpacks gzip inside gzip.
enum Gzip {
    /// Decompresses a file into an unnamed temporary one, and verifies its checksum and length.
    ///
    /// A second stream or other bytes after the first one are refused, because programs disagree
    /// about what they mean.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged``, or ``ScaryBugsError/Code/limitExceeded`` for more
    ///   bytes than a container within the limits has.
    static func unpacked(_ file: borrowing File, limits: ContainerLimits) throws -> File {
        let inflater = try Inflater()
        let result = try File.temporary()
        var room = limits.unpackedBytes
        try file.forEachPiece { input in
            try Interruption.check()
            try inflater.inflate(input) { output in
                room -= Int64(output.count)
                guard room >= 0 else { throw limits.tooManyBytes }
                try limits.room?.take(output.count)
                try result.write(output)
            }
            return true
        }
        guard inflater.isOver else { throw Inflater.damage }
        return result
    }
}

private final class Inflater {
    /// Whether the end of the stream was reached.
    private(set) var isOver = false
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)

    static let damage = ScaryBugsError(.damaged, "truncated or damaged compressed data")

    init() throws {
        stream.initialize(to: z_stream())
        // Adding 16 to the largest window selects the gzip format.
        let status = inflateInit2_(
            stream, MAX_WBITS + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw ArchiveStatus.outOfMemory }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Passes the decompressed bytes to `body` in pieces.
    func inflate(
        _ input: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(input.count)
        repeat {
            guard !isOver else {
                throw ScaryBugsError(.damaged, "bytes behind the end of its gzip data")
            }
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            switch CArchive.inflate(stream, Z_NO_FLUSH) {
            case Z_STREAM_END: isOver = true
            // `Z_BUF_ERROR` means that inflate needs more input.
            case Z_OK, Z_BUF_ERROR: break
            case Z_MEM_ERROR: throw ArchiveStatus.outOfMemory
            default: throw Self.damage
            }
            let count = output.count - Int(stream.pointee.avail_out)
            try body(UnsafeRawBufferPointer(rebasing: output[..<count]))
        } while stream.pointee.avail_in > 0 || (stream.pointee.avail_out == 0 && !isOver)
    }
}

/// Supplies the bytes of a tar file to libarchive, and limits the length of its headers.
///
/// For each sparse region in a header, libarchive allocates many times the region's encoded size.
final class TarSource {
    /// The maximum length of a header in bytes. Programs write less before an entry's contents, and
    /// after the last entry.
    private static let longestHeader = 2 << 20

    private let descriptor: FileDescriptor
    private let name: String
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var offset: Int64 = 0
    /// Bytes that the current header may still use; nil while an entry's contents are read.
    private var headerRoom: Int?

    /// The error of the last read, which takes precedence over libarchive's.
    private(set) var error: (any Error)?

    /// - Parameter file: kept open by the caller while this is in use.
    init(_ file: borrowing File) {
        (descriptor, name) = (file.descriptor, file.name)
    }

    deinit {
        buffer.deallocate()
    }

    /// Provides the next piece, which is valid until the next call.
    ///
    /// - Returns: its length in bytes; 0 at the end; -1 after an error.
    func next(_ bytes: inout UnsafeRawPointer?) -> Int {
        do {
            try Interruption.check()
            let count = try descriptor.read(into: buffer, at: offset, of: name)
            try countHeader(count)
            offset += Int64(count)
            bytes = UnsafeRawPointer(buffer.baseAddress)
            return count
        } catch {
            self.error = error
            return -1
        }
    }

    /// Runs `body`, which reads a header, and limits the header's length.
    func readingHeader<Result>(_ body: () throws -> Result) rethrows -> Result {
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
