package import SystemFiles

/// Reads a file that contains other files: a ZIP file, a tar file or a serialized file wrapper
/// (`.sbz`). A tar file or file wrapper may be compressed with gzip, bzip2, xz or Zstandard.
///
/// Containers may come from anyone. Every entry is checked before the caller receives it, and the
/// whole container is refused at the first one that breaks a rule.
package enum Container {
    package enum Unsupported: Error, Equatable {
        case empty
        case compressedTwice
        /// The file is compressed but not a tar file.
        case compressedFile
        /// A known format that is not supported, with its description for messages.
        case format(String)
        case unknown
    }

    /// Passes the entries to `body`, in the order of the container.
    ///
    /// - Parameters:
    ///   - file: an open regular file, which is read from its beginning.
    ///   - body: must read the entries of files; later entries of a tar file follow their bytes.
    /// - Throws: ``Unsupported``, or ``ScaryBugsError``, whose message continues a sentence that
    ///   starts with the file's name. The code is ``ScaryBugsError/Code/refused`` for entries that
    ///   are not accepted, ``ScaryBugsError/Code/damaged`` for content that contradicts itself, and
    ///   ``ScaryBugsError/Code/limitExceeded``.
    package static func read(
        _ file: borrowing File, limits: ContainerLimits,
        _ body: @escaping (ContainerEntry) throws -> Void
    ) throws {
        guard try file.status().size > 0 else { throw Unsupported.empty }
        let checks = EntryChecks(limits: limits, body)
        try UTF8Locale.run { try read(file, checks) }
    }

    private static func read(_ file: borrowing File, _ checks: EntryChecks) throws {
        switch try FileSignature(file.prefix(FileSignature.signatureLength)) {
        case .foreign(let what): throw Unsupported.format(what)
        case .zip: try readZip(file, checks)
        case .unknown where try !isTar(file) && ZipEndRecord.ends(file):
            // Other data precedes the archive, such as the program of a self-extracting archive.
            try readZip(file, checks)
        case .compressed(let compression): try readStream(file, compression, checks)
        case .wrapper, .unknown: try readStream(file, nil, checks)
        }
    }

    /// Whether a file is a plain tar file. If the last file in it is a ZIP file, it ends like one.
    private static func isTar(_ file: borrowing File) throws -> Bool {
        try file.prefix(FileSignature.signatureLength).dropFirst(257).starts(with: "ustar".utf8)
    }

    private static func readZip(_ file: borrowing File, _ checks: EntryChecks) throws {
        let directory = try ZipDirectory(file, limits: checks.limits)
        let archive = try ArchiveReader.zip(file)
        for entry in directory.entries {
            guard let header = try archive.next(), entry.agrees(with: header) else {
                throw entry.name.error(.damaged, "can be read in two ways")
            }
            let unpacked = try entry.decompressed(in: file, checks.limits)
            try checks.pass(
                entry.name, header, checksum: entry.checksum,
                from: unpacked?.read ?? archive.read)
        }
        guard try archive.next() == nil else {
            throw ScaryBugsError(.damaged, "entries that its ZIP directory does not name")
        }
    }

    private static func readStream(
        _ file: borrowing File, _ compression: FileSignature.Compression?, _ checks: EntryChecks
    ) throws {
        let source = try DecompressedStream(file, compression, limits: checks.limits)
        switch try FileSignature(source.prefix(FileSignature.signatureLength)) {
        case .compressed: throw Unsupported.compressedTwice
        case .wrapper: try readWrapper(source, checks)
        default: try readTar(source, checks)
        }
    }

    private static func readTar(_ source: DecompressedStream, _ checks: EntryChecks) throws {
        let archive = try ArchiveReader.tar(source)
        while let header = try archive.next() {
            try checks.pass(EntryName(bytes: header.name), header, from: archive.read)
        }
    }

    private static func readWrapper(_ source: DecompressedStream, _ checks: EntryChecks) throws {
        // A wrapper stores sizes far from the data they describe, and gzip stores its checksum at
        // the very end. A temporary file gives random access and verifies the checksum first.
        let wrapper = try SerializedWrapper(source.spooled(), limits: checks.limits)
        for entry in wrapper.entries {
            try checks.pass(entry.name, entry.header) { try wrapper.read(entry, $0) }
        }
    }
}

extension ZipEntry {
    /// Whether libarchive read the same entry.
    fileprivate func agrees(with header: ArchiveHeader) -> Bool {
        // Swift compares strings by canonical equivalence, so libarchive may normalize names. It
        // may also append a slash.
        let found = String(decoding: header.name, as: UTF8.self)
        let names = [name.path, String(decoding: headerName, as: UTF8.self)]
        guard header.size == nil || header.size == size, !header.isEncrypted else { return false }
        return names.contains { [$0, $0 + "/", "./" + $0, "./" + $0 + "/"].contains(found) }
    }
}
