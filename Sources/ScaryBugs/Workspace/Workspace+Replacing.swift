import SystemPackage

// One document, under the workspace's lock.

extension Workspace {
    /// Reads a document, and plans its change.
    func change(
        _ name: DocumentName, by edit: DocumentEdit, now: Timestamp, _ changes: WorkspaceTransaction
    ) throws -> Edited {
        let reader = try reader()
        let document = try reader.open(name)
        var edited = try EditedDocument(document, edit, reader)
        let read = edited.read
        guard edited.isChanged else {
            try correctRow(of: document, read, picture: edited.before.picture)
            return Edited(name: name, title: read.data.title, isChanged: false, filled: [])
        }
        let bytes = try edited.encode(now: now, limits)
        if edited.files.isEmpty {
            try replaceData(of: document, read, with: bytes, changes)
        } else {
            let staged = try rebuild(document, read.name, bytes, edited.files)
            changes.replace(
                .document(name), try document.directory.version(checksums: .dataFiles),
                with: staged)
        }
        return Edited(
            name: name, title: edited.after.data.title, isChanged: true, filled: edited.filled)
    }

    /// Corrects the index's row of a document that stays as it is. If another program changed the document
    /// earlier, no line of the journal mentions it.
    private func correctRow(
        of document: DocumentDirectory, _ read: DocumentDirectory.DataFile, picture: Picture?
    ) throws {
        let status = try DocumentStatus(
            of: document, document.directory.status(), read.status, hasPicture: picture != nil)
        try correctRow(
            of: Found(
                name: document.name,
                contents: .document(.init(data: read.data, status: status) { picture })))
    }

    /// Plans a new data file for a document.
    func replaceData(
        of document: DocumentDirectory, _ read: DocumentDirectory.DataFile, with bytes: [UInt8],
        _ changes: WorkspaceTransaction
    ) throws {
        let staged = try stage(bytes, named: read.name, insteadOf: document.directory)
        changes.places.opened = document
        changes.replace(
            .file(document.name, read.name), ContentVersion(fileNamed: read.name, read.bytes),
            with: staged)
    }

    /// Stages a file that will replace one in a directory.
    func stage(
        _ bytes: [UInt8], named fileName: String, insteadOf directory: Directory
    ) throws -> WorkspaceTransaction.Staged {
        let path = directory.displayPath(of: fileName)
        let staging = try staging()
        return try staging.withNewEntry { stagedName in
            try staging.directory.createFile(named: stagedName, calledAs: path).write(bytes)
            return .init(name: stagedName, version: ContentVersion(fileNamed: fileName, bytes))
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
