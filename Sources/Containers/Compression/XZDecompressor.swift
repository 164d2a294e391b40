import CArchive
import SystemFiles

/// Decompresses one xz stream, or several concatenated ones.
final class XZDecompressor: Decompressor {
    private var stream = lzma_stream()
    private let limits: ContainerLimits

    /// `LZMA_CONCATENATED`, a macro that Swift can't import.
    private static let concatenated: UInt32 = 0x08

    init(_ limits: ContainerLimits) throws {
        self.limits = limits
        let status = lzma_stream_decoder(
            &stream, UInt64(clamping: limits.memory.value), Self.concatenated)
        guard status == LZMA_OK else { throw ArchiveStatus.outOfMemory }
    }

    deinit {
        lzma_end(&stream)
    }

    func decode(
        _ input: inout UnsafeRawBufferPointer, isLast: Bool,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_in = input.count
        stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = output.count
        let status = lzma_code(&stream, isLast ? LZMA_FINISH : LZMA_RUN)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(stream.avail_in))
        let count = output.count - stream.avail_out
        switch status {
        case LZMA_STREAM_END: return count
        // `LZMA_BUF_ERROR` means no progress. At the end of the input, the end of the stream is
        // missing.
        case LZMA_OK, LZMA_BUF_ERROR:
            let isStuck = count == 0 && (input.isEmpty || status == LZMA_BUF_ERROR)
            if isLast, isStuck { throw ScaryBugsError.damagedCompression }
            return count
        case LZMA_MEMLIMIT_ERROR: throw limits.tooMuchMemory
        case LZMA_MEM_ERROR: throw ArchiveStatus.outOfMemory
        default: throw ScaryBugsError.damagedCompression
        }
    }
}
