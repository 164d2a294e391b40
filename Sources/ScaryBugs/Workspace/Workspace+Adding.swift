extension Workspace {
    /// Makes a new document and gives it the highest number in use plus one.
    ///
    /// - Parameters:
    ///   - data: the values of the fields.
    ///   - picture: an open picture. The document gets its bytes unchanged.
    public func add(
        _ data: DocumentData, picture: PictureFile?
    ) throws -> Document {
        let names = try removingIfUnused {
            try add([makingRoom { _ in try stage(data, picture) }])
        }
        guard let name = names.first else {
            throw ScaryBugsError(.notFound, "the new document vanished while it was being made")
        }
        return Document(name: name, data: data, picture: try picture?.asPicture(of: data.kind))
    }

    private func stage(
        _ data: DocumentData, _ picture: PictureFile?
    ) throws -> WorkspaceTransaction.StagedDocument {
        let staging = try staging()
        let bytes = try data.encoded()
        try data.check(limits, fileSize: bytes.count)
        return try staging.withNewEntry { stagedName in
            try staging.makeDocument(named: stagedName)
            let dataFileName = data.kind.dataFileName
            try staging.createFile(named: dataFileName, inDocument: stagedName).write(bytes)
            var version = ContentVersion(fileNamed: dataFileName, bytes)
            if let picture {
                let name = data.kind.photographName
                let file = try staging.createFile(named: name, inDocument: stagedName)
                try file.copy(from: picture.file, limit: Limit(limits.bundleBytes, .bundleBytes))
                version = ContentVersion(
                    version.files + [try .init(named: name, of: picture.file)])
            }
            return .init(
                contents: .init(name: stagedName, version: version), kind: data.kind,
                preferred: nil)
        }
    }

    /// Moves staged documents into the workspace and numbers them; all of them, or none.
    ///
    /// - Returns: their names, in the same order.
    func add(
        _ staged: some RandomAccessCollection<WorkspaceTransaction.StagedDocument>
    ) throws -> [DocumentName] {
        do {
            var names: [DocumentName] = []
            var rest = staged[...]
            try grouping(if: staged.count > Self.documentsTogether) {
                while !rest.isEmpty {
                    try Interruption.check()
                    let batch = Array(rest.prefix(Self.documentsTogether))
                    try syncPictures(of: batch)
                    names += try transaction(named: "import") { try $0.add(batch) }
                    rest = rest.dropFirst(batch.count)
                    if staged.count > 1 { report(.adding, names.count, of: staged.count) }
                }
            }
            return names
        } catch {
            for document in staged {
                try? prepared?.directory.removeDirectory(named: document.contents.name)
            }
            throw error
        }
    }

    /// Syncs documents with pictures before their line is written. If the line is lost, recovery
    /// could not distinguish a torn picture from a whole one.
    private func syncPictures(of staged: [WorkspaceTransaction.StagedDocument]) throws {
        let withPictures = staged.filter { $0.contents.version.files.count > 1 }
        guard !activity.defersSync, !withPictures.isEmpty else { return }
        let directory = try staging().directory
        guard withPictures.count <= Self.fewChanges else { return try directory.syncFileSystem() }
        for document in withPictures {
            try directory.syncEntry(named: RawName(document.contents.name))
        }
    }

    /// The most documents that one transaction changes. Other sessions can use the workspace
    /// between transactions.
    static let documentsTogether = 500
    static let picturesTogether = 8
}

extension ContentVersion.FileVersion {
    /// The version of a copied picture.
    init(named name: String, of picture: borrowing File) throws {
        self.init(name: name, size: try picture.status().size, checksum: try picture.checksum())
    }
}
