extension Bundle {
    /// Reads and checks a whole bundle, and unpacks it where a directory is given.
    ///
    /// A bundle is a ZIP file, a tar file or a serialized file wrapper (`.sbz`), the latter two
    /// under any of the usual compressions or none.
    ///
    /// Nothing that has a name is written outside `destination`. Where the bundle is refused,
    /// files that were unpacked before may be left there; the caller removes the directory.
    ///
    /// - Parameters:
    ///   - file: an open regular file, read from its beginning.
    ///   - limits: how much is read before it is refused.
    ///   - destination: an empty directory for the files; nil to check only.
    /// - Throws: ``ScaryBugsError`` whose message goes on where the file's name ends:
    ///   ``ScaryBugsError/Code/refused`` for what no bundle has,
    ///   ``ScaryBugsError/Code/damaged`` for what is not as it says,
    ///   ``ScaryBugsError/Code/limitExceeded`` for what is too much.
    public static func read(
        _ file: borrowing File, limits: Limits, into destination: Directory?
    ) throws -> Contents {
        try UTF8Locale.run { try contents(of: file, limits, into: destination) }
    }

    private static func contents(
        of file: borrowing File, _ limits: Limits, into destination: Directory?
    ) throws -> Contents {
        guard try file.status().size > 0 else { throw ScaryBugsError(.refused, "is empty") }
        let unpacking = Unpacking(limits: limits, into: destination)
        switch try ByteFormat(file.prefix(ByteFormat.signatureLength)) {
        case .foreign(let what):
            throw ScaryBugsError(.refused, "is \(what); a bundle is a ZIP or tar file")
        case .zip: return try readZip(file, limits, unpacking)
        case .unknown where try ZipEndRecord.ends(file):
            // Something stands before it, such as the program of an archive that unpacks itself.
            return try readZip(file, limits, unpacking)
        case .compressed(let compression):
            return try readStream(file, compression, limits, unpacking)
        case .wrapper, .unknown: return try readStream(file, nil, limits, unpacking)
        }
    }

    private static func readZip(
        _ file: borrowing File, _ limits: Limits, _ start: Unpacking
    ) throws -> Contents {
        var unpacking = start
        let directory = try ZipDirectory(file, limits: limits)
        let archive = try ArchiveReader.zip(file)
        for entry in directory.entries {
            guard let header = try archive.next(), entry.agrees(with: header) else {
                throw ScaryBugsError(
                    .damaged, "entry \(entry.name.quoted) can be read in two ways")
            }
            if let packed = try entry.decompressed(in: file, limits) {
                try unpacking.take(entry.name, header, checksum: entry.checksum) {
                    try packed.read($0)
                }
            } else {
                try unpacking.take(
                    entry.name, header, checksum: entry.checksum, from: archive.read)
            }
        }
        guard try archive.next() == nil else {
            throw ScaryBugsError(.damaged, "has entries that its ZIP directory does not name")
        }
        return try unpacking.contents()
    }

    private static func readStream(
        _ file: borrowing File, _ compression: ByteFormat.Compression?, _ limits: Limits,
        _ start: Unpacking
    ) throws -> Contents {
        // Room for the headers, of which an entry may have several, and for the blocks at the end.
        let headers = Int64(limits.bundleEntries + 16) * 8_192
        let source = try UnpackedBytes(
            file, compression, limit: limits.bundleBytes + headers,
            mostMemory: limits.unpackingMemory)
        return try ByteFormat(source.prefix(ByteFormat.signatureLength)) == .wrapper
            ? readWrapper(source, limits, start) : readTar(source, start)
    }

    private static func readTar(_ source: UnpackedBytes, _ start: Unpacking) throws -> Contents {
        var unpacking = start
        let archive = try ArchiveReader.tar(source)
        while let header = try archive.next() {
            try unpacking.take(EntryName(bytes: header.name), header, from: archive.read)
        }
        return try unpacking.contents()
    }

    private static func readWrapper(
        _ source: UnpackedBytes, _ limits: Limits, _ start: Unpacking
    ) throws -> Contents {
        var unpacking = start
        // Its sizes stand far from what they speak of, and gzip's checksum at the end of all.
        let wrapper = try SerializedWrapper(source.spooled(), limits: limits)
        for entry in wrapper.entries {
            try unpacking.take(entry.name, entry.header) { try wrapper.read(entry, $0) }
        }
        return try unpacking.contents()
    }
}

extension ZipEntry {
    /// Whether libarchive found the same entry.
    fileprivate func agrees(with header: ArchiveHeader) -> Bool {
        // Strings are equal in any normal form, which libarchive changes; it adds a slash, too.
        let found = String(decoding: header.name, as: UTF8.self)
        let names = [
            name.parts.joined(separator: "/"), String(decoding: headerName, as: UTF8.self),
        ]
        guard header.size == nil || header.size == size, !header.isEncrypted else { return false }
        return names.contains { [$0, $0 + "/", "./" + $0, "./" + $0 + "/"].contains(found) }
    }
}
