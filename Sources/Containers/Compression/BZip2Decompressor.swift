import CArchive
import SystemFiles

/// Decompresses one bzip2 stream, or several concatenated ones, as parallel compressors write them.
final class BZip2Decompressor: Decompressor {
    private var stream = bz_stream()
    private var isInStream = false

    deinit {
        BZ2_bzDecompressEnd(&stream)
    }

    func decode(
        _ input: inout UnsafeRawBufferPointer, isLast: Bool,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        if !isInStream {
            if input.isEmpty { return 0 }
            try begin()
        }
        stream.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        stream.avail_out = UInt32(output.count)
        let status = BZ2_bzDecompress(&stream)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(Int(stream.avail_in)))
        let count = output.count - Int(stream.avail_out)
        switch status {
        case BZ_STREAM_END: isInStream = false
        case BZ_OK:
            if isLast, input.isEmpty, count == 0 { throw ScaryBugsError.damagedCompression }
        case BZ_MEM_ERROR: throw ArchiveStatus.outOfMemory
        default: throw ScaryBugsError.damagedCompression
        }
        return count
    }

    private func begin() throws {
        BZ2_bzDecompressEnd(&stream)
        stream = bz_stream()
        guard BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK else { throw ArchiveStatus.outOfMemory }
        isInStream = true
    }
}
