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
    ) throws -> [Result<Effect, any Error>] {
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

    /// Removes a document by one rename.
    public func delete(_ name: DocumentName) throws {
        for result in try delete([name]) { _ = try result.get() }
    }

    /// Removes documents.
    ///
    /// - Returns: the removed documents, or the errors of those that could not be removed.
    public func delete(_ names: [DocumentName]) throws -> [Result<Effect, any Error>] {
        try changeEach(names, named: "delete", .deleting) { name, writer in
            let document = try openDocument(name)
            // Unreadable files must not prevent a deletion, and checksums of data files suffice.
            let data = try ifPossible { try reader().dataIfReadable(document) } ?? nil
            let version = try ifPossible { try document.version(.dataFiles) }
            try writer.remove(
                name, version ?? .unknown, deleting: data?.canonicalIdentifier,
                with: ifPossible { try photographDigests(of: name) } ?? [])
            let title = data?.title ?? ""
            return Effect(
                document: name, title: title, action: .removed,
                changes: isDryRun ? [.whole(name, title, false)] : [])
        }
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
    package func changeEach<Output>(
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
