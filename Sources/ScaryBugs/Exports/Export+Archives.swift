import Containers
import KeyedArchive

extension Export {
    /// Writes all documents into one archive, map or ZIP file. If one fails, no file is made.
    ///
    /// - Returns: the documents in it. Those without a position are on no map.
    /// - Throws: ``ScaryBugsError/Code/exists`` if the file exists and the export must not replace
    ///   it.
    public func writeAll(_ names: [DocumentName]) throws -> [Written] {
        let fileName = destination.fileName ?? format.fileName
        try destination.checkReplacing(fileName, .regular)
        let outgoing = try workspace.beginning(outgoing, of: names, as: format)
        return try destination.makeFile(named: fileName) { (file: consuming File) in
            var written = try Self.pack(names, of: workspace, as: format, outgoing, to: file)
            let size = try file.status().size
            for index in written.indices {
                (written[index].path, written[index].size) = (
                    destination.path(of: fileName), size
                )
            }
            return written
        } before: {
            try workspace.record($0.compactMap(\.sent), as: outgoing)
        }
    }

    /// Writes documents to a pipe or another open file.
    ///
    /// Documents are packed into an unnamed temporary file first, so a slow reader does not block
    /// other sessions from changing them.
    ///
    /// - Returns: the documents that were written.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the format makes directories, or if it
    ///   holds only one document and there are several.
    package static func write(
        _ names: [DocumentName], of workspace: Workspace, as format: ExportFormat,
        telling outgoing: Outgoing = Outgoing(), toStream stream: borrowing File
    ) throws -> [Written] {
        guard !format.isDirectory else {
            throw ScaryBugsError(
                .invalidValue,
                "a directory cannot be written to standard output; give a DESTINATION")
        }
        guard format.holdsMany || names.count == 1 else {
            throw ScaryBugsError(
                .invalidValue,
                "standard output takes one document, not \(names.count.grouped); give a directory")
        }
        let spool = try File.temporary()
        let outgoing = try workspace.beginning(outgoing, of: names, as: format)
        let written = try pack(names, of: workspace, as: format, outgoing, to: spool)
        try workspace.record(written.compactMap(\.sent), as: outgoing)
        try stream.copy(from: spool, limit: .none)
        return written
    }

    /// Writes documents into one file.
    private static func pack(
        _ names: [DocumentName], of workspace: Workspace, as format: ExportFormat,
        _ outgoing: Outgoing, to file: borrowing File
    ) throws -> [Written] {
        if let map = format.map {
            return try MapWriter(workspace: workspace, format: map, outgoing: outgoing)
                .write(names, to: file)
        }
        if format == .dwca {
            let export = try DarwinCoreExport(of: names, from: workspace, as: outgoing)
            try export.write(to: file)
            return export.written
        }
        if format.holdsMany {
            let archive = try BookArchive(of: names, in: workspace, as: format, outgoing)
            try file.write(archive.bytes)
            return archive.written
        }
        let reader = try workspace.reader()
        if format == .picture {
            return try names.map {
                try workspace.leaving(reader.open($0), as: outgoing, reader)
                    .write(as: format, to: file)
            }
        }
        return try ZipWriter.write(to: file) { zip in
            try names.enumerated().map { index, name in
                workspace.report(.exporting, index, of: names.count)
                try Interruption.check()
                return try workspace.leaving(reader.open(name), as: outgoing, reader).add(to: zip)
            }
        }
    }
}

/// A keyed archive of many documents: whole books, or only their titles.
struct BookArchive {
    let bytes: [UInt8]
    private(set) var written: [Export.Written] = []

    init(
        of names: [DocumentName], in workspace: Workspace, as format: ExportFormat,
        _ outgoing: Outgoing
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
            let (data, withheld) = try outgoing.values(of: read.document)
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
            written.append(
                .init(name: name, lost: lost, excesses: excesses, doubtful: withheld.doubtful))
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
            !ContentFiles.isDataFile($0) && !Litter.isNamed($0)
        }.sorted()
    }
}
