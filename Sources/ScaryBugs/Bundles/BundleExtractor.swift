/// Reads a bundle's entries one by one, and checks the rules that involve several entries.
struct BundleExtractor {
    /// Passes an entry's bytes to a closure in pieces, each valid until the closure returns.
    typealias Source = ((UnsafeRawBufferPointer) throws -> Void) throws -> Void

    private let limits: Limits
    private let destination: Directory?

    private var entryCount = 0
    private var bytesLeft: Int64
    private var seen: [String: EntryName] = [:]
    private var rule = SingleDocumentRule()
    private var files: [Bundle.Entry] = []
    private var dataFile: (name: String, bytes: [UInt8])?
    private var passedOver: [String] = []

    init(limits: Limits, into destination: Directory?) {
        self.limits = limits
        self.destination = destination
        bytesLeft = limits.bundleBytes
    }

    /// Reads one entry and its bytes.
    ///
    /// - Parameter checksum: CRC-32 of the bytes, which `source` verifies; nil if the format has
    ///   none.
    mutating func extract(
        _ name: EntryName, _ header: ArchiveHeader, checksum: UInt32? = nil,
        from source: @escaping Source
    ) throws {
        try count(name)
        try checkKind(name, header)
        let place = try EntryRole(name, isDirectory: header.kind == .directory)
        try rule.check(place, name)
        switch place {
        case .root, .directory: try checkEmpty(name, source)
        case .litter:
            passedOver.append(name.parts.joined(separator: "/"))
            _ = try receive(name, header, source, keeping: 0) { _ in }
        case .file(let file, _): try unpack(file, name, header, checksum, source)
        }
    }

    /// The contents of the bundle, after the last entry.
    func contents() throws -> Bundle.Contents {
        guard let dataFile else {
            throw ScaryBugsError(.refused, "has no data file (data.plist), so it holds no document")
        }
        return Bundle.Contents(
            directoryName: rule.directoryName, dataFileName: dataFile.name,
            dataFile: dataFile.bytes, files: files, passedOver: passedOver)
    }

    // MARK: Checks

    private mutating func count(_ name: EntryName) throws {
        entryCount += 1
        guard entryCount <= limits.bundleEntries else {
            throw ScaryBugsError.tooManyEntries(limits)
        }
        if let other = seen.updateValue(name, forKey: name.collisionKey) {
            throw ScaryBugsError(.refused, other.collision(with: name))
        }
    }

    private func checkKind(_ name: EntryName, _ header: ArchiveHeader) throws {
        if case .other(let what) = header.kind { throw ScaryBugsError.forbidden(what, name) }
        if header.isEncrypted { throw ScaryBugsError.encrypted(name) }
        guard header.kind == .directory || !name.endsInSlash else {
            throw ScaryBugsError(
                .damaged, "entry \(name.quoted) is called both a file and a directory")
        }
        guard header.size ?? 0 <= bytesLeft else { throw ScaryBugsError.tooManyBytes(limits) }
    }

    private func checkEmpty(_ name: EntryName, _ source: Source) throws {
        try source { bytes in
            guard bytes.isEmpty else {
                throw ScaryBugsError(
                    .damaged, "entry \(name.quoted) is a directory with contents")
            }
        }
    }

    // MARK: Files

    private mutating func unpack(
        _ file: String, _ name: EntryName, _ header: ArchiveHeader, _ checksum: UInt32?,
        _ source: @escaping Source
    ) throws {
        let isData = EntryRole.isDataFile(file)
        if isData, header.size ?? 0 > Int64(limits.dataFileBytes) { throw dataFileTooLong(name) }
        let kept = isData ? limits.dataFileBytes : PictureType.signatureLength
        let received: Received
        if let destination {
            let output = try destination.createFile(named: file)
            received = try receive(name, header, source, keeping: kept) { try output.write($0) }
            if let modified = header.modified { try output.setModified(modified) }
            output.beginSync(size: received.size)
        } else {
            received = try receive(name, header, source, keeping: kept) { _ in }
        }
        if isData {
            guard received.size == received.bytes.count else { throw dataFileTooLong(name) }
            dataFile = (file, received.bytes)
        }
        files.append(
            Bundle.Entry(
                name: file, size: received.size,
                signature: Array(received.bytes.prefix(PictureType.signatureLength)),
                modified: header.modified, checksum: checksum))
    }

    private func dataFileTooLong(_ name: EntryName) -> ScaryBugsError {
        ScaryBugsError.over(
            .dataFileBytes,
            "the data file \(name.quoted) is longer than \(ByteCount(limits.dataFileBytes))")
    }

    private struct Received {
        var size: Int64 = 0
        /// The first bytes of the file, as many as the caller asked for.
        var bytes: [UInt8] = []
    }

    private mutating func receive(
        _ name: EntryName, _ header: ArchiveHeader, _ source: @escaping Source, keeping kept: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Received {
        var received = Received()
        try source { bytes in
            guard Int64(bytes.count) <= bytesLeft else { throw ScaryBugsError.tooManyBytes(limits) }
            bytesLeft -= Int64(bytes.count)
            received.size += Int64(bytes.count)
            received.bytes += bytes.prefix(kept - received.bytes.count)
            try body(bytes)
        }
        guard received.size == header.size ?? received.size else {
            throw ScaryBugsError(
                .damaged,
                "entry \(name.quoted) has \(received.size) bytes and declares \(header.size ?? 0)")
        }
        return received
    }
}

extension ScaryBugsError {
    static func tooManyEntries(_ limits: Limits) -> ScaryBugsError {
        over(.bundleEntries, "has more than \(limits.bundleEntries) entries")
    }

    static func tooManyBytes(_ limits: Limits) -> ScaryBugsError {
        over(.bundleBytes, "unpacks to more than \(ByteCount(limits.bundleBytes))")
    }
}
