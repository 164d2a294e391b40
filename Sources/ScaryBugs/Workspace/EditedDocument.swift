/// A document with an edit applied to it in memory.
struct EditedDocument: Sendable {
    let name: DocumentName
    let read: DocumentDirectory.DataFile
    /// The document before and after the edit. The modification date is the old one in both, until
    /// ``encode(now:_:)`` sets it.
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

    /// Sets the modification date and encodes the new data file.
    mutating func encode(now: Timestamp, _ limits: Limits) throws -> [UInt8] {
        try after.data.touch(now: now)
        let bytes = try after.data.encoded()
        try limits.check(dataFileSize: bytes.count)
        return bytes
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
