/// Takes the compression off a stream, in no more memory than it was given.
///
/// libarchive lets a stream ask for as much as it likes: 40 KB of xz for 256 MB.
protocol Decompressor: AnyObject {
    /// Takes bytes off the front of `input` and writes what comes out of them.
    ///
    /// - Parameter isLast: whether nothing follows this input.
    /// - Returns: how many bytes were written; 0 if more input is needed, or at the end.
    /// - Throws: ``ScaryBugsError/Code/damaged``, or ``ScaryBugsError/Code/limitExceeded`` where
    ///   it would take too much memory.
    func decode(
        _ input: inout UnsafeRawBufferPointer, isLast: Bool,
        into output: UnsafeMutableRawBufferPointer
    ) throws -> Int
}

extension ByteFormat.Compression {
    /// What takes it off; nil for those that take little memory whatever they hold.
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
