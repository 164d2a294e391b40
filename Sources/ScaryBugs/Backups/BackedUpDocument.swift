import Containers

/// A document whose files were read for a backup, on a worker thread.
struct BackedUpDocument: Sendable {
    struct Contents: Sendable {
        let name: String
        let modified: FileTime
        /// The bytes; nil for a large file, which is copied later.
        let bytes: [UInt8]?
    }

    let name: DocumentName
    /// The open directory. It keeps its files even if another session replaces the document.
    let directory: Directory
    private(set) var files: [Contents] = []
    private(set) var warnings: [String] = []
    private(set) var omission: String?

    /// The size up to which a file is read into memory. Many documents are read ahead.
    private static let mostBytesInMemory: Int64 = 64 << 10

    /// Reads a document; nil if it was deleted.
    init?(_ name: DocumentName, _ reader: DocumentReader) throws {
        guard let document = try reader.openIfPresent(name) else { return nil }
        (self.name, directory) = (name, document.directory)
        let names = try packedNames()
        if let excess = try excess(of: names, Limit(reader.limits.dataFileBytes, .dataFileBytes)) {
            omission = "document \(self.name.number) is left out: \(excess.message)"
            return
        }
        for name in names {
            var file = try directory.fileToPack(name)
            let status = try file.openedStatus()
            let isSmall = status.size <= Self.mostBytesInMemory
            let bytes = try isSmall ? file.contents(limit: .none, status: status) : nil
            files.append(Contents(name: name, modified: status.modified, bytes: bytes))
        }
        do { try check(names, reader) } catch let error as ScaryBugsError {
            warnings.append("a restore refuses it: \(error.message)")
        }
    }

    /// The error about a data file that is too long to be read. Photographs may have any size.
    private func excess(of names: [String], _ limit: Limit) throws -> ScaryBugsError? {
        try names.first {
            try EntryRole.isDataFile($0) && directory.status(of: $0)?.size ?? 0 > limit.value
        }.map(limit.exceeded(byFile:))
    }

    /// The regular files, the data file first, except those that no ZIP file can hold.
    private mutating func packedNames() throws -> [String] {
        var names: [String] = []
        for entry in try directory.entries() {
            if Litter.isNamed(entry.shown) {
                guard Litter.isConflictCopy(entry.shown) else { continue }
                warnings.append(
                    "left out '\(entry.shown)', another version, which a synchronizer left")
                continue
            }
            guard try directory.status(of: entry)?.kind == .regular else {
                warnings.append("left out '\(entry.shown)', which is not a regular file")
                continue
            }
            do {
                _ = try EntryName(bytes: entry.units)
                try Bundle.checkNames(name.directoryName, [entry.shown])
                names.append(entry.shown)
            } catch let error as ScaryBugsError {
                warnings.append("left out a file: \(error.message)")
            }
        }
        return EntryRole.inPackedOrder(names)
    }

    /// - Throws: the reason why a restore would refuse the document.
    private func check(_ names: [String], _ reader: DocumentReader) throws {
        try Bundle.checkNames(name.directoryName, names)
        let most = reader.limits.backup.bundleEntries
        guard names.count <= most else {
            throw ScaryBugsError.over(.bundleEntries, "it has more than \(most.grouped) files")
        }
        guard let file = files.first, EntryRole.isDataFile(file.name) else {
            throw ScaryBugsError(.damaged, "it has no \(name.kind.dataFileName)")
        }
        guard let bytes = file.bytes else { return }
        let data = try DocumentData(
            bytes, kind: name.kind, customFields: reader.customFields,
            modified: Timestamp(modificationTime: file.modified))
        try data.check(reader.limits, fileSize: bytes.count)
    }
}
