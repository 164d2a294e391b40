/// Packs documents on a worker thread, into drafts that are renamed into place later.
struct ExportPacking: Sendable {
    let reader: DocumentReader
    let format: ExportFormat
    let destination: ExportDestination
    let staging: Staging

    /// A packed document, ready to be renamed into place.
    struct Packed: Sendable {
        let name: DocumentName
        let draft: ExportDraft
        let size: Int64
        let lost: [String]

        func install() throws -> Export.Written {
            try draft.install()
            return Export.Written(name: name, path: draft.path, size: size, lost: lost)
        }
    }

    func pack(_ task: ExportTask) throws -> Packed {
        try format.isDirectory ? packDirectory(task) : packFile(task)
    }

    private func packFile(_ task: ExportTask) throws -> Packed {
        let draft = ExportDraft(
            .file, named: task.fileName, in: destination, preparedIn: staging)
        let file = try draft.createFile()
        try reader.pack(task.name, as: format, to: file)
        let size = try file.status().size
        file.beginSync(size: size)
        return Packed(name: task.name, draft: draft, size: size, lost: [])
    }
}

extension DocumentReader {
    /// Writes a document's bundle or picture to a file.
    func pack(
        _ name: DocumentName, as format: ExportFormat, to file: borrowing File
    ) throws {
        // If another session replaces the document, the open directory still has the old version.
        let document = try open(name)
        // An unreadable document must not be exported.
        _ = try read(document)
        if format == .picture {
            guard let picture = try document.openPicture() else {
                throw document.withoutPicture
            }
            try file.copy(from: picture, limit: Limit(limits.bundleBytes, .bundleBytes))
        } else {
            _ = try Bundle.write(
                document.directory, directoryName: name.directoryName, to: file, limits: limits)
        }
    }
}
