import Containers

/// Writes a backup to a file, in memory that grows only with the ZIP file's own directory.
struct BackupWriter {
    private let zip: ZipWriter
    private(set) var contents = BackupContents()
    /// Bytes since the system was last asked to begin writing to the disk.
    private var unwritten: Int64 = 0

    private static let pieceSize = 1 << 18
    /// The disk works while more is packed, so that the sync at the end has little to do.
    private static let writtenTogether: Int64 = 32 << 20

    init(to file: borrowing File) throws {
        zip = try ZipWriter(to: file)
    }

    /// Adds a file that is not part of a document.
    mutating func add(
        _ bytes: [UInt8], named name: String, modified: FileTime, to file: borrowing File
    ) throws {
        try zip.addFile(
            named: name, size: Int64(bytes.count), modified: modified, stored: true)
        try bytes.withUnsafeBytes { try write($0, to: file) }
    }

    /// Records that a document is left out.
    mutating func omit(_ message: String) { contents.omissions.append(message) }

    /// Adds the files of a document.
    mutating func add(_ document: BackedUpDocument, to file: borrowing File) throws {
        if let message = document.omission { return omit(message) }
        let place = "\(Workspace.documentsName)/\(document.name.directoryName)/"
        for contents in document.files {
            if let bytes = contents.bytes {
                try add(bytes, named: place + contents.name, modified: contents.modified, to: file)
                self.contents.bytes += Int64(bytes.count)
            } else {
                try copy(contents, of: document.directory, as: place + contents.name, to: file)
            }
            self.contents.files += 1
        }
        if !document.files.isEmpty { contents.documents += 1 }
    }

    /// Copies a large file.
    private mutating func copy(
        _ contents: BackedUpDocument.Contents, of directory: Directory, as name: String,
        to file: borrowing File
    ) throws {
        guard let source = try directory.file(named: contents.name) else {
            throw ScaryBugsError(.busy, "\(directory.path(of: contents.name)) vanished; try again")
        }
        let status = try source.status()
        try zip.addFile(named: name, size: status.size, modified: status.modified, stored: true)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.pieceSize, alignment: 16)
        defer { buffer.deallocate() }
        var copied: Int64 = 0
        while case let count = try source.read(into: buffer), count > 0 {
            try Interruption.check()
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file)
            copied += Int64(count)
        }
        guard copied == status.size else {
            throw ScaryBugsError(
                .busy, "\(source.name) changed while it was being packed; try again")
        }
        self.contents.bytes += copied
    }

    private mutating func write(_ bytes: UnsafeRawBufferPointer, to file: borrowing File) throws {
        try zip.write(bytes)
        unwritten += Int64(bytes.count)
        guard unwritten >= Self.writtenTogether else { return }
        file.beginSync(size: unwritten)
        unwritten = 0
    }

    /// Finishes the file.
    func close() throws {
        _ = try zip.close()
    }
}
