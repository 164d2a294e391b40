import SystemFiles

/// Decompresses a stream within a memory limit.
///
/// libarchive has no such limit: 40 KB of xz can make it allocate 256 MB. Its gzip filter does not
/// verify the checksum, and looks for more gzip inside the unpacked bytes without a limit.
protocol Decompressor: AnyObject {
    /// Consumes bytes from the front of `input` and writes the decompressed bytes to `output`.
    ///
    /// - Parameter isLast: whether this is the last input.
    /// - Returns: the number of bytes written; 0 if more input is needed, or at the end.
    /// - Throws: ``ScaryBugsError/Code/damaged``, or ``ScaryBugsError/Code/limitExceeded`` if
    ///   decompression needs too much memory.
    func decode(
        _ input: inout UnsafeRawBufferPointer, isLast: Bool,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int
}

extension FileSignature.Compression {
    func decompressor(_ limits: ContainerLimits) throws -> any Decompressor {
        switch self {
        case .gzip: try GzipDecompressor()
        case .bzip2: BZip2Decompressor()
        case .xz: try XZDecompressor(limits)
        case .zstd: try ZstandardDecompressor(limits)
        }
    }
}

extension ScaryBugsError {
    static let damagedCompression = ScaryBugsError(
        .damaged, "truncated or damaged compressed data")
}
