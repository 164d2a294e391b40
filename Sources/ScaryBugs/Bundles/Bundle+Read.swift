extension Bundle {
    /// Reads and checks a whole bundle, and unpacks it if a directory is given.
    ///
    /// A bundle is a ZIP file, a tar file or a serialized file wrapper (`.sbz`). A tar file or file
    /// wrapper may be compressed with gzip, bzip2, xz or Zstandard.
    ///
    /// Named files are written only inside `destination`. If the bundle is refused, files unpacked
    /// so far may remain there, so the caller removes the directory.
    ///
    /// - Parameters:
    ///   - file: an open regular file, which is read from its beginning.
    ///   - limits: the limits above which the bundle is refused.
    ///   - destination: an empty directory for the files; nil to check only.
    /// - Throws: ``ScaryBugsError``, whose message continues a sentence that starts with the file's
    ///   name. The code is ``ScaryBugsError/Code/refused`` for content that bundles may not have,
    ///   ``ScaryBugsError/Code/damaged`` for content that contradicts itself, and
    ///   ``ScaryBugsError/Code/limitExceeded`` for content above a limit.
    public static func read(
        _ file: borrowing File, limits: Limits, into destination: Directory?
    ) throws -> Contents {
        try UTF8Locale.run { try contents(of: file, limits, into: destination) }
    }

    private static func contents(
        of file: borrowing File, _ limits: Limits, into destination: Directory?
    ) throws -> Contents {
        guard try file.status().size > 0 else { throw ScaryBugsError(.refused, "is empty") }
        let extractor = BundleExtractor(limits: limits, into: destination)
        switch try FileSignature(file.prefix(FileSignature.signatureLength)) {
        case .foreign(let what):
            throw ScaryBugsError(.refused, "is \(what); a bundle is a ZIP or tar file")
        case .zip: return try readZip(file, limits, extractor)
        case .unknown where try ZipEndRecord.ends(file):
            // Other data precedes the archive, such as the program of a self-extracting archive.
            return try readZip(file, limits, extractor)
        case .compressed(let compression):
            return try readStream(file, compression, limits, extractor)
        case .wrapper, .unknown: return try readStream(file, nil, limits, extractor)
        }
    }

    private static func readZip(
        _ file: borrowing File, _ limits: Limits, _ start: BundleExtractor
    ) throws -> Contents {
        var extractor = start
        let directory = try ZipDirectory(file, limits: limits)
        let archive = try ArchiveReader.zip(file)
        for entry in directory.entries {
            guard let header = try archive.next(), entry.agrees(with: header) else {
                throw ScaryBugsError(
                    .damaged, "entry \(entry.name.quoted) can be read in two ways")
            }
            if let packed = try entry.decompressed(in: file, limits) {
                try extractor.extract(entry.name, header, checksum: entry.checksum) {
                    try packed.read($0)
                }
            } else {
                try extractor.extract(
                    entry.name, header, checksum: entry.checksum, from: archive.read)
            }
        }
        guard try archive.next() == nil else {
            throw ScaryBugsError(.damaged, "has entries that its ZIP directory does not name")
        }
        return try extractor.contents()
    }

    private static func readStream(
        _ file: borrowing File, _ compression: FileSignature.Compression?, _ limits: Limits,
        _ start: BundleExtractor
    ) throws -> Contents {
        // Allows for the headers, several for each entry, and for the blocks at the end.
        let headers = Int64(limits.bundleEntries + 16) * 8_192
        let source = try DecompressedStream(
            file, compression, limit: limits.bundleBytes + headers,
            mostMemory: limits.unpackingMemory)
        return try FileSignature(source.prefix(FileSignature.signatureLength)) == .wrapper
            ? readWrapper(source, limits, start) : readTar(source, start)
    }

    private static func readTar(_ source: DecompressedStream, _ start: BundleExtractor) throws
        -> Contents
    {
        var extractor = start
        let archive = try ArchiveReader.tar(source)
        while let header = try archive.next() {
            try extractor.extract(EntryName(bytes: header.name), header, from: archive.read)
        }
        return try extractor.contents()
    }

    private static func readWrapper(
        _ source: DecompressedStream, _ limits: Limits, _ start: BundleExtractor
    ) throws -> Contents {
        var extractor = start
        // A wrapper stores sizes far from the data they describe, and gzip stores its checksum at
        // the very end. A temporary file gives random access and verifies the checksum first.
        let wrapper = try SerializedWrapper(source.spooled(), limits: limits)
        for entry in wrapper.entries {
            try extractor.extract(entry.name, entry.header) { try wrapper.read(entry, $0) }
        }
        return try extractor.contents()
    }
}

extension ZipEntry {
    /// Whether libarchive read the same entry.
    fileprivate func agrees(with header: ArchiveHeader) -> Bool {
        // Swift compares strings by canonical equivalence, so libarchive may normalize names. It
        // may also append a slash.
        let found = String(decoding: header.name, as: UTF8.self)
        let names = [
            name.parts.joined(separator: "/"), String(decoding: headerName, as: UTF8.self),
        ]
        guard header.size == nil || header.size == size, !header.isEncrypted else { return false }
        return names.contains { [$0, $0 + "/", "./" + $0, "./" + $0 + "/"].contains(found) }
    }
}
