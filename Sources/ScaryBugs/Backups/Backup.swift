import Containers
import SystemPackage

/// An open backup, whose entries are read one after the other.
///
/// A backup may come from anyone, so each entry is checked as in a bundle. It is read once, from its
/// beginning to its end.
public final class Backup {
    /// The path of the file.
    public let path: String
    private let file: File
    private var entries: BackupEntries
    /// The next entry; nil at the end, or after an error in the structure of the file.
    private var entry: ZipEntry?
    /// The user's preferences; nil if the backup has none that can be read.
    package let preferences: Preferences?
    let preferenceBytes: [UInt8]
    /// The record of exchanges; nil if there is none.
    private let record: ZipEntry?
    /// The numbers of documents and deletions that a workspace has taken from it; nil if that had documents.
    package internal(set) var taken: (documents: Int, deletions: Int)?
    private var isDamaged = false
    /// The user whose documents it has; nil if the description doesn't say.
    let user: String?
    /// Whether it leaves out a part, since it is for others.
    let isForOthers: Bool

    /// Opens a backup.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if the file is no backup.
    public init(path: String) throws {
        self.path = path
        let original = try File.open(path: path, waiting: false)
        do {
            try Self.checkIsFile(original)
            if try BackupFormat.begins(original) && !BackupEntries.areRepacked(in: original) {
                entries = .stored(try StoredZip(original))
                file = original
            } else {
                let copy = try File.temporary()
                entries = try BackupEntries(repacked: original, copiedTo: copy)
                file = copy
            }
            var description: [UInt8] = []
            (entry, description, preferenceBytes) = try Self.begin(file, &entries)
            record = entry?.name.path == BackupFormat.recordName ? entry : nil
            if record != nil { entry = try entries.next(in: file) }
            user = BackupFormat.user(in: description)
            isForOthers = BackupFormat.isForOthers(description)
        } catch let error as ScaryBugsError {
            throw error.about(path)
        }
        preferences = preferenceBytes.isEmpty ? nil : try? Preferences(preferenceBytes)
    }

    private static func checkIsFile(_ file: borrowing File) throws {
        switch try file.status().kind {
        case .regular: return
        case .directory:
            throw ScaryBugsError(
                .refused,
                "a directory, not a backup; 'import' takes the documents of a backup that was unpacked"
            )
        case .symbolicLink, .other: throw BackupEntries.noBackup
        }
    }

    /// Reads the entries before the documents.
    private static func begin(
        _ file: borrowing File, _ entries: inout BackupEntries
    ) throws -> (ZipEntry?, description: [UInt8], preferences: [UInt8]) {
        // The description is checked as the other files are.
        var description: [UInt8] = []
        try entries.next(in: file)?.read(in: file) { bytes in
            if description.count < BackupFormat.longestDescription { description += bytes }
        }
        let entry = try entries.next(in: file)
        guard let entry, entry.name.path == PreferencesFile.name else {
            return (entry, description, [])
        }
        var preferences: [UInt8] = []
        try entry.read(in: file) { bytes in
            let limit = Limits().preferencesBytes
            guard preferences.count + bytes.count <= limit else {
                throw Limit(limit, .preferencesBytes).exceeded(
                    "the preferences are longer than \(ByteCount(limit))")
            }
            preferences += bytes
        }
        return (try entries.next(in: file), description, preferences)
    }

    /// Calls `body` with the record of exchanges. Nobody has checked what it says.
    func forEachRecord(_ body: (ExchangeRecord) throws -> Void) throws {
        var rest: [UInt8] = []
        try record?.read(in: file) { bytes in
            var lines = (rest + bytes).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = lines.popLast().map(Array.init) ?? []
            guard rest.count <= Limits().dataFileBytes else { throw Self.damage }
            for record in lines.compactMap({ ExchangeRecord(line: $0) }) { try body(record) }
        }
    }

    package var hasRecord: Bool { record != nil }

    // MARK: Documents

    /// Calls `body` with the name of each document until it returns false. It may call
    /// ``read(_:limits:into:)``.
    func forEachDocument(while body: (DocumentName) throws -> Bool) throws {
        var last: DocumentName?
        while let entry {
            let name = try Self.document(of: entry)
            guard last.map({ $0 < name }) ?? true else {
                throw ScaryBugsError(
                    .damaged,
                    "\(name.directoryName) is not in the order of the numbers; unpack the file, and "
                        + "import its directory '\(Workspace.documentsName)'")
            }
            last = name
            guard try body(name) else { return }
            // The rest of a document that was refused.
            while isFile(of: name) { try advance() }
        }
        // The caller of `body` may have caught the error.
        if isDamaged { throw Self.damage }
    }

    /// Reads and checks the files of the current document.
    ///
    /// - Parameter directory: the directory for the files; nil to check only.
    func read(
        _ name: DocumentName, limits: Limits, into directory: Directory?
    ) throws -> Bundle.Contents {
        let extractor = BundleExtractor(limits: limits, into: directory)
        let checks = EntryChecks(limits: limits.container, extractor.extract)
        try forEachFile(of: name) { try checks.pass($0.dropping(1), in: file) }
        return try extractor.contents()
    }

    private func forEachFile(
        of name: DocumentName, _ body: (ZipEntry) throws -> Void
    ) throws {
        while let entry, isFile(of: name) {
            try body(entry)
            try advance()
        }
    }

    /// Whether the current entry belongs to a document. An entry that belongs to none is reported
    /// after that document.
    private func isFile(of name: DocumentName) -> Bool {
        entry.flatMap { try? Self.document(of: $0) } == name
    }

    private func advance() throws {
        entry = nil
        isDamaged = true
        entry = try entries.next(in: file)
        isDamaged = false
    }

    private static func document(of entry: ZipEntry) throws -> DocumentName {
        let parts = entry.name.parts
        guard parts.count == 3, parts[0] == Workspace.documentsName,
            let name = DocumentName(directoryName: parts[1])
        else {
            throw entry.name.error(.refused, "is not a file of a document")
        }
        return name
    }

    private static let damage = ScaryBugsError(
        .damaged, "damaged; only the documents before the damage can be read")

    // MARK: Verifying

    /// Reads all of the backup, and compares each file with its checksum.
    ///
    /// - Parameter onProgress: receives the progress.
    public func verify(
        onProgress: (Workspace.Progress) -> Void = { _ in }
    ) throws -> BackupContents {
        var contents = BackupContents()
        do {
            try forEachRecord { _ in }
            try forEachDocument { name in
                onProgress(.init(.checking, contents.documents, of: nil))
                contents.documents += 1
                try forEachFile(of: name) { entry in
                    try entry.read(in: file) { contents.bytes += Int64($0.count) }
                    contents.files += 1
                }
                return true
            }
        } catch let error as ScaryBugsError {
            throw error.about(path)
        }
        return contents
    }
}

/// What a backup holds, counted.
public struct BackupContents: Hashable, Sendable {
    /// The number of documents.
    public internal(set) var documents = 0
    /// The number of files of the documents.
    public internal(set) var files = 0
    /// The size of these files, in bytes.
    public internal(set) var bytes: Int64 = 0
    /// Messages about what the backup leaves out: documents that no restore would take, and what has a
    /// place among the documents, but no number or no files.
    public internal(set) var omissions: [String] = []
}
