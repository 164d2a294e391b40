extension ZipEntry {
    /// The bytes of an entry that is packed with what libarchive would give any amount of memory;
    /// nil for all others.
    func decompressed(
        in file: borrowing File, _ limits: Limits
    ) throws -> CheckedBytes? {
        let compressions: [UInt16: ByteFormat.Compression] = [93: .zstd, 95: .xz]
        let decompressor = try compressions[method]?.decompressor(
            mostMemory: limits.unpackingMemory)
        return decompressor.map {
            CheckedBytes(
                bytes: DecompressedBytes($0, data, of: file), checksum: checksum, subject: name)
        }
    }

    /// Bytes whose checksum is known.
    struct CheckedBytes {
        fileprivate let bytes: DecompressedBytes
        fileprivate let checksum: UInt32
        fileprivate let subject: EntryName

        /// Hands out the bytes, piece by piece.
        func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
            var sum: UInt32 = 0
            while case let piece = try bytes.next(), !piece.isEmpty {
                sum = CRC32.of(piece, after: sum)
                try body(piece)
            }
            guard sum == checksum else {
                throw ScaryBugsError(
                    .damaged, "entry \(subject.quoted) is damaged: its checksum is wrong")
            }
        }
    }
}
