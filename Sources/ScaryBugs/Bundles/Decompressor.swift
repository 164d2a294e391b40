/// Decompresses a stream within a memory limit.
///
/// libarchive has no such limit: 40 KB of xz can make it allocate 256 MB.
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
    /// Creates a decompressor; nil for compressions that always need little memory.
    func decompressor(mostMemory: Int) throws -> (any Decompressor)? {
        switch self {
        case .xz: try XZDecompressor(mostMemory: mostMemory)
        case .zstd: try ZstandardDecompressor(mostMemory: mostMemory)
        case .gzip, .bzip2: nil
        }
    }
}

extension ScaryBugsError {
    static let damagedCompression = ScaryBugsError(
        .damaged, "has truncated or damaged compressed data")

    static func needsMemory(_ most: Int) -> ScaryBugsError {
        over(
            .unpackingMemory,
            "takes more than \(ByteCount(most)) of memory to unpack; pack it as a ZIP file")
    }
}
