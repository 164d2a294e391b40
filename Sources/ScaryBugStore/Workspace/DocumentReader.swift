/// Reads the documents of a workspace. Threads may share it.
package struct DocumentReader: Sendable {
    let documents: Directory?
    package let limits: Limits
    /// The user's custom fields, which documents of every kind have.
    package let customFields: [Field]
    /// Documents that differ from those on the disk until a batch is committed.
    var pending: PendingDocuments?
    private(set) var place = WorkPlace.alone

    init(
        documents: Directory?, limits: Limits, customFields: [Field],
        pending: PendingDocuments? = nil, place: WorkPlace = .alone
    ) {
        (self.documents, self.limits) = (documents, limits)
        (self.customFields, self.pending, self.place) = (customFields, pending, place)
    }

    /// The most bytes of a data file for which a thread among others takes memory.
    private static let sharedFileSize = 16 << 10

    /// The same reader for work at a place. At a shared one, it throws ``NeedsMemory`` for large
    /// documents.
    package func at(_ place: WorkPlace) -> DocumentReader {
        var reader = self
        reader.place = place
        return reader
    }

    package func open(_ name: DocumentName) throws -> DocumentDirectory {
        guard let document = try openIfPresent(name) else {
            throw ScaryBugsError.noDocument(name.number)
        }
        return document
    }

    package func openIfPresent(_ name: DocumentName) throws -> DocumentDirectory? {
        switch pending?[name] {
        case .removed: return nil
        case .present(let place, let files):
            let directory =
                try place.map { try $0.directory.directory(named: $0.name) }
                ?? documents?.directory(named: name.directoryName)
            return directory.map {
                DocumentDirectory(name: name, directory: $0, pending: files)
            }
        case nil:
            return try documents?.directory(named: name.directoryName).map {
                DocumentDirectory(name: name, directory: $0)
            }
        }
    }

    /// Reads a document's data file.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` also if it is missing.
    package func read(_ document: DocumentDirectory) throws -> DocumentDirectory.DataFile {
        guard let read = try readIfPresent(document) else { throw document.withoutData }
        return read
    }

    package func readIfPresent(_ document: DocumentDirectory) throws -> DocumentDirectory.DataFile?
    {
        guard var file = try document.openDataFile() else { return nil }
        if place == .shared, try file.openedStatus().size > Self.sharedFileSize {
            throw NeedsMemory()
        }
        return try document.data(in: &file, limits, customFields)
    }

    /// The data without custom fields; nil if the data file is missing or damaged.
    package func dataIfReadable(_ document: DocumentDirectory) throws -> DocumentData? {
        let reader = DocumentReader(
            documents: documents, limits: limits, customFields: [], pending: pending, place: place)
        return try ifIntact { try reader.readIfPresent(document)?.data }
    }

    /// Whether a document's name still refers to the directory that was opened.
    ///
    /// - Parameter status: the directory's status.
    func isCurrent(_ name: DocumentName, _ status: FileStatus) throws -> Bool {
        if pending?[name] != nil { return true }
        return try documents?.status(of: name.directoryName)?.identity == status.identity
    }
}

extension Workspace {
    /// A reader with the current limits and custom fields.
    package func reader() throws -> DocumentReader {
        DocumentReader(
            documents: try readable(), limits: limits, customFields: customFields,
            pending: writer?.pending)
    }

    package func openDocument(_ name: DocumentName) throws -> DocumentDirectory {
        try reader().open(name)
    }
}

/// A document that was read, with what tells whether the index knows its files. It keeps no file open,
/// since many may wait to be used. It is a class, since copies of all these values take longer than
/// printing them.
package final class ReadDocument: Sendable {
    package let document: Document
    package let file: DocumentDirectory.DataFile
    let status: DocumentStatus

    init(
        document: Document, file: DocumentDirectory.DataFile, status: DocumentStatus
    ) {
        (self.document, self.file, self.status) = (document, file, status)
    }
}

extension DocumentReader {
    /// Reads a document: all of its data, but only the name, the size and the type of its picture.
    ///
    /// - Parameters:
    ///   - looksAtPicture: false to skip the picture.
    package func read(_ name: DocumentName, looksAtPicture: Bool) throws -> ReadDocument {
        let read = try readingWhole(name) { document, status in
            let data = try readIfPresent(document)
            let picture = looksAtPicture ? try document.picture() : nil
            let result = try data.map {
                ReadDocument(
                    document: Document(name: name, data: $0.data, picture: picture), file: $0,
                    status: try DocumentStatus(
                        of: document, status, $0.status,
                        hasPicture: picture != nil || !looksAtPicture))
            }
            return (result, isWhole: data != nil && (picture != nil || !looksAtPicture))
        }
        guard let read else { throw ScaryBugsError.noDocument(name.number) }
        return read
    }

    /// Reads a document's files, again if its directory was replaced or deleted meanwhile, since they
    /// then disappear one by one. A file is missing only if it is missing in the current directory.
    ///
    /// - Parameter body: returns what it read, nil without a data file, and whether no file is missing.
    /// - Returns: nil without a document of that name.
    func readingWhole<Result>(
        _ name: DocumentName,
        _ body: (DocumentDirectory, FileStatus) throws -> (Result?, isWhole: Bool)
    ) throws -> Result? {
        for _ in 0..<100 {
            guard let document = try openIfPresent(name) else { return nil }
            let status = try document.directory.status()
            let (result, isWhole) = try body(document, status)
            guard try isWhole || isCurrent(name, status) else { continue }
            guard let result else { throw document.withoutData }
            return result
        }
        return try openIfPresent(name).map { throw $0.withoutData }
    }

    /// Reads a document as above, or tells why it can't be read.
    func result(
        _ name: DocumentName, looksAtPicture: Bool
    ) throws -> Result<ReadDocument, ScaryBugsError> {
        do { return .success(try read(name, looksAtPicture: looksAtPicture)) } catch let error
            as ScaryBugsError
        { return .failure(error) }
    }
}
