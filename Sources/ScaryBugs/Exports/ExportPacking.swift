import Containers

/// Packs documents on a worker thread, into drafts that are renamed into place later.
struct ExportPacking: Sendable {
    let reader: DocumentReader
    let format: ExportFormat
    let destination: ExportDestination
    let staging: PrivateDirectory
    let outgoing: Outgoing

    struct Packed: Sendable {
        let draft: ExportDraft
        let written: Export.Written

        func install() throws -> Export.Written {
            try draft.install()
            return written
        }
    }

    func pack(_ task: ExportTask, at place: WorkPlace) throws -> Packed {
        let document = try OutgoingDocument(task.name, outgoing, task.own, reader.at(place))
        let draft = ExportDraft(
            format.isDirectory ? .directory : .file, named: task.fileName, in: destination,
            preparedIn: staging)
        var written: Export.Written
        if format.isDirectory {
            written = try write(document, to: draft.newDirectory())
        } else {
            let file = try draft.createFile()
            written = try document.write(as: format, to: file)
            written.size = try file.status().size
            file.beginSync(size: written.size)
        }
        written.path = draft.path
        return Packed(draft: draft, written: written)
    }
}

extension ExportPacking {
    /// Writes a document as a directory of its kind's app or of another kind's app.
    private func write(
        _ outgoing: OutgoingDocument, to made: Directory
    ) throws -> Export.Written {
        let document = outgoing.document
        let kind = format.kind ?? document.kind
        let files = try DocumentFiles(
            of: document, as: kind,
            leavingOut: kind == document.kind ? [] : outgoing.file.data.filesBeside)
        var written = Export.Written(
            name: document.name, lost: files.lost, excesses: outgoing.excesses,
            doubtful: outgoing.doubtful)
        written.size = try write(outgoing.file, of: document, as: kind, to: made, &written.lost)
        let limit = Limit(reader.limits.bundleBytes, .bundleBytes)
        written.size += try files.copy(to: made, limit)
        if !files.hasThumbnail {
            written.size += try addThumbnail(of: document, as: kind, to: made, &written.remarks)
        }
        return written
    }

    /// Makes the thumbnail that the app shows in its list.
    ///
    /// - Parameter remarks: gets the reason why there is none.
    /// - Returns: bytes written.
    private func addThumbnail(
        of document: DocumentDirectory, as kind: DocumentKind, to made: Directory,
        _ remarks: inout [String]
    ) throws -> Int64 {
        guard let photograph = try document.openPicture() else { return 0 }
        do {
            let results = try Thumbnails.make(of: [photograph.descriptor])
            guard let thumbnail = try results.first?.get() else { return 0 }
            let file = try made.createFile(named: kind.thumbnailName, mode: 0o666)
            try file.write(thumbnail)
            return Int64(thumbnail.count)
        } catch let error as MissingProgram {
            remarks = ["no thumbnails are made: \(error)"]
        } catch let error as ScaryBugsError where !error.isOfSystem {
            remarks = [Thumbnails.remark(error, document.name)]
        }
        return 0
    }

    /// - Returns: bytes written.
    private func write(
        _ read: DocumentDirectory.DataFile, of document: DocumentDirectory, as kind: DocumentKind,
        to made: Directory, _ lost: inout [String]
    ) throws -> Int64 {
        var bytes = read.bytes
        // A data file that is already in the app's format is copied byte for byte.
        if try kind != document.name.kind || !read.data.isInFormOfApp {
            let converted = try read.data.converted(to: kind)
            lost = converted.lost + lost
            bytes = try converted.data.encoded()
        }
        let copy = try made.createFile(named: kind.dataFileName, mode: 0o666)
        try copy.write(bytes)
        try copy.setModified(FileTime(seconds: read.status.modified.seconds))
        return Int64(bytes.count)
    }
}

/// The files of a document except its data file, and their names in the exported directory.
private struct DocumentFiles {
    private let directory: Directory
    private var names: [(source: String, target: String)] = []
    /// Files whose name another file has already taken.
    private(set) var lost: [String] = []
    private(set) var hasThumbnail = false

    init(
        of document: DocumentDirectory, as kind: DocumentKind, leavingOut others: Set<String>
    ) throws {
        directory = document.directory
        let own = document.name.kind
        let present = try directory.names().sorted().filter { [directory] name in
            try !others.contains(name) && !ContentFiles.isDataFile(name) && !Litter.isNamed(name)
                && directory.status(of: name)?.kind == .regular
        }
        // Pictures get the names that the app expects, whatever their case and extension were.
        for (candidates, target) in [
            (own.photographNames, kind.photographName), (own.thumbnailNames, kind.thumbnailName),
        ] {
            if let picture = present.first(named: candidates) { names.append((picture, target)) }
        }
        hasThumbnail = names.contains { $0.target == kind.thumbnailName }
        let pictures = Set(names.map(\.source))
        // Case doesn't count where the app runs.
        var taken = Set(names.map { $0.target.lowercased() })
        for name in present where !pictures.contains(name) {
            if taken.insert(name.lowercased()).inserted {
                names.append((name, name))
            } else {
                lost.append(name)
            }
        }
    }

    /// - Returns: bytes written.
    func copy(to made: Directory, _ limit: Limit) throws -> Int64 {
        try names.reduce(0) { size, name in
            try Interruption.check()
            guard let source = try directory.file(named: name.source) else { return size }
            let copy = try made.createFile(named: name.target, mode: 0o666)
            try copy.copy(from: source, limit: limit)
            try copy.setModified(source.status().modified)
            let copied = try copy.status().size
            copy.beginSync(size: copied)
            return size + copied
        }
    }
}
