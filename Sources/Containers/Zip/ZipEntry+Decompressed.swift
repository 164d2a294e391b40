package import SystemFiles

extension ZipEntry {
    /// The decompressed bytes of an entry packed with xz or Zstandard, for which libarchive has no
    /// memory limit; nil for all other entries.
    func decompressed(
        in file: borrowing File, _ limits: ContainerLimits
    ) throws -> CheckedBytes? {
        let compressions: [UInt16: FileSignature.Compression] = [93: .zstd, 95: .xz]
        guard let compression = compressions[method] else { return nil }
        return try CheckedBytes(compression.decompressor(limits), of: self, in: file)
    }

    /// The bytes of an entry that is not compressed.
    func stored(in file: borrowing File) -> CheckedBytes {
        CheckedBytes(StoredBytes(), of: self, in: file)
    }

    /// Passes the bytes of an entry that is not compressed to `body` in pieces, each valid until it
    /// returns.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` after the last piece if their checksum is wrong.
    package func read(
        in file: borrowing File, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try stored(in: file).read(body)
    }
}

/// The decompressed bytes of an entry, which are compared with its checksum.
struct CheckedBytes {
    private let bytes: DecompressedRange
    private let entry: ZipEntry

    init(_ decompressor: any Decompressor, of entry: ZipEntry, in file: borrowing File) {
        bytes = DecompressedRange(decompressor, entry.data, of: file)
        self.entry = entry
    }

    func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var sum: UInt32 = 0
        while case let piece = try bytes.next(), !piece.isEmpty {
            sum = CRC32.of(piece, after: sum)
            try body(piece)
        }
        guard sum == entry.checksum else {
            throw entry.name.error(.damaged, "is damaged: its checksum is wrong")
        }
    }
}
