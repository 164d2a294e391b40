import Containers

/// A document with an edit applied to it in memory.
struct EditedDocument: Sendable {
    let name: DocumentName
    let read: DocumentDirectory.DataFile
    /// The document before and after the edit. The modification date is the old one in both, until
    /// ``PreparedEdit`` sets it.
    let before: DocumentContents
    private(set) var after: DocumentContents
    /// The picture that replaces the present one; nil to remove that.
    let newPicture: PictureFile?
    /// Whether the picture's files change.
    let hasNewPicture: Bool
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
        newPicture = edit.picture.file
        try newPicture?.check(Limit(reader.limits.bundleBytes, .bundleBytes))
        hasNewPicture = try document.isChanged(by: edit.picture)
        if hasNewPicture, newPicture != nil { try document.checkRoomForPicture(reader.limits) }
        let picture = try hasNewPicture ? newPicture?.asPicture(of: name.kind) : present
        after = DocumentContents(data: data, picture: picture)
        let (old, new) = (read.data, data)
        let isChangedInData = edit.edits.contains {
            FieldChange.isChanged($0.field, from: old, to: new)
        }
        isChanged = hasNewPicture || isChangedInData
    }

    var changes: [FieldChange] {
        FieldChange.list(
            of: name, from: before, to: after, hasNewPicture: hasNewPicture)
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

extension Workspace.PictureChange {
    fileprivate var file: PictureFile? {
        if case .replace(let file) = self { return file }
        return nil
    }
}

extension PictureFile {
    fileprivate func check(_ limit: Limit) throws {
        guard try file.status().size > limit.value else { return }
        throw limit.exceeded(byFile: file.name)
    }
}

extension DocumentDirectory {
    fileprivate func isChanged(by change: Workspace.PictureChange) throws -> Bool {
        switch change {
        case .keep: return false
        case .remove: return try !pictureFileNames().isEmpty
        case .replace(let picture):
            return try !(ifPossible { try holds(picture) } ?? false)
        }
    }

    /// Checks that a bundle can hold the files with a new picture.
    fileprivate func checkRoomForPicture(_ limits: Limits) throws {
        let replaced = Set(try pictureFileNames())
        let files = try directory.names().filter { !Litter.isNamed($0) }
        let count = files.count { !replaced.contains($0) } + 1
        // A document that is over the limit already may still get another picture.
        guard count <= max(limits.bundleEntries, files.count) else {
            throw ScaryBugsError.over(
                .bundleEntries,
                "document \(name.number) would have more than "
                    + "\(limits.bundleEntries.counting("file"))")
        }
    }

    private func holds(_ picture: PictureFile) throws -> Bool {
        guard let present = try openPicture() else { return false }
        return try present.status().size == picture.file.status().size
            && present.checksum() == picture.file.checksum()
    }

    /// The present picture. If it will not stay, something else may be in its place.
    fileprivate func picture(before change: Workspace.PictureChange) throws -> Picture? {
        if case .keep = change { return try picture() }
        return try ifPossible { try picture() }
    }
}
