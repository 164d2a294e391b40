import CArchive
import SystemFiles

/// Decompresses a Zstandard stream of one or more frames.
final class ZstandardDecompressor: Decompressor {
    private let context: OpaquePointer
    private let limits: ContainerLimits
    private var isInFrame = true

    /// - Parameter limits: the memory limit applies to the window, rounded down to a power of two.
    init(_ limits: ContainerLimits) throws {
        guard let context = ZSTD_createDCtx() else { throw ArchiveStatus.outOfMemory }
        self.context = context
        self.limits = limits
        let logarithm = Int64.bitWidth - 1 - max(1, limits.memory.value).leadingZeroBitCount
        let bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax)
        let most = min(max(CInt(logarithm), bounds.lowerBound), bounds.upperBound)
        ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, most)
    }

    deinit {
        ZSTD_freeDCtx(context)
    }

    func decode(
        _ input: inout UnsafeRawBufferPointer, isLast: Bool,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        // After the end of a frame, another call would start a new one.
        if isInFrame || !input.isEmpty {
            let result = ZSTD_decompressStream(context, &target, &source)
            if ZSTD_isError(result) != 0 { throw failure(result) }
            isInFrame = result != 0
        }
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(source.pos))
        let isOver = isLast && input.isEmpty && target.pos == 0
        if isOver, isInFrame { throw ScaryBugsError.damagedCompression }
        return target.pos
    }

    private func failure(_ result: Int) -> ScaryBugsError {
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_frameParameter_windowTooLarge: limits.tooMuchMemory
        case ZSTD_error_memory_allocation: ArchiveStatus.outOfMemory
        default: .damagedCompression
        }
    }
}
