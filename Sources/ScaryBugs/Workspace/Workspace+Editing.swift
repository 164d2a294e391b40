import SystemPackage

extension Workspace {
    /// The effect of an edit on a document's picture.
    public enum PictureEdit {
        case keep
        case remove
        case replace(PictureFile)
    }

    /// Changes to fields, to the picture and to further files.
    public struct DocumentEdit {
        /// Changes to fields, made one after the other.
        public let edits: [Edit]
        /// The change to the picture.
        public internal(set) var picture: PictureEdit
        /// The files to add.
        public internal(set) var attached: [AttachedFile]
        /// The names of further files to remove, in any case.
        public internal(set) var detached: [String]
        /// The conflicts to end. If it is nil, a conflict ends with the change of its field or file.
        let resolution: ConflictResolution?

        /// Changes to fields, which keep the files by default.
        ///
        /// - Parameters:
        ///   - edits: changes to fields, made one after the other.
        ///   - picture: the change to the picture.
        ///   - attached: the files to add.
        ///   - detached: the names of further files to remove.
        public init(
            _ edits: [Edit], picture: PictureEdit = .keep,
            attaching attached: [AttachedFile] = [],
            detaching detached: [String] = []
        ) {
            (self.edits, self.picture) = (edits, picture)
            (self.attached, self.detached) = (attached, detached)
            resolution = nil
        }

        /// The end of conflicts.
        package init(_ resolution: ConflictResolution) {
            (edits, picture, attached, detached) = ([], .keep, [], [])
            self.resolution = resolution
        }

        /// Whether it changes other files than the data file.
        fileprivate var changesFiles: Bool {
            if case .keep = picture, resolution == nil {
                return !attached.isEmpty || !detached.isEmpty
            }
            return true
        }
    }

    /// A document after an edit.
    public struct Edited: Sendable {
        /// The number and the kind.
        public let name: DocumentName
        /// The title; empty if the data file has none.
        public let title: String
        /// Whether the edit changed anything. If not, the modification date is still the old one.
        public let isChanged: Bool
        /// Names of the fields that a photograph filled.
        public let filled: [String]
    }

    /// A removed document.
    public struct Deleted: Sendable {
        /// The number and the kind.
        public let name: DocumentName
        /// The title; empty if it could not be read.
        public let title: String
    }

    /// Changes one document.
    ///
    /// - Returns: the document after the change.
    public func edit(
        _ name: DocumentName, _ edits: [Edit], picture: PictureEdit, now: Timestamp
    ) throws -> Document {
        let edit = DocumentEdit(edits, picture: picture)
        guard let result = try self.edit([name], now: now, { _ in edit }).first else {
            throw ScaryBugsError.noDocument(name.number)
        }
        _ = try result.get()
        return try document(name)
    }

    /// Changes documents. Documents that have all the values already stay as they are.
    ///
    /// It reads them again under the workspace's lock, so that sessions which edit different fields
    /// at the same time all succeed.
    ///
    /// - Parameters:
    ///   - names: the documents.
    ///   - now: the new modification date.
    ///   - edit: returns the changes for documents of a kind.
    /// - Returns: the documents after the changes, or the errors of those that could not be
    ///   changed.
    public func edit(
        _ names: [DocumentName], now: Timestamp, _ edit: (DocumentKind) throws -> DocumentEdit
    ) throws -> [Result<Edited, any Error>] {
        // A document without its thumbnail would lose it if its files were copied.
        if let writer,
            try names.contains(where: {
                try writer.waitsForThumbnail($0) && edit($0.kind).changesFiles
            })
        {
            try commitBatch()
        }
        return try changeEach(names, named: "set", .changing) { name, writer in
            try change(name, by: edit(name.kind), now: now, writer)
        }
    }

    /// Calls `body` with the changes that ``edit(_:now:_:)`` would make in each document, or with the
    /// error of one that could not be changed. Nothing is changed.
    ///
    /// - Parameters:
    ///   - names: the documents.
    ///   - edit: returns the changes for documents of a kind.
    ///   - body: receives the changes of each document field by field.
    /// - Throws: errors of `body`, and ``ScaryBugsError`` if no document could be changed now.
    public func forEachChange(
        editing names: [DocumentName], _ edit: (DocumentKind) throws -> DocumentEdit,
        _ body: (Result<[FieldChange], any Error>) throws -> Void
    ) throws {
        try plan(names, body) { name in
            let edited = try EditedDocument(openDocument(name), edit(name.kind), reader())
            try limits.check(dataFileSize: edited.after.data.encoded().count)
            return edited.changes
        }
    }

    /// Removes a document by one rename.
    public func delete(_ name: DocumentName) throws {
        for result in try delete([name]) { _ = try result.get() }
    }

    /// Removes documents.
    ///
    /// - Returns: the removed documents, or the errors of those that could not be removed.
    public func delete(_ names: [DocumentName]) throws -> [Result<Deleted, any Error>] {
        try changeEach(names, named: "delete", .deleting) { name, writer in
            let (document, data) = try deletable(name)
            // Checksums of data files suffice, and unreadable files must not prevent a deletion.
            let version = try ifPossible { try writer.pendingVersion(of: document, .dataFiles) }
            try writer.remove(
                name, version ?? .unknown, deleting: data?.canonicalIdentifier)
            return Deleted(name: name, title: data?.title ?? "")
        }
    }

    /// Calls `body` with the change that ``delete(_:)-([DocumentName])`` would make for each document,
    /// or with the error of one that could not be removed. Nothing is changed.
    public func forEachChange(
        deleting names: [DocumentName], _ body: (Result<[FieldChange], any Error>) throws -> Void
    ) throws {
        try plan(names, body) { name in
            [
                FieldChange(
                    name, nil, from: .field(.text(try deletable(name).data?.title ?? "")), to: nil)
            ]
        }
    }

    private func deletable(
        _ name: DocumentName
    ) throws -> (document: DocumentDirectory, data: DocumentData?) {
        let document = try openDocument(name)
        // Unreadable files must not prevent a deletion.
        return (document, try ifPossible { try reader().dataIfReadable(document) })
    }

    /// Calls `body` with the changes of each document.
    private func plan(
        _ names: [DocumentName], _ body: (Result<[FieldChange], any Error>) throws -> Void,
        changes: (DocumentName) throws -> [FieldChange]
    ) throws {
        for name in names { try body(Self.result { try changes(name) }) }
    }

    /// The result of `body` for one document. Other errors are thrown.
    private static func result<Output>(
        _ body: () throws -> Output
    ) throws -> Result<Output, any Error> {
        try Interruption.check()
        do { return .success(try body()) } catch let error as ScaryBugsError
            where error.isOfOneDocument
        {
            return .failure(error)
        }
    }

    /// Calls `body` with each document under the workspace's lock, and makes what it plans together.
    func changeEach<Output>(
        _ names: [DocumentName], named command: String, _ part: Progress.Part,
        _ body: (DocumentName, Writer) throws -> Output
    ) throws -> [Result<Output, any Error>] {
        if names.isEmpty { return [] }
        return try writing(command) { writer in
            var results: [Result<Output, any Error>] = []
            for name in names {
                report(part, results.count, of: names.count)
                try results.append(Self.result { try body(name, writer) })
            }
            return results
        }
    }
}

extension ScaryBugsError {
    /// Whether the error concerns only one document, so that the others can still be changed.
    fileprivate var isOfOneDocument: Bool {
        switch code {
        case .busy, .system(.readOnlyFileSystem): false
        default: !isOfFullDisk
        }
    }
}
