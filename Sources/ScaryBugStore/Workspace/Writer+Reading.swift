import Containers

// What a writer reads: the workspace as the batch will leave it.

extension Writer {
    var reader: DocumentReader {
        DocumentReader(
            documents: places.documents, limits: Limits(), customFields: [], pending: pending)
    }

    /// A file as it was read.
    struct PresentFile {
        let version: ContentVersion
        let bytes: [UInt8]
        /// Its status; nil if the batch itself makes the file.
        let status: FileStatus?
    }

    /// The file at a path; nil if there is none.
    func file(at path: WorkspacePath) throws -> PresentFile? {
        if case .file(let name, let file) = path {
            guard let document = try reader.openIfPresent(name),
                let opened = try document.file(named: file)
            else { return nil }
            return try read(opened, at: path, isPending: document.isPending(file))
        }
        let change = planned.last { $0.path == path }
        let place: PendingDocuments.Place
        switch change?.action {
        case .add(let source), .replace(let source, _): place = try self.place(of: source)
        case .removeFile: return nil
        default:
            let (directory, name) = try places.locate(path)
            place = .init(directory: directory, name: name.shown)
        }
        guard let opened = try place.directory.file(named: place.name) else { return nil }
        return try read(opened, at: path, isPending: change != nil)
    }

    private func read(
        _ file: borrowing File, at path: WorkspacePath, isPending: Bool
    ) throws -> PresentFile {
        let bytes = try file.contents(limit: Limit(1 << 30))
        return PresentFile(
            version: ContentVersion(fileNamed: path.fileName, bytes), bytes: bytes,
            status: isPending ? nil : try file.status())
    }

    /// The version of a document; nil if there is none.
    func pendingVersion(
        of name: DocumentName, _ checksums: ContentVersion.Checksums
    ) throws -> ContentVersion? {
        guard pending[name] != nil else {
            return try places.documents.version(of: name.directoryName, checksums: checksums)
        }
        return try reader.openIfPresent(name).map { try $0.version(checksums) }
    }

    func heldBytes(of name: DocumentName) throws -> Int64 {
        try ifPossible { try reader.openIfPresent(name)?.directory.diskBytes() } ?? 4_096
    }
}

extension Directory {
    /// The bytes of the directory and its files on the disk, as `du` counts them.
    func diskBytes() throws -> Int64 {
        try names().reduce(status().diskBytes) { try $0 + (status(of: $1)?.diskBytes ?? 0) }
    }
}

/// The thumbnails of a batch, which are made together.
extension Writer {
    /// A photograph that gets a thumbnail when the batch is committed.
    struct Reduction {
        let picture: PictureFile
        let document: DocumentName
        /// The name of the document's directory in the staging directory.
        let staged: String
        /// The number of the change that puts the directory in its place.
        let change: Int64
        let version: ContentVersion
    }

    /// Whether a document waits for a thumbnail, so that its files must not be copied before.
    func waitsForThumbnail(_ name: DocumentName) -> Bool {
        reductions.contains { $0.document == name }
    }

    /// Makes the thumbnails, and adds them to the staged directories.
    func addThumbnails() throws {
        // A document may have been deleted since, or got another photograph.
        let due = reductions.filter { reduction in
            guard case .present(let place?, _) = pending[reduction.document] else { return false }
            return place.name == reduction.staged
        }
        var pictures: [ObjectIdentifier: PictureFile] = [:]
        for reduction in due { pictures[ObjectIdentifier(reduction.picture)] = reduction.picture }
        if pictures.isEmpty { return }
        try Thumbnails.make(for: Array(pictures.values), warn: places.warn)
        for reduction in due {
            guard let bytes = reduction.picture.thumbnail,
                let directory = try staging.directory.directory(named: reduction.staged)
            else { continue }
            let name = reduction.document.kind.thumbnailName
            try directory.createFile(named: name).write(bytes)
            try store.replaceVersion(
                of: reduction.change,
                by: reduction.version.changing(
                    fileNamed: name, to: ContentVersion(fileNamed: name, bytes)))
        }
    }
}
