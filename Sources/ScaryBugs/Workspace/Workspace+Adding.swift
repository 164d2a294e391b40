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
            try makeThumbnails(of: [picture])
            try data.setImageName(picture.name)
            new = NewFile.files(of: picture, kind: data.kind)
        }
        for file in files { new.append(.attached(file)) }
        return try add(
            NewDocument(data, limits: limits), new, picture: picture?.asPicture(of: data.kind))
    }

    private func add(_ new: NewDocument, _ files: [NewFile], picture: Picture?) throws -> Document {
        let names = try removingIfUnused {
            let staged = try advisingOnFullDisk { try stage(new, files) }
            do { return try add([staged]) } catch {
                try? prepared?.directory.removeDirectory(named: staged.contents.name)
                throw error
            }
        }
        guard let name = names.first else {
            throw ScaryBugsError(.notFound, "the new document vanished while it was being made")
        }
        return Document(name: name, data: new.data, picture: picture)
    }

    func stage(
        _ new: NewDocument, _ files: [NewFile]
    ) throws -> WorkspaceTransaction.StagedDocument {
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
            return .init(
                contents: .init(name: stagedName, version: version), kind: kind,
                preferred: nil)
        }
    }

    /// Moves staged documents into the workspace and numbers them; all of them, or none.
    ///
    /// - Returns: their names, in the same order.
    func add(_ staged: [WorkspaceTransaction.StagedDocument]) throws -> [DocumentName] {
        let count = staged.count
        var names: [DocumentName] = []
        try grouping(if: count > Self.documentsTogether) {
            let planned = try numbers(of: staged)
            while names.count < count {
                try Interruption.check()
                let next = names.count..<min(names.count + Self.documentsTogether, count)
                let batch = next.map { index in
                    planned.map { staged[index].preferring($0[index]) } ?? staged[index]
                }
                try syncPictures(of: batch)
                names += try transaction(named: "import") {
                    try $0.add(batch, avoiding: busyNumbers())
                }
                if count > 1 { report(.adding, names.count, of: count) }
            }
        }
        return names
    }

    /// The numbers of documents that need several transactions. The first of these must not take a
    /// number that a later document prefers.
    ///
    /// - Returns: nil if each document can be numbered in its transaction.
    private func numbers(of staged: [WorkspaceTransaction.StagedDocument]) throws -> [Int]? {
        guard staged.count > Self.documentsTogether,
            staged.contains(where: { $0.preferred != nil })
        else { return nil }
        var allocator = try numberAllocator()
        return try allocator.numbers(preferring: staged.lazy.map(\.preferred))
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
