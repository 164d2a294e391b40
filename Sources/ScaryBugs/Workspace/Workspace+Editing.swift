import SystemPackage

extension Workspace {
    /// The effect of an edit on a document's picture.
    public enum PictureChange {
        case keep
        case remove
        case replace(PictureFile)
    }

    /// Changes to fields and to the picture.
    public struct DocumentEdit {
        /// Changes to fields, made one after the other.
        public let edits: [Edit]
        /// The change to the picture.
        public let picture: PictureChange

        /// Changes to fields, which keep the picture by default.
        public init(_ edits: [Edit], picture: PictureChange = .keep) {
            (self.edits, self.picture) = (edits, picture)
        }
    }

    /// Changes one document.
    ///
    /// - Returns: the document after the change.
    public func edit(
        _ name: DocumentName, _ edits: [Edit], picture: PictureChange, now: Timestamp
    ) throws -> Document {
        let edit = DocumentEdit(edits, picture: picture)
        guard let result = try self.edit([name], now: now, { _ in edit }).first else {
            throw ScaryBugsError.noDocument(name.number)
        }
        return try result.get()
    }

    /// Changes documents.
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
    ) throws -> [Result<Document, any Error>] {
        let kinds = Set(names.map(\.kind))
        let hasPicture = try kinds.contains { kind in
            if case .replace = try edit(kind).picture { return true }
            return false
        }
        // Other sessions wait while pictures are copied, so a transaction has fewer of them.
        let count = hasPicture ? Self.picturesTogether : Self.documentsTogether
        return try inBatches(of: count, names, named: "set") { name, changes in
            try self.edit(name, edit(name.kind), now, changes)
        }
    }

    /// Removes a document by one rename.
    public func delete(_ name: DocumentName) throws {
        for result in try delete([name]) { _ = try result.get() }
    }

    /// A removed document and its title; the title is empty if it could not be read.
    public typealias Deleted = (name: DocumentName, title: String)

    /// Removes documents.
    ///
    /// - Returns: the removed documents, or the errors of those that could not be removed.
    public func delete(_ names: [DocumentName]) throws -> [Result<Deleted, any Error>] {
        try inBatches(of: Self.documentsTogether, names, named: "delete") { name, changes in
            let document = try openDocument(name)
            let title = try document.dataIfReadable(limits: limits)?.title
            // Checksums of data files suffice, and unreadable files must not prevent a deletion.
            let version = try ifPossible {
                try document.directory.version(checksums: .dataFiles)
            }
            changes.remove(name, version ?? .unknown)
            return (name, title ?? "")
        }
    }

    /// Calls `body` with each document under the workspace's lock. More than `count` documents
    /// become a group of several transactions.
    func inBatches<Output>(
        of count: Int, _ names: [DocumentName], named command: String,
        _ body: (DocumentName, WorkspaceTransaction) throws -> Output
    ) throws -> [Result<Output, any Error>] {
        var results: [Result<Output, any Error>] = []
        var rest = names[...]
        try grouping(if: names.count > count) {
            while !rest.isEmpty {
                let batch = rest.prefix(count)
                results += try transaction(named: command) { changes in
                    try batch.map { name in
                        try Interruption.check()
                        do { return .success(try body(name, changes)) } catch let error
                            as ScaryBugsError where error.isOfOneDocument
                        {
                            return .failure(error)
                        }
                    }
                }
                rest = rest.dropFirst(batch.count)
            }
        }
        return results
    }

    // MARK: One document

    func edit(
        _ name: DocumentName, _ edit: DocumentEdit, _ now: Timestamp,
        _ changes: WorkspaceTransaction
    ) throws -> Document {
        let reader = try reader()
        let document = try reader.open(name)
        let read = try reader.read(document)
        var data = read.data
        for edit in edit.edits { try data.apply(edit) }
        try data.touch(now: now)
        let bytes = try data.encoded()
        let result: Picture?
        switch edit.picture {
        case .keep:
            result = try document.picture()
            guard bytes != read.bytes else {
                // Nothing changes, so no line will mention the document. If another program changed
                // it earlier, the index learns of that here.
                let hasPicture = result != nil
                try correctRow(
                    of: name, read, document.directory.status(), hasPicture: hasPicture)
                break
            }
            let staged = try stage(bytes, named: read.name, insteadOf: document.directory)
            changes.replace(
                .file(name, read.name), ContentVersion(fileNamed: read.name, read.bytes),
                with: staged)
        case .remove:
            result = nil
            try replace(document, read, bytes, picture: nil, changes)
        case .replace(let picture):
            result = try picture.asPicture(of: name.kind)
            try replace(document, read, bytes, picture: picture, changes)
        }
        return Document(name: name, data: data, picture: result)
    }

    /// Stages a file that will replace one in a directory.
    func stage(
        _ bytes: [UInt8], named fileName: String, insteadOf directory: Directory
    ) throws -> WorkspaceTransaction.Staged {
        let staging = try staging()
        return try staging.withNewEntry { stagedName in
            let file = try staging.directory.createFile(
                named: stagedName, calledAs: directory.path(of: fileName))
            try file.write(bytes)
            return .init(name: stagedName, version: ContentVersion(fileNamed: fileName, bytes))
        }
    }

    /// Plans the replacement of a document's directory, unless no byte changes.
    private func replace(
        _ document: DocumentDirectory, _ read: DocumentDirectory.DataFile, _ bytes: [UInt8],
        picture: PictureFile?, _ changes: WorkspaceTransaction
    ) throws {
        let staged = try rebuild(document, read.name, bytes, picture: picture)
        let before = try document.directory.version(checksums: .dataFiles)
        if ContentVersion.agree(before, staged.version),
            try document.directory.version(checksums: .all) == staged.version
        {
            return try staging().directory.removeDirectory(named: staged.name)
        }
        changes.replace(.document(document.name), before, with: staged)
    }

    /// Stages a complete new directory with hard links to the unchanged files, since data and
    /// picture must change together.
    private func rebuild(
        _ document: DocumentDirectory, _ dataFileName: String, _ bytes: [UInt8],
        picture: PictureFile?
    ) throws -> WorkspaceTransaction.Staged {
        let staging = try staging()
        return try staging.withNewEntry { stagedName in
            let staged = try staging.newDocument(named: stagedName)
            try staged.linkFiles(
                of: document.directory, except: document.pictureFileNames() + [dataFileName],
                warning: places().warnOfPlainRenames)
            try staged.createFile(named: dataFileName).write(bytes)
            if let picture {
                let file = try staged.createFile(named: document.name.kind.photographName)
                try file.copy(from: picture.file, limit: Limit(limits.bundleBytes, .bundleBytes))
            }
            // If the line is lost, recovery could not distinguish a torn picture from a whole one.
            try staging.directory.syncEntry(named: RawName(stagedName))
            return .init(name: stagedName, version: try staged.version(checksums: .all))
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
