import Containers

/// The entries of a backup, one after the other.
enum BackupEntries {
    case stored(StoredZip)
    /// The entries of a backup that another program packed again, in the order of the format.
    case copied(ArraySlice<ZipEntry>)

    /// - Parameter file: the backup, or the copy that has the bytes.
    mutating func next(in file: borrowing File) throws -> ZipEntry? {
        switch self {
        case .stored(var zip):
            defer { self = .stored(zip) }
            return try zip.next(in: file)
        case .copied(var rest):
            defer { self = .copied(rest) }
            return rest.popFirst()
        }
    }
}

extension BackupEntries {
    /// Copies the files of a backup that another program unpacked and packed again, in any order and
    /// with any compression.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if the file is no backup.
    init(repacked file: borrowing File, copiedTo copy: borrowing File) throws {
        let remedy = { @Sendable in
            "; unpack it, and import its directory '\(Workspace.documentsName)'"
        }
        guard try ContainerListing(of: file, limits: Limits()).isBackup else { throw Self.noBackup }
        // Compressed files may expand without end, unlike those in a backup of this program.
        let entries = try Container.copyFiles(
            of: file, to: copy,
            limits: ContainerLimits(
                entries: Limit(100_000, remedy: remedy),
                bytes: Limit(Limits().importBytes, remedy: remedy)))
        let isDescription = { (entry: ZipEntry) in
            entry.name.parts.count <= 2 && entry.name.parts.last == BackupFormat.descriptionName
        }
        guard let description = entries.first(where: isDescription),
            try description.prefix(BackupFormat.mark.utf8.count, in: copy)
                .elementsEqual(BackupFormat.mark.utf8)
        else { throw Self.noBackup }
        // A program may have packed the directory around the files, too.
        let depth = description.name.parts.count - 1
        let files = try entries.filter { entry in
            !entry.isDirectory && !entry.name.isLitter(isDirectory: false)
        }.map { try $0.dropping(depth) }
        self = .copied(Self.inOrder(files)[...])
    }

    /// Whether the first entries show that another program packed the file again, without compression:
    /// they are in another order, or directories or litter are among them.
    static func areRepacked(in file: borrowing File) throws -> Bool {
        var zip = try StoredZip(file)
        var last: DocumentName?
        for index in 0..<1_000 {
            guard let entry = try ifPossible({ try zip.next(in: file) }) ?? nil else { break }
            let parts = entry.name.parts
            if entry.isDirectory || entry.name.isLitter(isDirectory: false)
                || (parts == [PreferencesFile.name] && index != 1)
            {
                return true
            }
            let name = parts.dropFirst().first.flatMap(DocumentName.init(directoryName:))
            if let name, let last, name < last { return true }
            last = name ?? last
        }
        return false
    }

    static let noBackup = ScaryBugsError(
        .refused, "not a backup; 'import' takes bundles, documents and tables")

    private static func inOrder(_ files: [ZipEntry]) -> [ZipEntry] {
        let first = [
            BackupFormat.descriptionName, PreferencesFile.name, BackupFormat.recordName,
        ]
        let others = files.filter { !first.contains($0.name.path) }
        return first.compactMap { name in files.first { $0.name.path == name } }
            + others.map { (number(of: $0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The place of a document; files that belong to none follow the documents.
    private static func number(of entry: ZipEntry) -> DocumentName {
        let name = entry.name.parts.dropFirst().first.flatMap(DocumentName.init(directoryName:))
        return name ?? DocumentName(number: DocumentName.numbers.upperBound, kind: .book)
    }
}

/// A document whose files were read for a backup, on a worker thread.
struct BackedUpDocument: Sendable {
    struct Contents: Sendable {
        let name: String
        let modified: FileTime
        /// The bytes; nil for a large file, which is copied later.
        let bytes: [UInt8]?
    }

    /// The open document. It keeps its files even if another session replaces the document.
    let document: DocumentDirectory
    private var directory: Directory { document.directory }
    var name: DocumentName { document.name }
    private(set) var files: [Contents] = []
    private(set) var warnings: [String] = []
    private(set) var omission: String?

    /// The size up to which a file is read into memory. Many documents are read ahead.
    private static let mostBytesInMemory: Int64 = 64 << 10

    /// Reads a document; nil if it was deleted.
    init?(_ name: DocumentName, _ reader: DocumentReader) throws {
        guard let document = try reader.openIfPresent(name) else { return nil }
        try self.init(document, reader)
    }

    /// - Parameter dataBytes: the contents of the data file; nil for the present ones.
    init(
        _ document: DocumentDirectory, _ reader: DocumentReader, dataBytes: [UInt8]? = nil
    ) throws {
        self.document = document
        let names = try packedNames()
        if let excess = try excess(of: names, Limit(reader.limits.dataFileBytes, .dataFileBytes)) {
            omission = "document \(self.name.number) is left out: \(excess.message)"
            return
        }
        for name in names {
            var file = try directory.fileToPack(name)
            let status = try file.openedStatus()
            let isSmall = status.size <= Self.mostBytesInMemory
            let told = ContentFiles.isDataFile(name) ? dataBytes : nil
            let bytes = try told ?? (isSmall ? file.contents(limit: .none, status: status) : nil)
            files.append(Contents(name: name, modified: status.modified, bytes: bytes))
        }
        do { try check(names, reader) } catch let error as ScaryBugsError {
            warnings.append("a restore refuses it: \(error.message)")
        }
    }

    /// The error about a data file that is too long to be read. Photographs may have any size.
    private func excess(of names: [String], _ limit: Limit) throws -> ScaryBugsError? {
        try names.first {
            try ContentFiles.isDataFile($0) && directory.status(of: $0)?.size ?? 0 > limit.value
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
        return ContentFiles.inPackedOrder(names)
    }

    /// - Throws: the reason why a restore would refuse the document.
    private func check(_ names: [String], _ reader: DocumentReader) throws {
        try Bundle.checkNames(name.directoryName, names)
        let most = reader.limits.backup.bundleEntries
        guard names.count <= most else {
            throw ScaryBugsError.over(.bundleEntries, "it has more than \(most.grouped) files")
        }
        guard let file = files.first, ContentFiles.isDataFile(file.name) else {
            throw ScaryBugsError(.damaged, "it has no \(name.kind.dataFileName)")
        }
        guard let bytes = file.bytes else { return }
        let data = try DocumentData(
            bytes, kind: name.kind, customFields: reader.customFields,
            modified: Timestamp(modificationTime: file.modified))
        try data.check(reader.limits, fileSize: bytes.count)
    }
}
