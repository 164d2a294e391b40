import SystemPackage

// One document, under the workspace's lock.

extension Workspace {
    /// Reads a document, and plans its change.
    func change(
        _ name: DocumentName, by edit: DocumentEdit, now: Timestamp, _ changes: WorkspaceTransaction
    ) throws -> Edited {
        let reader = try reader()
        let document = try reader.open(name)
        return try make(
            PreparedEdit(document, edit, now: now, reader), of: document, changes)
    }

    /// Plans the change of a document that was prepared under the lock, or is still the same.
    func make(
        _ edit: PreparedEdit, of document: DocumentDirectory, _ changes: WorkspaceTransaction
    ) throws -> Edited {
        let edited = edit.edited
        let read = edited.read
        guard let contents = edit.contents else {
            // No line will mention the document. If another program changed it earlier, the index
            // learns of that here.
            releaseLock()
            let picture = edited.before.picture
            let status = try DocumentStatus(
                of: document, document.directory.status(), read.status, hasPicture: picture != nil)
            try correctRow(
                of: Found(
                    name: document.name,
                    contents: .document(.init(data: read.data, status: status) { picture })))
            return Edited(
                name: document.name, title: read.data.title, isChanged: false, filled: [],
                contents: StoredContents(
                    DocumentContents(data: read.data, picture: picture), read.bytes))
        }
        if !edited.files.isEmpty {
            let staged = try rebuild(document, read.name, contents.bytes, edited.files)
            changes.replace(
                .document(document.name), try document.directory.version(checksums: .dataFiles),
                with: staged)
        } else {
            try replaceData(of: document, named: read.name, with: contents, changes)
        }
        return Edited(
            name: document.name, title: edited.after.data.title, isChanged: true,
            filled: edited.filled,
            contents: StoredContents(edited.after, contents.bytes))
    }

    /// Plans a new data file for a document.
    func replaceData(
        of document: DocumentDirectory, named name: String, with contents: PreparedEdit.NewContents,
        _ changes: WorkspaceTransaction
    ) throws {
        let staged = try stage(
            contents.bytes, contents.after, insteadOf: document.directory.displayPath(of: name))
        changes.places.opened = document
        changes.replace(.file(document.name, name), contents.before, with: staged)
    }

    /// Stages a file that will replace one in a directory.
    func stage(
        _ bytes: [UInt8], named fileName: String, insteadOf directory: Directory
    ) throws -> WorkspaceTransaction.Staged {
        try stage(
            bytes, ContentVersion(fileNamed: fileName, bytes),
            insteadOf: directory.displayPath(of: fileName))
    }

    private func stage(
        _ bytes: [UInt8], _ version: ContentVersion, insteadOf path: DisplayPath
    ) throws -> WorkspaceTransaction.Staged {
        let staging = try staging()
        return try staging.withNewEntry { stagedName in
            try staging.directory.createFile(named: stagedName, calledAs: path).write(bytes)
            return .init(name: stagedName, version: version)
        }
    }

    /// Stages a complete new directory with hard links to the unchanged files, since the data file
    /// and the others must change together.
    private func rebuild(
        _ document: DocumentDirectory, _ dataFileName: String, _ bytes: [UInt8],
        _ files: FileChanges
    ) throws -> WorkspaceTransaction.Staged {
        let staging = try staging()
        return try staging.withNewEntry { stagedName in
            let staged = try staging.newDocument(named: stagedName)
            try staged.linkFiles(
                of: document.directory, except: files.removed + [dataFileName],
                warning: places().warnOfPlainRenames)
            try staged.createFile(named: dataFileName).write(bytes)
            for file in files.added { try file.write(into: staged, limits: limits) }
            // If the line is lost, recovery could not distinguish a torn picture from a whole one.
            try staging.directory.syncEntry(named: RawName(stagedName))
            return .init(name: stagedName, version: try staged.version(checksums: .all))
        }
    }
}
