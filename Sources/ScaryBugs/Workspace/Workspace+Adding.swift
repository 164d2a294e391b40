import SystemPackage

extension Workspace {
    /// Makes a new document and gives it the highest number in use plus one.
    ///
    /// - Parameter picture: an open picture, whose bytes are kept as they are.
    public func add(
        _ data: DocumentData, picture: PictureFile?
    ) throws -> Document {
        var names: [DocumentName] = []
        try adding {
            names = try stageAndClaim(data, picture)
            return names.count
        }
        guard let name = names.first else {
            throw ScaryBugsError(.notFound, "the new document vanished while it was being made")
        }
        return Document(name: name, data: data, picture: try picture?.asPicture(of: data.kind))
    }

    private func stageAndClaim(
        _ data: DocumentData, _ picture: PictureFile?
    ) throws -> [DocumentName] {
        let staging = try staging()
        let bytes = try data.encoded()
        let stagedName = try staging.makeDocument()
        do {
            try staging.createFile(named: data.kind.dataFileName, inDocument: stagedName)
                .write(bytes)
            if let picture {
                try staging.createFile(named: data.kind.photographName, inDocument: stagedName)
                    .copy(from: picture.file, limit: limits.bundleBytes)
            }
            let hasPicture = picture != nil
            return try claim([(stagedName, data.kind, nil)]) { name in
                .put(name, data, hasPicture: hasPicture)
            }
        } catch {
            try? staging.directory.removeDirectory(named: stagedName)
            throw error
        }
    }

    /// Gives staged directories their numbers and their places among the documents, each by one
    /// rename that cannot replace anything; all of them, or none.
    ///
    /// - Parameter staged: their names in the staging directory, and the numbers that they get if
    ///   those are free.
    /// - Parameter change: what the index is to note of a document.
    /// - Returns: their names, in the same order.
    func claim(
        _ staged: [(name: String, kind: DocumentKind, preferred: Int?)],
        noting change: (DocumentName) -> WorkspaceIndex.Change = { .reread($0) }
    ) throws -> [DocumentName] {
        let documents = try writable()
        if durability == .eachChange { try sync(staged.map(\.name)) }
        let claimed = try locked {
            var claimed: [DocumentName] = []
            do {
                while claimed.count < staged.count {
                    try claim(staged[claimed.count...], in: documents, change, &claimed)
                }
            } catch {
                // What was claimed goes back where it was, so that the caller removes it.
                for (staged, name) in zip(staged, claimed) {
                    try? documents.move(
                        name.directoryName, to: staged.name, in: staging().directory, .never)
                }
                throw error
            }
            return claimed
        }
        try didChange(documents)
        return claimed
    }

    /// Claims as many as it can before other hands, without the lock, take one of the numbers.
    private func claim(
        _ staged: ArraySlice<(name: String, kind: DocumentKind, preferred: Int?)>,
        in documents: Directory, _ change: (DocumentName) -> WorkspaceIndex.Change,
        _ claimed: inout [DocumentName]
    ) throws {
        let staging = try staging()
        let before = try highestNumber(in: documents)
        var plan = NumberPlan(highest: before.number) {
            try !self.documentNames($0, in: documents).isEmpty
        }
        let planned = try plan.numbers(preferring: staged.map(\.preferred))
        for (document, number) in zip(staged, planned) {
            let name = DocumentName(number: number, kind: document.kind)
            do {
                try staging.directory.move(
                    document.name, to: name.directoryName, in: documents, .never,
                    for: "add \(documents.path(of: name.directoryName))")
                claimed.append(name)
            } catch let error as ScaryBugsError where error.code == .system(.fileExists) {
                numbers = NumberSequence()
                return
            } catch {
                numbers = NumberSequence()
                throw error
            }
        }
        let time = numbers.didChange(
            documents, since: before.directory, adding: staged.count, highest: plan.highest)
        try note(
            claimed.suffix(staged.count).map(change), since: before.directory, to: time)
    }

    /// Puts staged documents on the disk: one by its own files, many at one stroke.
    private func sync(_ stagedNames: [String]) throws {
        guard stagedNames.count == 1, let name = stagedNames.first else {
            return try staging().directory.syncFileSystem()
        }
        try staging().directory.directory(named: name)?.syncWithFiles()
    }

    func write(_ bytes: [UInt8], named name: String, to directory: Directory) throws {
        let file = try directory.createFile(named: name)
        try file.write(bytes)
    }

    func write(
        _ picture: PictureFile, named name: String, to directory: Directory
    ) throws {
        let file = try directory.createFile(named: name)
        try file.copy(from: picture.file, limit: limits.bundleBytes)
    }
}
