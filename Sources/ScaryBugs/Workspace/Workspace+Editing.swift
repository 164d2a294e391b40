extension Workspace {
    /// What becomes of a document's picture in an edit.
    public enum PictureChange {
        case keep
        case remove
        case replace(PictureFile)
    }

    /// Changes fields of a document, which is read anew under its lock, so that two sessions that
    /// edit different fields both win.
    ///
    /// - Returns: the document as it is then.
    public func edit(
        _ name: DocumentName, _ edits: [Edit], picture: PictureChange, now: Timestamp
    ) throws -> Document {
        try lockingDocument(name) { document in
            guard let read = try document.readData(limits: limits, ownFields: ownFields) else {
                throw document.withoutData
            }
            var data = read.data
            for edit in edits { try data.apply(edit) }
            try data.touch(now: now)
            // What is to be reported is known before anything is changed.
            let result: Picture?
            switch picture {
            case .keep:
                result = try document.picture()
                let hasPicture = result != nil
                try replaceFile(
                    read.name, in: document.directory, with: data.encoded()
                ) { rename in
                    try changingInside(.put(name, data, hasPicture: hasPicture), rename)
                }
            case .remove:
                result = nil
                try rebuild(document, read.name, data, picture: nil)
            case .replace(let picture):
                result = try picture.asPicture(of: name.kind)
                try rebuild(document, read.name, data, picture: picture)
            }
            return Document(name: name, data: data, picture: result)
        }
    }

    /// Removes a document; it disappears by one rename.
    public func delete(_ name: DocumentName) throws {
        try lockingDocument(name) { _ in
            let staging = try staging()
            let stagedName = staging.freshName()
            let documents = try writable()
            try locked {
                let highest = try highestNumber(in: documents)
                try documents.move(
                    name.directoryName, to: stagedName, in: staging.directory, .never,
                    for: "delete \(documents.path(of: name.directoryName))")
                let time = numbers.didChange(
                    documents, since: highest.directory, adding: -1,
                    highest: name.number == highest.number ? nil : highest.number)
                try note([.remove(name)], since: highest.directory, to: time)
            }
            try didChange(documents)
            // The document is gone; what cannot be removed now goes with the staging directory.
            try? staging.directory.removeDirectory(named: stagedName)
        }
    }

    /// New contents are on the disk before they replace the old: temporary file, sync, rename.
    ///
    /// - Parameter replacing: called with what does the rename.
    func replaceFile(
        _ fileName: String, in directory: Directory, with bytes: [UInt8],
        replacing: (_ rename: () throws -> Void) throws -> Void = { try $0() }
    ) throws {
        let staging = try staging()
        let stagedName = staging.freshName()
        do {
            let path = directory.path(of: fileName)
            let file = try staging.directory.createFile(named: stagedName, calledAs: path)
            try file.write(bytes)
            try file.sync()
            try replacing {
                try staging.directory.move(
                    stagedName, to: fileName, in: directory, .replace, for: "replace \(path)")
            }
        } catch {
            try? staging.directory.removeFile(named: stagedName)
            throw error
        }
        try didChange(directory)
    }

    /// Data and pictures change together: the whole directory is built beside the old one, with
    /// links to the files that stay, and the two trade places by one rename.
    private func rebuild(
        _ document: DocumentDirectory, _ dataFileName: String, _ data: DocumentData,
        picture: PictureFile?
    ) throws {
        let staging = try staging()
        let (stagedName, staged) = try staging.newDocument()
        defer { try? staging.directory.removeDirectory(named: stagedName) }
        try staged.linkFiles(
            of: document.directory, except: document.pictureFileNames() + [dataFileName])
        try write(data.encoded(), named: dataFileName, to: staged)
        if let picture { try write(picture, named: data.kind.photographName, to: staged) }
        // The files that were linked have been there before.
        for name in [dataFileName, data.kind.photographName] {
            try staged.file(named: name)?.sync()
        }
        try staged.sync()
        try exchange(
            stagedName, with: document.name,
            .put(document.name, data, hasPicture: picture != nil))
    }

    private func exchange(
        _ stagedName: String, with name: DocumentName, _ change: WorkspaceIndex.Change
    ) throws {
        let staging = try staging()
        let documents = try writable()
        try locked {
            let highest = try highestNumber(in: documents)
            try staging.directory.move(
                stagedName, to: name.directoryName, in: documents, .exchange,
                for: "replace \(documents.path(of: name.directoryName))")
            let time = numbers.didChange(
                documents, since: highest.directory, adding: 0, highest: highest.number)
            try note([change], since: highest.directory, to: time)
        }
        try didChange(documents)
    }
}
