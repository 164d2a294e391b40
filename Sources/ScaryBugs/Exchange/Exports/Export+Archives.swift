import Containers
import KeyedArchive

extension Export {
    /// Writes all documents into one archive. If one fails, no archive is made.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` if the file exists and the export must not replace
    ///   it.
    public func writeAll(_ names: [DocumentName]) throws -> [Written] {
        let archive = try BookArchive(
            of: names, in: workspace, as: format, without: telling.withholding)
        let fileName = destination.fileName ?? format.fileName
        try destination.checkReplacing(fileName, .regular)
        let draft = try ExportDraft(
            .file, named: fileName, in: destination,
            preparedIn: ExportStaging(in: destination.directory))
        try draft.createFile().write(archive.bytes)
        try draft.sync()
        try draft.install()
        try destination.directory.sync()
        return zip(names, archive.losses).map { name, loss in
            Written(
                name: name, path: destination.path(of: fileName),
                size: Int64(archive.bytes.count), lost: loss.lost, excesses: loss.excesses,
                doubtful: loss.doubtful)
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
            var (data, doubtful) = (read.document.data, [] as [String])
            if let withholding {
                let shared = try naming("document \(name.number)") {
                    try data.withholding(withholding, DocumentTraces(in: data, files: []))
                }
                (data, doubtful) = (shared.data, shared.withheld.doubtful)
            }
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
