import SystemPackage

extension Workspace {
    /// What becomes of a document's picture in an edit.
    public enum PictureChange {
        case keep
        case remove
        case replace(PictureFile)
    }

    /// Changes of fields and of the picture.
    public struct DocumentEdit {
        public let edits: [Edit]
        public let picture: PictureChange

        public init(_ edits: [Edit], picture: PictureChange = .keep) {
            (self.edits, self.picture) = (edits, picture)
        }
    }

    /// Changes one document.
    ///
    /// - Returns: the document as it is then.
    public func edit(
        _ name: DocumentName, _ edits: [Edit], picture: PictureChange, now: Timestamp
    ) throws -> Document {
        let edit = DocumentEdit(edits, picture: picture)
        guard let result = try self.edit([name], now: now, { _ in edit }).first else {
            throw ScaryBugsError.noDocument(name.number)
        }
        return try result.get()
    }

    /// Changes documents, which are read anew under the workspace's lock, so that two sessions that
    /// edit different fields both win.
    ///
    /// - Parameter edit: the changes for a document of a kind.
    /// - Returns: the documents as they are then, and why some could not be changed.
    public func edit(
        _ names: [DocumentName], now: Timestamp, _ edit: (DocumentKind) throws -> DocumentEdit
    ) throws -> [Result<Document, any Error>] {
        let kinds = Set(names.map(\.kind))
        let hasPicture = try kinds.contains { kind in
            if case .replace = try edit(kind).picture { return true }
            return false
        }
        // Pictures are copied while other sessions wait.
        let count = hasPicture ? Self.picturesTogether : Self.documentsTogether
        return try inBatches(of: count, names, named: "set") { name, changes in
            try self.edit(name, edit(name.kind), now, changes)
        }
    }

    /// Removes a document; it disappears by one rename.
    public func delete(_ name: DocumentName) throws {
        for result in try delete([name]) { _ = try result.get() }
    }

    /// A document that was removed, with its title as far as it could be read.
    public typealias Deleted = (name: DocumentName, title: String)

    /// Removes documents.
    ///
    /// - Returns: what was removed, and why some could not be.
    public func delete(_ names: [DocumentName]) throws -> [Result<Deleted, any Error>] {
        try inBatches(of: Self.documentsTogether, names, named: "delete") { name, changes in
            let document = try openDocument(name)
            let data = try? document.readData(limits: limits, ownFields: [])
            // Most files need not be read, and those that cannot be read can be deleted.
            let version = try? document.directory.version(checksums: .dataFiles)
            changes.remove(name, version ?? .unknown)
            return (name, data?.data.title ?? "")
        }
    }

    /// Calls `body` with each document under the workspace's lock. Many documents are done in
    /// several transactions, which stay together.
    private func inBatches<Output>(
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

    private func edit(
        _ name: DocumentName, _ edit: DocumentEdit, _ now: Timestamp,
        _ changes: WorkspaceTransaction
    ) throws -> Document {
        let document = try openDocument(name)
        guard let read = try document.readData(limits: limits, ownFields: ownFields) else {
            throw document.withoutData
        }
        var data = read.data
        for edit in edit.edits { try data.apply(edit) }
        try data.touch(now: now)
        let bytes = try data.encoded()
        let result: Picture?
        switch edit.picture {
        case .keep:
            result = try document.picture()
            guard bytes != read.bytes else {
                // No line of the journal tells of what another program changed before.
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

    /// Writes a file that is to replace one in a directory.
    func stage(
        _ bytes: [UInt8], named fileName: String, insteadOf directory: Directory
    ) throws -> WorkspaceTransaction.Staged {
        let staging = try staging()
        let stagedName = staging.freshName()
        do {
            let file = try staging.directory.createFile(
                named: stagedName, calledAs: directory.path(of: fileName))
            try file.write(bytes)
        } catch {
            try? staging.directory.removeFile(named: stagedName)
            throw error
        }
        return .init(name: stagedName, version: ContentVersion(fileNamed: fileName, bytes))
    }

    /// Replaces a document with its picture, unless every byte stays as it is.
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

    /// Builds the whole directory beside the old one, with links to the files that stay, since data
    /// and pictures change together.
    private func rebuild(
        _ document: DocumentDirectory, _ dataFileName: String, _ bytes: [UInt8],
        picture: PictureFile?
    ) throws -> WorkspaceTransaction.Staged {
        let (stagedName, staged) = try staging().newDocument()
        do {
            try staged.linkFiles(
                of: document.directory, except: document.pictureFileNames() + [dataFileName],
                warning: places().warnOfPlainRenames)
            try staged.createFile(named: dataFileName).write(bytes)
            if let picture {
                let file = try staged.createFile(named: document.name.kind.photographName)
                try file.copy(from: picture.file, limit: limits.bundleBytes)
            }
            // Without its line, recovery could not tell a torn picture from a whole one.
            try staging().directory.syncEntry(named: RawName(stagedName))
            return .init(name: stagedName, version: try staged.version(checksums: .all))
        } catch {
            try? staging().directory.removeDirectory(named: stagedName)
            throw error
        }
    }
}

extension ScaryBugsError {
    /// Whether it keeps one document from being changed, and no other.
    fileprivate var isOfOneDocument: Bool {
        switch code {
        case .interrupted, .busy, .system(.readOnlyFileSystem): false
        default: !isOfFullDisk
        }
    }
}
