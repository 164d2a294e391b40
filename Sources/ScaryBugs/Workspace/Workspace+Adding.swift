extension Workspace {
    /// Makes a new document and gives it the highest number in use plus one.
    ///
    /// - Parameters:
    ///   - data: the values of the fields.
    ///   - picture: an open picture. The document gets its bytes unchanged.
    ///   - files: further files.
    public func add(
        _ data: DocumentData, picture: PictureFile?, attaching files: [AttachedFile] = []
    ) throws -> Document {
        var data = data
        var new: [NewFile] = []
        if let picture {
            try data.setImageName(picture.name)
            new = NewFile.files(of: picture, kind: data.kind)
        }
        for file in files { new.append(.attached(file)) }
        let document = try NewDocument(data, limits: limits)
        let name = try removingIfUnused {
            let staged = try advisingOnFullDisk { try stage(document, new) }
            do {
                return try addStaged([staged], named: "new") { writer, names in
                    writer.reduce(picture, of: names[0], in: staged.contents)
                }[0]
            } catch {
                try? directories.staging?.directory.removeDirectory(named: staged.contents.name)
                throw error
            }
        }
        return Document(name: name, data: data, picture: try picture?.asPicture(of: data.kind))
    }

    func stage(_ new: NewDocument, _ files: [NewFile]) throws -> StagedDocument {
        let staging = try staging()
        let kind = new.data.kind
        return try staging.withNewEntry { stagedName in
            try staging.makeDocument(named: stagedName)
            try staging.createFile(named: kind.dataFileName, inDocument: stagedName)
                .write(new.bytes)
            var version = new.version
            if !files.isEmpty, let directory = try staging.directory.directory(named: stagedName) {
                for file in files { try file.write(into: directory, limits: limits) }
                version = try directory.version(checksums: .all)
            }
            return StagedDocument(
                contents: StagedContents(name: stagedName, version: version), kind: kind)
        }
    }

    /// Moves staged documents into the workspace and numbers them; all of them, or none.
    ///
    /// - Parameters:
    ///   - command: the command in the history, unless the line that the user typed is known.
    ///   - more: plans more of the new documents.
    /// - Returns: their names, in the same order.
    func addStaged(
        _ documents: [StagedDocument], named command: String = "import",
        _ more: (Writer, [DocumentName]) -> Void = { _, _ in }
    ) throws -> [DocumentName] {
        if documents.isEmpty { return [] }
        return try writing(command) { writer in
            if documents.count > 1 {
                report(.adding, 0, of: documents.count)
                writer.onMade = { [self] in report(.adding, $0, of: $1) }
            }
            let names = try writer.add(documents)
            more(writer, names)
            return names
        }
    }
}
