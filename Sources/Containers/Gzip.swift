import CArchive
import SystemFiles

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
