import Containers

/// Writes a backup to a file, in memory that grows only with the ZIP file's own directory.
final class BackupWriter {
    private let file: File
    private let zip: ZipWriter
    private(set) var contents = BackupContents()
    /// Bytes since the system was last asked to begin writing to the disk.
    private var unwritten: Int64 = 0

    /// The disk works while more is packed, so that the sync at the end has little to do.
    private static let writtenTogether: Int64 = 32 << 20

    init(to file: consuming File) throws {
        zip = try ZipWriter(to: file)
        self.file = file
    }

    /// Adds a file that is not part of a document.
    func add(_ bytes: [UInt8], named name: String, modified: FileTime) throws {
        try zip.addFile(
            named: name, size: Int64(bytes.count), modified: modified, stored: true)
        try bytes.withUnsafeBytes(write)
    }

    /// Adds a file that is not part of a document, from a temporary one.
    func add(_ file: borrowing File, named name: String) throws {
        try file.rewind()
        _ = try copy(file, as: name)
    }

    func omit(_ message: String) { contents.omissions.append(message) }

    func add(_ document: BackedUpDocument) throws {
        if let message = document.omission { return omit(message) }
        let place = "\(Workspace.documentsName)/\(document.name.directoryName)/"
        for file in document.files {
            if let bytes = file.bytes {
                try add(bytes, named: place + file.name, modified: file.modified)
                contents.bytes += Int64(bytes.count)
            } else {
                contents.bytes += try copy(
                    document.document.directory.fileToPack(file.name), as: place + file.name)
            }
            contents.files += 1
        }
        if !document.files.isEmpty { contents.documents += 1 }
    }

    /// Copies a large file, and returns its size.
    private func copy(_ source: borrowing File, as name: String) throws -> Int64 {
        let status = try source.status()
        try zip.addFile(named: name, size: status.size, modified: status.modified, stored: true)
        try source.pack(size: status.size, write)
        return status.size
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        try zip.write(bytes)
        unwritten += Int64(bytes.count)
        guard unwritten >= Self.writtenTogether else { return }
        file.beginSync(size: unwritten)
        unwritten = 0
    }

    func close() throws { try zip.close() }
}

extension BackupFormat {
    /// Every description is shorter.
    static let longestDescription = 64 << 10

    /// The user whom a description names; nil if it names none.
    static func user(in description: [UInt8]) -> String? {
        String(decoding: description, as: UTF8.self).halves(around: " documents of the user ")
            .flatMap { $0.after.split(separator: " ", maxSplits: 1).first }.map(String.init)
    }

    /// A sentence in the description of a backup that leaves something out.
    private static let partialMark = "It is for others, and leaves out a part of them."

    /// Whether a description is one of a backup for others.
    static func isForOthers(_ description: [UInt8]) -> Bool {
        String(decoding: description, as: UTF8.self).contains(partialMark)
    }

    /// The text of the first entry, for people who have nothing but the file.
    static func description(of user: UserName, forOthers isForOthers: Bool = false) -> String {
        mark + """

            This ZIP file holds all documents of the user \(user) of the program scarybug. Any program
            that unpacks ZIP files can read it.\(isForOthers ? " " + partialMark : "")

            - `Private Documents/3.scarybug/` is document 3. The directory's extension tells its kind:
              scarybug, scarycreature or book.
            - `data.plist` in it holds the fields, in an NSKeyedArchiver property list. `plutil -p`
              and Python's plistlib show it.
            - `fullImage.jpg` is the photograph, whatever its format. Other files are kept unchanged.
            - `preferences.plist` holds the custom fields, the saved queries and the preferences.
            - `exchanged.txt`, if it is there, holds what the documents knew of copies that others have,
              and what was deleted.

            `scarybug restore FILE` takes all of it into a workspace. After `unzip FILE`, the program
            can also import the directory `Private Documents`. The history is not in a backup.

            """
    }
}

extension Limits {
    /// The limits for a backup. It holds as much as a workspace does. Its files are not compressed, so
    /// that none expands, and are copied in constant memory.
    var backup: Limits {
        var limits = self
        limits.bundleEntries = max(bundleEntries, 10_000)
        limits.bundleBytes = max(bundleBytes, 1 << 50)
        limits.importDocuments = max(importDocuments, 1_000_000)
        limits.importBytes = max(importBytes, 1 << 60)
        limits.importTextBytes = .max
        return limits
    }
}
