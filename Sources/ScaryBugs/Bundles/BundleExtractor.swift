import Containers

/// Unpacks the entries of a bundle one by one, and checks that they are one document.
final class BundleExtractor {
    private let limits: Limits
    private let destination: Directory?
    private var rule = SingleDocumentRule()
    private var files: [Bundle.Entry] = []
    private var dataFile: (name: String, bytes: [UInt8])?
    private var skipped: [String] = []

    /// - Parameter destination: the directory for the files; nil to check only.
    init(limits: Limits, into destination: Directory?) {
        self.limits = limits
        self.destination = destination
    }

    func extract(_ entry: ContainerEntry) throws {
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
    func contents() throws -> Bundle.Contents {
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
        let isData = EntryRole.isDataFile(name)
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
