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
        let read = try reader.pack(task.name, as: format, to: file)
        let size = try file.status().size
        file.beginSync(size: size)
        return packed(task, draft, size: size, lost: [], read)
    }

    func packed(
        _ task: ExportTask, _ draft: ExportDraft, size: Int64, lost: [String],
        _ read: DocumentDirectory.DataFile, _ remarks: [String] = []
    ) -> Packed {
        Packed(
            draft: draft,
            written: Export.Written(
                name: task.name, path: draft.path, size: size, lost: lost,
                excesses: reader.excesses(of: read, as: format), remarks: remarks))
    }
}

extension DocumentReader {
    /// Messages about values over a limit. A picture has no values.
    func excesses(of read: DocumentDirectory.DataFile, as format: ExportFormat) -> [String] {
        format == .picture
            ? [] : read.data.excesses(over: limits, fileSize: read.bytes.count).map(\.message)
    }

    /// Writes a document's bundle or picture to a file.
    func pack(
        _ name: DocumentName, as format: ExportFormat, to file: borrowing File
    ) throws -> DocumentDirectory.DataFile {
        // If another session replaces the document, the open directory still has the old version.
        let document = try open(name)
        // An unreadable document must not be exported.
        let data = try read(document)
        if format == .picture {
            guard let picture = try document.openPicture() else {
                throw document.withoutPicture
            }
            try file.copy(from: picture, limit: Limit(limits.bundleBytes, .bundleBytes))
        } else {
            _ = try Bundle.write(
                document.directory, directoryName: name.directoryName, to: file, limits: limits)
        }
        return data
    }
}
