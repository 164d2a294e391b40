import CArchive
import SystemFiles

/// Decompresses one gzip stream (RFC 1952), and verifies its checksum and length.
///
/// A second stream or other bytes after the first one are refused, because programs disagree about
/// what they mean.
final class GzipDecompressor: Decompressor {
    private var stream = z_stream()
    private var isOver = false

    init() throws {
        // Adding 16 to the largest window selects the gzip format.
        let status = inflateInit2_(
            &stream, MAX_WBITS + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw ArchiveStatus.outOfMemory }
    }

    deinit {
        inflateEnd(&stream)
    }

    func decode(
        _ input: inout UnsafeRawBufferPointer, isLast: Bool,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        if isOver {
            guard input.isEmpty else {
                throw ScaryBugsError(.damaged, "bytes behind the end of its gzip data")
            }
            return 0
        }
        stream.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(output.count)
        let status = inflate(&stream, Z_NO_FLUSH)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(Int(stream.avail_in)))
        let count = output.count - Int(stream.avail_out)
        switch status {
        case Z_STREAM_END: isOver = true
        // `Z_BUF_ERROR` means that inflate needs more input.
        case Z_OK, Z_BUF_ERROR:
            if isLast, input.isEmpty, count == 0 { throw ScaryBugsError.damagedCompression }
        case Z_MEM_ERROR: throw ArchiveStatus.outOfMemory
        default: throw ScaryBugsError.damagedCompression
        }
        return count
    }
}
