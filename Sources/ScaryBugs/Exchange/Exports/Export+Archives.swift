import Containers
import KeyedArchive

extension Export {
    /// Writes all documents into one archive, map or ZIP file. If one fails, no file is made.
    ///
    /// - Returns: the documents in it. Those without a position are on no map.
    /// - Throws: ``ScaryBugsError/Code/exists`` if the file exists and the export must not replace
    ///   it.
    public func writeAll(_ names: [DocumentName]) throws -> [Written] {
        guard format.holdsMany else { return try writeBundles(names) }
        let fileName = destination.fileName ?? format.fileName
        try destination.checkReplacing(fileName, .regular)
        let draft = try ExportDraft(
            .file, named: fileName, in: destination,
            preparedIn: PrivateDirectory(in: destination.directory))
        let file = try draft.createFile()
        let losses = try Self.write(
            names, of: workspace, as: format, without: telling.withholding, to: file)
        let size = try file.status().size
        try draft.sync()
        try draft.install()
        try destination.directory.sync()
        return losses.map { name, loss in
            Written(
                name: name, path: destination.path(of: fileName), size: size, lost: loss.lost,
                excesses: loss.excesses, remarks: loss.remarks, doubtful: loss.doubtful,
                tellsPlace: loss.tellsPlace)
        }
    }

    /// Writes documents into a file of a format that holds many.
    ///
    /// - Returns: the documents that are in it.
    static func write(
        _ names: [DocumentName], of workspace: Workspace, as format: ExportFormat,
        without withholding: Withholding?, to file: borrowing File
    ) throws -> [(name: DocumentName, loss: Loss)] {
        if let map = format.map {
            return try MapWriter(workspace: workspace, format: map, withholding: withholding)
                .write(names, to: file)
        }
        if format == .dwca {
            let export = try DarwinCoreExport(from: workspace, without: withholding)
            try export.write(names, to: file)
            return zip(names, export.losses).map { (name: $0, loss: $1) }
        }
        let archive = try BookArchive(of: names, in: workspace, as: format, without: withholding)
        try file.write(archive.bytes)
        return zip(names, archive.losses).map { (name: $0, loss: $1) }
    }
}

extension Export {
    /// Writes the directories of all documents into one ZIP file.
    private func writeBundles(_ names: [DocumentName]) throws -> [Written] {
        let fileName = destination.fileName ?? ""
        try destination.checkReplacing(fileName, .regular)
        let draft = try ExportDraft(
            .file, named: fileName, in: destination,
            preparedIn: PrivateDirectory(in: destination.directory))
        let file = try draft.createFile()
        let reader = try workspace.reader()
        let packings = try UTF8Locale.run {
            let writer = try ZipWriter(to: file)
            let packings = try pack(names, reader, in: writer)
            _ = try writer.close()
            return packings
        }
        try draft.sync()
        // A copy that is out must be known, so this comes first.
        try workspace.record(packings.compactMap(\.sent), to: [telling.recipient], at: telling.date)
        try draft.install()
        try destination.directory.sync()
        let size = try file.status().size
        return zip(names, packings).map { name, packing in
            Written(
                name: name, path: destination.path(of: fileName), size: size, lost: [],
                excesses: reader.excesses(of: packing.data, as: format),
                remarks: packing.remarks, doubtful: packing.doubtful)
        }
    }

    private func pack(
        _ names: [DocumentName], _ reader: DocumentReader, in writer: ZipWriter
    ) throws -> [DocumentReader.Packing] {
        let remembers = try workspace.beginSending()
        let telling = try workspace.recalling(telling, of: names, to: [telling.recipient])
        return try names.enumerated().map { index, name in
            workspace.report(.exporting, index, of: names.count)
            try Interruption.check()
            let own =
                try remembers
                ? workspace.ownCopyToSend(
                    workspace.document(name, looksAtPicture: false).data, name.number) : nil
            return try reader.pack(
                name, as: format, own, isBare: telling.isBare,
                without: telling.withholding(of: name), DefaultRights(workspace.preferences),
                picture: { _ in },
                bundle: { document, bytes in
                    try Bundle.add(
                        document, directoryName: name.directoryName, dataBytes: bytes, to: writer,
                        limits: workspace.limits)
                })
        }
    }
}

/// A keyed archive of many documents: whole books, or only their titles.
struct BookArchive {
    let bytes: [UInt8]
    private(set) var losses: [Export.Loss] = []

    init(
        of names: [DocumentName], in workspace: Workspace, as format: ExportFormat,
        without withholding: Withholding?
    ) throws {
        var archive = KeyedArchive()
        var elements: [KeyedArchive.Reference] = []
        let (reader, limits) = (try workspace.reader(), workspace.limits)
        // An archive is shorter than its documents, but has all of a long text.
        var longTexts = 0
        for (index, name) in names.enumerated() {
            workspace.report(.exporting, index, of: names.count)
            try Interruption.check()
            let read = try reader.read(name, looksAtPicture: false)
            let (data, doubtful) = try reader.shared(read, without: withholding)
            var lost: [String]
            let excesses: [String]
            if format == .booksOwned {
                let title = data.title
                excesses =
                    title.trimmed.isEmpty
                    ? ["it has no title"]
                    : limits.excess(.text(title), .title).map { [$0.message] } ?? []
                elements.append(try translatingErrors { try archive.add(.string(title)) })
                lost = data.givenFields.map(\.name).filter { $0 != "title" }
                lost += data.unknown.map(\.key)
            } else {
                let book = try data.converted(to: .book)
                excesses = book.data.excesses(over: limits, fileSize: read.file.bytes.count)
                    .map(\.message)
                elements.append(try book.data.add(to: &archive))
                lost = book.lost
            }
            if format != .booksOwned { longTexts += max(0, read.file.bytes.count - 1_024) }
            try Self.check(size: longTexts, limits)
            guard archive.estimatedMemory <= limits.archiveMemory else {
                let limit = limits.archiveMemory
                throw ScaryBugsError.over(
                    .archiveMemory, "the archive needs more than \(ByteCount(limit)) of memory")
            }
            let beside = data.filesBeside
            lost += try workspace.otherFileNames(of: name).filter { !beside.contains($0) }
            losses.append(
                Export.Loss(lost: lost, excesses: excesses, doubtful: doubtful))
        }
        bytes = try translatingErrors {
            archive.setRoot("root", to: try archive.addArray(of: elements))
            return try archive.encoded()
        }
        try Self.check(size: bytes.count, limits)
    }

    /// Refuses an archive that no import would read.
    private static func check(size: Int, _ limits: Limits) throws {
        guard size > limits.archiveBytes else { return }
        throw ScaryBugsError.over(
            .archiveBytes,
            "the archive would be longer than \(limits.archiveBytes.grouped) bytes; export fewer "
                + "documents")
    }
}

extension DocumentData {
    /// The editable fields that have a value.
    fileprivate var givenFields: [Field] {
        kind.fields.filter { $0.isEditable && hasValue($0) }
    }
}

extension Workspace {
    /// The names of a document's files except its data file.
    fileprivate func otherFileNames(of name: DocumentName) throws -> [String] {
        try openDocument(name).directory.names().filter {
            !EntryRole.isDataFile($0) && !Litter.isNamed($0)
        }.sorted()
    }
}
