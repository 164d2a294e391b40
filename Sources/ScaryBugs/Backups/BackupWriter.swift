import Containers

/// Writes a backup to a file, in memory that grows only with the ZIP file's own directory.
final class BackupWriter {
    let file: File
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
                    document.directory.fileToPack(file.name), as: place + file.name)
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

    /// Finishes and syncs the file.
    func close() throws {
        _ = try zip.close()
        try file.sync()
    }
}
