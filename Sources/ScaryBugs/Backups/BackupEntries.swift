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
        let first = [BackupFormat.descriptionName, PreferencesFile.name]
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
