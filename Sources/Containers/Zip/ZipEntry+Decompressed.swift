import SystemFiles

extension ZipEntry {
    /// The decompressed bytes of an entry packed with xz or Zstandard, for which libarchive has no
    /// memory limit; nil for all other entries.
    func decompressed(
        in file: borrowing File, _ limits: ContainerLimits
    ) throws -> CheckedBytes? {
        let compressions: [UInt16: FileSignature.Compression] = [93: .zstd, 95: .xz]
        let decompressor = try compressions[method]?.decompressor(limits)
        return decompressor.map {
            CheckedBytes(
                bytes: DecompressedRange($0, data, of: file), checksum: checksum, subject: name)
        }
    }

    /// The bytes of an entry that is not compressed.
    func stored(in file: borrowing File) -> CheckedBytes {
        CheckedBytes(
            bytes: DecompressedRange(StoredBytes(), data, of: file), checksum: checksum,
            subject: name)
    }

    /// Decompressed bytes with their expected checksum.
    struct CheckedBytes {
        fileprivate let bytes: DecompressedRange
        fileprivate let checksum: UInt32
        fileprivate let subject: EntryName

        /// Passes the bytes to `body` in pieces.
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
