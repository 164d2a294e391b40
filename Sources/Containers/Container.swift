package import SystemFiles

/// Reads a file that contains other files: a ZIP file, a tar file or a serialized file wrapper
/// (`.sbz`). A tar file or file wrapper may be compressed with gzip.
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

    /// - Parameter isUnpacked: whether the file was compressed by gzip.
    private static func read(
        _ file: borrowing File, _ checks: EntryChecks, isUnpacked: Bool = false
    ) throws {
        switch try FileSignature(file.prefix(FileSignature.signatureLength)) {
        case .wrapper: try readWrapper(file, checks)
        case .gzip where isUnpacked: throw Unsupported.compressedTwice
        case _ where isUnpacked:
            do { try readTar(file, checks) } catch Unsupported.unknown {
                throw Unsupported.compressedFile
            }
        case .gzip:
            try read(Gzip.unpacked(file, limits: checks.limits), checks, isUnpacked: true)
        case .foreign(let what): throw Unsupported.format(what)
        case .zip: try readZip(file, checks)
        case .unknown where try !isTar(file) && ZipEnd.isAtEnd(of: file):
            // Other data precedes the archive, such as the program of a self-extracting archive.
            try readZip(file, checks)
        case .unknown: try readTar(file, checks)
        }
    }

    /// Whether a file is a plain tar file. If the last file in it is a ZIP file, it ends like one.
    private static func isTar(_ file: borrowing File) throws -> Bool {
        try file.prefix(FileSignature.signatureLength).dropFirst(257).starts(with: "ustar".utf8)
    }

    private static func readZip(_ file: borrowing File, _ checks: EntryChecks) throws {
        let entries = try ZipDirectory.entries(of: file, limits: checks.limits)
        let archive = try ArchiveReader.zip(file)
        // libarchive reads the entries in the same order, by their offsets.
        for entry in entries {
            guard let header = try archive.next() else {
                throw entry.name.error(.damaged, "can be read in two ways")
            }
            // An extra field may have the name in UTF-8, which libarchive returns.
            let name = try EntryName(bytes: CodePage437.decoded(header.name))
            let isSame =
                name.parts == entry.name.parts || entry.headerName.contains { $0 >= 0x80 }
            guard isSame, header.size ?? entry.size == entry.size else {
                throw entry.name.error(.damaged, "can be read in two ways")
            }
            // libarchive passes over the contents of a directory.
            if header.kind == .directory, entry.size > 0 { throw name.fullDirectory }
            try checks.pass(name, header, checksum: entry.checksum, from: archive.read)
        }
        guard try archive.next() == nil else {
            throw ScaryBugsError(.damaged, "entries that its ZIP directory does not name")
        }
    }

    private static func readTar(_ file: borrowing File, _ checks: EntryChecks) throws {
        let archive = try ArchiveReader.tar(file)
        while let header = try archive.next() {
            try checks.pass(EntryName(bytes: header.name), header, from: archive.read)
        }
    }

    private static func readWrapper(_ file: borrowing File, _ checks: EntryChecks) throws {
        for entry in try SerializedWrapper(file, limits: checks.limits).entries {
            try checks.pass(entry, in: file)
        }
    }
}

extension Container {
    /// Copies all files to another one, so that they can be read in any order. Litter becomes empty.
    ///
    /// - Parameters:
    ///   - file: the container.
    ///   - copy: an empty file.
    /// - Returns: the entries, whose bytes `copy` has.
    package static func copyFiles(
        of file: borrowing File, to copy: borrowing File, limits: ContainerLimits
    ) throws -> [ZipEntry] {
        let (descriptor, name) = (copy.descriptor, copy.name)
        let copied = CopiedEntries()
        try read(file, limits: limits) { entry in
            let start = copied.end
            var sum: UInt32 = 0
            let isLitter = entry.name.isLitter(isDirectory: entry.isDirectory)
            try entry.read { bytes in
                if isLitter { return }
                try descriptor.write(all: bytes, to: name)
                sum = CRC32.of(bytes, after: sum)
                copied.end += Int64(bytes.count)
            }
            copied.entries.append(
                ZipEntry(
                    name: entry.name, isDirectory: entry.isDirectory, modified: entry.modified,
                    checksum: sum, data: start..<copied.end))
        }
        return copied.entries
    }

    private final class CopiedEntries {
        var entries: [ZipEntry] = []
        var end: Int64 = 0
    }
}

package final class EntryChecks {
    let limits: ContainerLimits
    private let body: (ContainerEntry) throws -> Void
    private var entryCount: Int64 = 0
    private var bytesLeft: Int64
    private var seen: [String: EntryName] = [:]

    package init(limits: ContainerLimits, _ body: @escaping (ContainerEntry) throws -> Void) {
        self.limits = limits
        self.body = body
        bytesLeft = limits.bytes.value
    }

    /// Checks an entry, and passes it on.
    ///
    /// - Parameter checksum: CRC-32 of the bytes, which `source` verifies.
    func pass(
        _ name: EntryName, _ header: ArchiveHeader, checksum: UInt32? = nil,
        from source: @escaping ContainerEntry.Source
    ) throws {
        try count(name)
        try checkKind(name, header)
        let isDirectory = header.kind == .directory
        if isDirectory { try checkEmpty(name, source) }
        try body(
            ContainerEntry(
                name: name, isDirectory: isDirectory, size: header.size,
                modified: header.modified, checksum: checksum, source: source, checks: self))
    }

    func count(_ bytes: UnsafeRawBufferPointer) throws {
        guard Int64(bytes.count) <= bytesLeft else { throw limits.tooManyBytes }
        try limits.room?.take(bytes.count)
        bytesLeft -= Int64(bytes.count)
    }

    private func count(_ name: EntryName) throws {
        entryCount += 1
        guard entryCount <= limits.entries.value else { throw limits.tooManyEntries }
        if let other = seen.updateValue(name, forKey: name.collisionKey) {
            throw ScaryBugsError(.refused, other.collision(with: name))
        }
    }

    private func checkKind(_ name: EntryName, _ header: ArchiveHeader) throws {
        if case .other(let what) = header.kind { throw name.forbidden(what) }
        if header.isEncrypted { throw name.encrypted }
        guard header.kind == .directory || !name.endsInSlash else {
            throw name.error(.damaged, "is called both a file and a directory")
        }
        guard header.size ?? 0 <= bytesLeft else { throw limits.tooManyBytes }
    }

    private func checkEmpty(_ name: EntryName, _ source: ContainerEntry.Source) throws {
        try source { bytes in
            guard bytes.isEmpty else { throw name.fullDirectory }
        }
    }
}
