/// Packs documents on a worker thread, into drafts that are renamed into place later.
struct ExportPacking: Sendable {
    let reader: DocumentReader
    let format: ExportFormat
    let destination: ExportDestination
    let staging: ExportStaging

    struct Packed: Sendable {
        let draft: ExportDraft
        let written: Export.Written

        func install() throws -> Export.Written {
            try draft.install()
            return written
        }
    }

    func pack(_ task: ExportTask, at place: WorkPlace) throws -> Packed {
        let reader = reader.at(place)
        return try format.isDirectory ? packDirectory(task, reader) : packFile(task, reader)
    }

    private func packFile(_ task: ExportTask, _ reader: DocumentReader) throws -> Packed {
        let draft = ExportDraft(
            .file, named: task.fileName, in: destination, preparedIn: staging)
        let file = try draft.createFile()
        let (read, tellsPlace) = try reader.pack(task.name, as: format, to: file)
        let size = try file.status().size
        file.beginSync(size: size)
        return packed(task, draft, size: size, lost: [], read, tellsPlace)
    }

    func packed(
        _ task: ExportTask, _ draft: ExportDraft, size: Int64, lost: [String],
        _ read: DocumentDirectory.DataFile, _ tellsPlace: Bool, _ remarks: [String] = []
    ) -> Packed {
        Packed(
            draft: draft,
            written: Export.Written(
                name: task.name, path: draft.path, size: size, lost: lost,
                excesses: reader.excesses(of: read, as: format), remarks: remarks,
                tellsPlace: tellsPlace))
    }
}

extension DocumentReader {
    /// Messages about values over a limit. A picture has no values.
    func excesses(of read: DocumentDirectory.DataFile, as format: ExportFormat) -> [String] {
        format == .picture
            ? [] : read.data.excesses(over: limits, fileSize: read.bytes.count).map(\.message)
    }

    /// Writes a document's bundle or picture to a file.
    ///
    /// - Returns: the data file, and whether the new file tells a position.
    func pack(
        _ name: DocumentName, as format: ExportFormat, to file: borrowing File
    ) throws -> (data: DocumentDirectory.DataFile, tellsPlace: Bool) {
        // If another session replaces the document, the open directory still has the old version.
        let document = try open(name)
        // An unreadable document must not be exported.
        let data = try read(document)
        var tellsPlace = false
        if format == .picture {
            guard let picture = try document.openPicture() else {
                throw document.withoutPicture
            }
            tellsPlace = try picture.tellsPlace()
            try file.copy(from: picture, limit: Limit(limits.bundleBytes, .bundleBytes))
        } else {
            tellsPlace = data.data.position(in: .at) != nil
            _ = try Bundle.write(
                document.directory, directoryName: name.directoryName, to: file, limits: limits
            ) { file, type in
                if !tellsPlace { tellsPlace = try file.tellsPlace(as: type) }
            }
        }
        return (data, tellsPlace)
    }
}

extension File {
    /// Whether a picture has a position among its facts.
    func tellsPlace(as type: PictureType) throws -> Bool {
        try PhotographFacts(of: self, as: type).latitude != nil
    }

    /// Whether the file is a picture that has a position among its facts.
    func tellsPlace() throws -> Bool {
        guard let type = try PictureType(signature: prefix(PictureType.signatureLength)) else {
            return false
        }
        return try tellsPlace(as: type)
    }
}
