/// A document with an edit applied to it in memory.
struct EditedDocument: Sendable {
    let name: DocumentName
    let read: DocumentDirectory.DataFile
    /// The document before and after the edit. The modification date is the old one in both, until
    /// ``encode(now:_:)`` sets it.
    let before: DocumentContents
    private(set) var after: DocumentContents
    let files: FileChanges
    /// The photograph that the document gets; nil if it keeps or loses its own.
    let newPicture: PictureFile?
    /// Names of the fields that a photograph filled.
    let filled: [String]
    /// What the new photograph tells, where a field says something else.
    let differing: [String]
    let isChanged: Bool

    /// - Throws: ``ScaryBugsError`` if the document can't be read, or a value can't be changed.
    init(
        _ document: DocumentDirectory, _ edit: Workspace.DocumentEdit,
        by keys: () throws -> Set<String>,
        _ reader: DocumentReader, filling fields: [Field]
    ) throws {
        name = document.name
        read = try reader.read(document)
        var data = read.data
        for edit in edit.edits {
            try data.apply(edit)
            try reader.limits.check(edit, of: data)
        }
        let ended = try EndedConflicts(by: edit, of: document, in: &data)
        let pictureEdit = ended.edit.picture
        // If the present picture will not stay, something else may be in its place.
        let present =
            if case .keep = pictureEdit { try document.picture() } else {
                try ifPossible { try document.picture() }
            }
        before = DocumentContents(data: read.data, picture: present)
        let limit = Limit(reader.limits.bundleBytes, .bundleBytes)
        if let file = pictureEdit.file, try file.file.status().size > limit.value {
            throw limit.exceeded(byFile: file.file.name)
        }
        files = try FileChanges(of: document, by: ended, keys, reader.limits)
        newPicture = files.hasNewPicture ? pictureEdit.file : nil
        let chosen = Set(edit.edits.map(\.field.name))
        // A photograph that was chosen fills no fields, since nobody entered their values.
        let group = PhotographGroup(files.hasNewPicture ? edit.picture.file : nil, edit.attached)
        var filled =
            try files.added.isEmpty
            ? [] : data.fill(from: group, fields, after: edit.edits, of: read.data)
        let followed = try data.follow(newPicture, after: document, except: chosen)
        filled += followed.filled
        (self.filled, differing) = (filled, followed.differing)
        let picture =
            try files.hasNewPicture ? newPicture?.asPicture(of: name.kind) : present
        if files.hasNewPicture, edit.resolution == nil {
            try data.setImageName(newPicture?.name)
        }
        after = DocumentContents(data: data, picture: picture)
        let (old, new) = (read.data, data)
        let isChangedInData = edit.edits.contains {
            FieldChange.isChanged($0.field, from: old, to: new)
        }
        isChanged = !files.isEmpty || isChangedInData || old.keysBeside != new.keysBeside
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

extension DocumentDirectory {
    /// What the photograph tells; nil for no photograph.
    fileprivate func toldByPicture() throws -> [Field: FieldValue]? {
        guard let file = try openPicture(),
            let type = try PictureType(signature: file.prefix(PictureType.signatureLength))
        else { return nil }
        return try PhotographFacts(of: file, as: type).values.values
    }
}

extension DocumentData {
    /// Takes the time and the position of a new photograph where the fields still have what the old one
    /// told.
    fileprivate mutating func follow(
        _ picture: PictureFile?, after document: DocumentDirectory, except chosen: Set<String>
    ) throws -> (filled: [String], differing: [String]) {
        var names: (filled: [String], differing: [String]) = ([], [])
        guard let told = try picture?.facts.values.values,
            let before = try ifPossible({ try document.toldByPicture() }) ?? nil
        else { return names }
        for field in PictureNotes.cameraFields where !chosen.contains(field.name) {
            guard let value = told[field], let present = self[field], present != value else {
                continue
            }
            if present == before[field] {
                try set(value, for: field)
                names.filled.append(field.name)
            } else {
                names.differing.append("\(field.name)=\(value.text)")
            }
        }
        return names
    }
}

// One document, by a writer.

extension Workspace {
    /// Reads a document, and plans its change.
    ///
    /// - Parameter fields: the fields that a new photograph fills; nil for the fields of the preference.
    package func change(
        _ name: DocumentName, by edit: DocumentEdit, filling fields: [Field]? = nil,
        now: Timestamp, _ writer: Writer
    ) throws -> Effect {
        let reader = try reader()
        let document = try reader.open(name)
        var edited = try EditedDocument(
            document, edit, by: ownKeys, reader,
            filling: fields ?? preferences.photographFields)
        let read = edited.read
        guard edited.isChanged else {
            return Effect(document: name, title: read.data.title, action: .unchanged)
        }
        let bytes = try edited.encode(now: now, reader.limits)
        var changes = isDryRun ? edited.changes : []
        if let staged = try replace(document, read, with: bytes, edited.files, writer) {
            writer.reduce(edited.newPicture, of: name, in: staged)
            if isDryRun {
                changes += try FieldChange.files(
                    of: name, from: read.data, document.version(.all), to: edited.after.data,
                    staged.version)
            }
        }
        return Effect(
            document: name, title: edited.after.data.title, changes: changes,
            filled: edited.filled, differing: edited.differing)
    }

    /// Plans a new data file for a document, and changes of its other files.
    ///
    /// - Returns: the new directory; nil if only the data file changes.
    @discardableResult
    package func replace(
        _ document: DocumentDirectory, _ read: DocumentDirectory.DataFile, with bytes: [UInt8],
        _ files: FileChanges, _ writer: Writer
    ) throws -> StagedContents? {
        guard !files.isEmpty else {
            try replaceData(of: document, read, with: bytes, writer)
            return nil
        }
        let staged = try rebuild(document, read.name, bytes, files)
        try writer.replace(
            document.name, document.version(.dataFiles), with: staged.version,
            from: .staged(staged.name))
        return staged
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
