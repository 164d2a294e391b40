package import Containers

/// A document's directory packed into one ZIP file, for handing it to others.
///
/// Writing the same document always produces the same bytes. Bundles to read may come from anyone,
/// so reading checks every entry and refuses the bundle at the first one that doesn't belong.
///
/// ```swift
/// let document = try Directory.open(path: "Private Documents/3.scarybug")
/// try ZipWriter.write(to: file) { zip in
///     try Bundle.add(document, directoryName: "3.scarybug", to: zip)
/// }
///
/// let contents = try Bundle.read(file, limits: Limits(), into: nil)
/// print(contents.files.map(\.name))  // ["data.plist", "fullImage.jpg", "thumbImage.jpg"]
/// ```
package enum Bundle {
    /// The cause of an error about a container whose entries are not one document.
    package struct NotOneDocument: Error {}

    /// The contents of a bundle that passed all checks.
    package struct Contents: Sendable {
        /// Name of the document's directory, such as `3.scarybug`; nil if the files are at the
        /// archive's root.
        package let directoryName: String?

        /// Name of the data file with the bundle's spelling, such as `data.plist` or `Data.plist`.
        package let dataFileName: String

        /// The data file's bytes, at most ``Limits/dataFileBytes`` of them.
        package let dataFile: [UInt8]

        /// The document's files, including the data file, in the order of the bundle.
        package let files: [Entry]

        /// Names of the entries that were skipped, because they are litter of other systems.
        package let skipped: [String]

        package init(
            directoryName: String?, dataFileName: String, dataFile: [UInt8], files: [Entry],
            skipped: [String]
        ) {
            (self.directoryName, self.dataFileName) = (directoryName, dataFileName)
            (self.dataFile, self.files, self.skipped) = (dataFile, files, skipped)
        }
    }

    package struct Entry: Hashable, Sendable {
        /// Name without the directory.
        package let name: String

        /// Size in bytes, counted while unpacking.
        package let size: Int64

        /// The first ``PictureType/signatureLength`` bytes, or all bytes of a shorter file.
        package let signature: [UInt8]

        package let modified: FileTime?

        /// CRC-32 of the bytes; nil if the bundle stores none.
        package var checksum: UInt32?

        package init(
            name: String, size: Int64, signature: [UInt8], modified: FileTime?,
            checksum: UInt32? = nil
        ) {
            (self.name, self.size, self.signature) = (name, size, signature)
            (self.modified, self.checksum) = (modified, checksum)
        }
    }

    /// Reads and checks a whole bundle, and unpacks it if a directory is given.
    ///
    /// A bundle is a container (see ``Container``) with one document.
    ///
    /// Named files are written only inside `destination`. If the bundle is refused, files unpacked
    /// so far may remain there, so the caller removes the directory.
    ///
    /// - Parameters:
    ///   - file: an open regular file, which is read from its beginning.
    ///   - destination: an empty directory for the files; nil to check only.
    /// - Throws: ``ScaryBugsError``, whose message continues a sentence that starts with the file's
    ///   name. The code is ``ScaryBugsError/Code/refused`` for content that bundles may not have,
    ///   ``ScaryBugsError/Code/damaged`` for content that contradicts itself, and
    ///   ``ScaryBugsError/Code/limitExceeded`` for content above a limit.
    package static func read(
        _ file: borrowing File, limits: Limits, into destination: Directory?
    ) throws -> Contents {
        let extractor = BundleExtractor(limits: limits, into: destination)
        do {
            try Container.read(file, limits: limits.container, extractor.extract)
        } catch let reason as Container.Unsupported {
            throw ScaryBugsError(.refused, description(of: reason), cause: reason)
        }
        return try extractor.contents()
    }

    private static func description(of reason: Container.Unsupported) -> String {
        switch reason {
        case .empty: return "empty"
        case .compressedTwice: return "compressed more than once"
        case .compressedFile: return "compressed but not a tar file; a bundle is a ZIP or tar file"
        case .format(let name): return name
        case .unknown:
            return "not a bundle (a ZIP or tar file); 'help bundles' lists what can be imported"
        }
    }
}

extension Limits {
    package var container: ContainerLimits {
        ContainerLimits(
            entries: Limit(bundleEntries, .bundleEntries),
            bytes: Limit(bundleBytes, .bundleBytes), room: room)
    }
}

/// Unpacks the entries of a bundle one by one, and checks that they are one document.
package final class BundleExtractor {
    private let limits: Limits
    private let destination: Directory?
    private var rule = SingleDocumentRule()
    private var files: [Bundle.Entry] = []
    private var dataFile: (name: String, bytes: [UInt8])?
    private var skipped: [String] = []

    /// - Parameter destination: the directory for the files; nil to check only.
    package init(limits: Limits, into destination: Directory?) {
        (self.limits, self.destination) = (limits, destination)
    }

    package func extract(_ entry: ContainerEntry) throws {
        let role = try EntryRole(entry.name, isDirectory: entry.isDirectory)
        try rule.check(role, entry.name)
        switch role {
        case .root, .directory: break
        case .litter:
            skipped.append(entry.name.path)
            try entry.read { _ in }
        case .file(let name, _): try extract(entry, as: name)
        }
    }

    /// The contents of the bundle, after the last entry.
    package func contents() throws -> Bundle.Contents {
        guard let dataFile else {
            throw ScaryBugsError(
                .refused, "no data file (data.plist), so it holds no document",
                cause: Bundle.NotOneDocument())
        }
        return Bundle.Contents(
            directoryName: rule.directoryName, dataFileName: dataFile.name,
            dataFile: dataFile.bytes, files: files, skipped: skipped)
    }

    private func extract(_ entry: ContainerEntry, as name: String) throws {
        let isData = ContentFiles.isDataFile(name)
        if isData, entry.size ?? 0 > Int64(limits.dataFileBytes) { throw tooLong(entry.name) }
        let kept = isData ? limits.dataFileBytes : PictureType.signatureLength
        let size: Int64
        let beginning: [UInt8]
        var checksum = entry.checksum
        if let destination {
            let output = try destination.createFile(named: name)
            (size, beginning) = try read(entry, keeping: kept) { try output.write($0) }
            if let modified = entry.modified { try output.setModified(modified) }
            output.beginSync(size: size)
        } else {
            // A preview leaves no copy from which to take the checksum later.
            var sum: UInt32 = 0
            (size, beginning) = try read(entry, keeping: kept) { bytes in
                if checksum == nil { sum = CRC32.of(bytes, after: sum) }
            }
            checksum = checksum ?? sum
        }
        if isData {
            guard size == beginning.count else { throw tooLong(entry.name) }
            dataFile = (name, beginning)
        }
        files.append(
            Bundle.Entry(
                name: name, size: size,
                signature: Array(beginning.prefix(PictureType.signatureLength)),
                modified: entry.modified, checksum: checksum))
    }

    /// Passes an entry's bytes to `body`.
    ///
    /// - Returns: the size, and the first `kept` bytes.
    private func read(
        _ entry: ContainerEntry, keeping kept: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> (size: Int64, beginning: [UInt8]) {
        var beginning: [UInt8] = []
        let size = try entry.read { bytes in
            beginning += bytes.prefix(kept - beginning.count)
            try body(bytes)
        }
        return (size, beginning)
    }

    private func tooLong(_ name: EntryName) -> ScaryBugsError {
        ScaryBugsError.over(
            .dataFileBytes,
            "the data file \(name.quoted) is longer than \(ByteCount(limits.dataFileBytes))")
    }
}
