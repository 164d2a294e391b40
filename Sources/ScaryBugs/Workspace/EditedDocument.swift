/// A document with an edit applied to it in memory.
struct EditedDocument: Sendable {
    let name: DocumentName
    let read: DocumentDirectory.DataFile
    /// The document before and after the edit. The modification date is the old one in both, until
    /// ``PreparedEdit`` sets it.
    let before: DocumentContents
    private(set) var after: DocumentContents
    let files: FileChanges
    /// Names of the fields that a photograph filled.
    let filled: [String]
    let isChanged: Bool

    /// - Throws: ``ScaryBugsError`` if the document can't be read, or a value can't be changed.
    init(
        _ document: DocumentDirectory, _ edit: Workspace.DocumentEdit, _ reader: DocumentReader
    ) throws {
        name = document.name
        read = try reader.read(document)
        var data = read.data
        for edit in edit.edits {
            try data.apply(edit)
            try reader.limits.check(edit, of: data)
        }
        let present = try document.picture(before: edit.picture)
        before = DocumentContents(data: read.data, picture: present)
        try edit.picture.file?.check(Limit(reader.limits.bundleBytes, .bundleBytes))
        files = try FileChanges(of: document, by: edit, reader.limits)
        filled = try files.added.isEmpty ? [] : data.fill(from: edit, files)
        let picture =
            try files.hasNewPicture ? edit.picture.file?.asPicture(of: name.kind) : present
        if files.hasNewPicture { try data.setImageName(edit.picture.file?.name) }
        after = DocumentContents(data: data, picture: picture)
        let (old, new) = (read.data, data)
        let isChangedInData = edit.edits.contains {
            FieldChange.isChanged($0.field, from: old, to: new)
        }
        isChanged = !files.isEmpty || isChangedInData
    }

    var changes: [FieldChange] {
        FieldChange.list(
            of: name, from: before, to: after, hasNewPicture: files.hasNewPicture)
    }

    /// Sets the modification date, in place, so that the data isn't copied.
    fileprivate mutating func touch(now: Timestamp) throws { try after.data.touch(now: now) }
}

/// An edited document, ready to be staged.
struct PreparedEdit: Sendable {
    private(set) var edited: EditedDocument
    /// The new data file; nil if nothing changes.
    let contents: NewContents?

    /// The new contents of a data file, with both of its versions.
    struct NewContents: Sendable {
        let bytes: [UInt8]
        let before: ContentVersion
        let after: ContentVersion

        init(insteadOf read: DocumentDirectory.DataFile, _ bytes: [UInt8]) {
            self.bytes = bytes
            before = ContentVersion(fileNamed: read.name, read.bytes)
            after = ContentVersion(fileNamed: read.name, bytes)
        }
    }

    /// - Parameter now: the new modification date.
    init(
        _ document: DocumentDirectory, _ edit: Workspace.DocumentEdit, now: Timestamp,
        _ reader: DocumentReader
    ) throws {
        edited = try EditedDocument(document, edit, reader)
        guard edited.isChanged else {
            contents = nil
            return
        }
        try edited.touch(now: now)
        let bytes = try edited.after.data.encoded()
        try reader.limits.check(dataFileSize: bytes.count)
        contents = NewContents(insteadOf: edited.read, bytes)
    }
}

extension PictureFile {
    fileprivate func check(_ limit: Limit) throws {
        guard try file.status().size > limit.value else { return }
        throw limit.exceeded(byFile: file.name)
    }
}

extension DocumentDirectory {
    /// The present picture. If it will not stay, something else may be in its place.
    fileprivate func picture(before change: Workspace.PictureChange) throws -> Picture? {
        if case .keep = change { return try picture() }
        return try ifPossible { try picture() }
    }
}

extension DocumentData {
    fileprivate mutating func fill(
        from edit: Workspace.DocumentEdit, _ files: FileChanges
    ) throws -> [String] {
        try fill(
            from: files.hasNewPicture ? edit.picture.file : nil, edit.attached,
            except: Set(edit.edits.map(\.field.name)))
    }
}
