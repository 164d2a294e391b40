// One document, by a writer.

extension Workspace {
    /// Reads a document, and plans its change.
    func change(
        _ name: DocumentName, by edit: DocumentEdit, now: Timestamp, _ writer: Writer
    ) throws -> Edited {
        let reader = try reader()
        let document = try reader.open(name)
        var edited = try EditedDocument(document, edit, reader)
        let read = edited.read
        guard edited.isChanged else {
            try correctRow(ofUnchanged: edited, document)
            return Edited(name: name, title: read.data.title, isChanged: false, filled: [])
        }
        let bytes = try edited.encode(now: now, reader.limits)
        if edited.files.isEmpty {
            try replaceData(of: document, read, with: bytes, writer)
        } else {
            let staged = try rebuild(document, read.name, bytes, edited.files)
            try writer.replace(
                name, writer.pendingVersion(of: document, .dataFiles), with: staged.version,
                from: .staged(staged.name))
            if edited.files.hasNewPicture {
                writer.reduce(edit.picture.file, of: name, in: staged)
            }
        }
        return Edited(
            name: name, title: edited.after.data.title, isChanged: true, filled: edited.filled)
    }

    /// Corrects the row of a document that stays as it is, in case another program changed it earlier.
    private func correctRow(ofUnchanged edited: EditedDocument, _ document: DocumentDirectory)
        throws
    {
        guard !hasPendingChanges || writer?.pending[edited.name] == nil else { return }
        let status = try DocumentStatus(
            of: document, document.directory.status(), edited.read.status,
            hasPicture: edited.before.picture != nil)
        try correctRow(
            of: Found(
                name: edited.name,
                contents: .document(
                    .init(data: edited.read.data, status: status) { try document.files() })))
    }

    /// Plans a new data file for a document.
    func replaceData(
        of document: DocumentDirectory, _ read: DocumentDirectory.DataFile, with bytes: [UInt8],
        _ writer: Writer
    ) throws {
        let present = Writer.PresentFile(
            version: ContentVersion(fileNamed: read.name, read.bytes), bytes: read.bytes,
            status: document.isPending(read.name) || writer.isNew(document.name)
                ? nil : read.status)
        try writer.replace(.file(document.name, read.name), present, with: bytes)
    }

    /// Stages a complete new directory with hard links to the unchanged files, since the data file
    /// and the others must change together.
    private func rebuild(
        _ document: DocumentDirectory, _ dataFileName: String, _ bytes: [UInt8],
        _ files: FileChanges
    ) throws -> StagedContents {
        let staging = try staging()
        return try staging.withNewEntry { stagedName in
            let staged = try staging.newDocument(named: stagedName)
            try staged.linkFiles(
                of: document.directory, except: files.removed + [dataFileName],
                warning: places().warnOfPlainRenames)
            try staged.createFile(named: dataFileName).write(bytes)
            for file in files.added { try file.write(into: staged, limits: limits) }
            return StagedContents(name: stagedName, version: try staged.version(checksums: .all))
        }
    }
}
