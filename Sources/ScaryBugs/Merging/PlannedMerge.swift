/// A merge of an incoming copy into a document, as far as it can be told without making it. It lacks what
/// the copies said, since an import may plan many.
struct PlannedMerge: Sendable {
    let name: DocumentName
    /// The files of the document, with checksums.
    let files: ContentVersion
    let result: Merge
    /// The identifier of both copies.
    let identifier: String
    /// The copy here with what it knows then beyond its document; nil for nothing new. It must not learn of
    /// values that it lacks, since it would seem to have removed them.
    let learned: OwnCopy?
    let after: DocumentContents
    let changes: [FieldChange]
    /// Names of the fields and files that change.
    let changed: [String]
    /// The conflicts of the result.
    let conflicts: [Conflict]
    /// A sentence about what the incoming copy says of itself and nobody believes.
    let doubt: String?
    /// The packer of the incoming copy, if some of its changes are his own; nil for another one.
    let packer: Author?
    fileprivate let isOfClone: Bool
}

extension Workspace {
    /// Compares an incoming copy with a document.
    ///
    /// - Parameter versions: opens the history.
    /// - Returns: nil if the document can't be read, or is another one.
    func plannedMerge(
        of document: ImportReader.Accepted, into name: DocumentName, _ options: ImportOptions,
        _ versions: () throws -> HistoryVersions?
    ) throws -> PlannedMerge? {
        guard let (here, own) = try knownCopy(name) else { return nil }
        let theirs = try contents(of: document)
        if theirs.data.hasTooManyKeys { return nil }
        let incoming = KnownCopy(
            incoming: theirs.data, document.version, to: here, own.told)
        if document.row == nil, incoming.isOther(than: here) { return nil }
        let (merge, joined) = try naming("document \(own.number)") {
            guard let row = document.row else {
                let merge = try CopyMerge(of: here, with: incoming)
                return (Merge(merge), merge.isLearning ? merge.joined : nil)
            }
            let made = try row.modified.flatMap { modified in
                if here.data.modificationDate == modified { return here.data }
                let version = try versions()?.data(of: name, modified: modified)
                return version?.canonicalIdentifier == own.identifier ? version : nil
            }
            let merge = try Merge(
                of: here, with: incoming, of: row, madeOf: made, options,
                DefaultRights(preferences), fields: ForeignTable.fields(ofKey:))
            return (merge, CopyState?.none)
        }
        return try planned(merge, of: here, own, with: incoming, theirs.picture, knowing: joined)
    }

    /// A document here with what it knows; nil if it can't be read.
    func knownCopy(_ name: DocumentName) throws -> (copy: KnownCopy, own: OwnCopy)? {
        let reader = try reader()
        guard let present = try reader.openIfPresent(name),
            let read = try ifIntact({ try reader.readIfPresent(present) }),
            !read.data.hasTooManyKeys,
            try ifIntact({ try Bundle.check(present.directory, limits) }) != nil
        else { return nil }
        let (data, files) = (read.data, try present.version(knowing: read))
        let remembered = try withExchangeStore { store in
            try store.reading { try ownCopy(of: data, number: name.number, store) }
        }
        var own = try remembered ?? ownCopy(of: data, number: name.number, nil)
        let copy = own.known(data, files)
        return (copy, own)
    }

    /// - Parameters:
    ///   - picture: the photograph of the other copy.
    ///   - joined: what the document knows then; nil for nothing new.
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if the result would break a limit.
    func planned(
        _ merge: Merge, of here: KnownCopy, _ own: OwnCopy, with incoming: KnownCopy,
        _ picture: Picture?, knowing joined: CopyState?
    ) throws -> PlannedMerge {
        let name = DocumentName(number: own.number, kind: here.data.kind.withoutCustomFields)
        let present = try merge.relation.isChanging ? openDocument(name).picture() : nil
        let before = DocumentContents(data: here.data, picture: present)
        let after = DocumentContents(data: merge.data, picture: merge.picture(present, picture))
        let changes =
            merge.relation.isChanging
            ? FieldChange.list(
                of: name, from: before, to: after, hasNewPicture: merge.hasNewPicture)
                + FieldChange.files(
                    of: name, from: here.data, here.files, to: merge.data, merge.files)
            : []
        var both = own
        // A document that changes holds the knowledge of both.
        both.copy.state = merge.isIdle ? joined : nil
        both.copy.basis = (merge.isIdle ? here.data : merge.data).changesChecksum
        (both.copy.change, both.removed) = (nil, here.removed)
        if !merge.isIdle {
            try naming("document \(own.number)") {
                try merge.data.check(limits, fileSize: merge.data.encoded().count)
                try merge.checkFiles(limits, since: here.files)
            }
        }
        return PlannedMerge(
            name: name, files: here.files, result: merge, identifier: own.identifier,
            learned: joined.map { _ in both }, after: after,
            changes: changes,
            changed: changes.compactMap(\.field).filter {
                !$0.hasPrefix(FieldChange.conflictPrefix)
            },
            conflicts: merge.data.conflicts(sizedBy: merge.files),
            doubt: incoming.doubt, packer: incoming.packer(newTo: here),
            isOfClone: incoming.isOfClone)
    }

    /// The contents of a document that a reader accepted.
    private func contents(of document: ImportReader.Accepted) throws -> DocumentContents {
        let directory = DocumentDirectory(
            name: DocumentName(number: 1, kind: document.kind),
            directory: try stagedDirectory(document.contents))
        return DocumentContents(
            data: try reader().read(directory).data, picture: try directory.picture())
    }

    private func stagedDirectory(_ staged: StagedContents) throws -> Directory {
        let parent = try staging().directory
        guard let directory = try parent.directory(named: staged.name) else {
            throw ScaryBugsError(.busy, "\(parent.path(of: staged.name)) vanished; try again")
        }
        return directory
    }

    /// Merges a staged document into one that is here. It is planned again if another session has
    /// changed that since.
    ///
    /// - Returns: what was done; nil for nothing.
    func merge(
        _ document: ImportReader.Accepted, _ planned: PlannedMerge, _ options: ImportOptions
    ) throws -> PlannedMerge? {
        let incoming = try stagedDirectory(document.contents)
        return try writing("import") { writer in
            if let present = try ifIntact({ try presentDocument(planned.name) }),
                try present.directory.version(knowing: present.read) == planned.files
            {
                try carryOut(planned, in: present, filesFrom: incoming, writer)
                return planned
            }
            let again = try plannedMerge(
                of: document, into: planned.name, options, historyVersions)
            guard let planned = again,
                !planned.result.isIdle
            else { return nil }
            try carryOut(
                planned, in: presentDocument(planned.name), filesFrom: incoming, writer)
            return planned
        }
    }

    /// A document that is here, and its data file.
    typealias PresentDocument = (directory: DocumentDirectory, read: DocumentDirectory.DataFile)

    func presentDocument(_ name: DocumentName) throws -> PresentDocument {
        let reader = try reader()
        let directory = try reader.open(name)
        return (directory, try reader.read(directory))
    }

    /// Plans the change of a document that a merge makes.
    ///
    /// - Parameter incoming: the directory with the files of the other copy.
    func carryOut(
        _ planned: PlannedMerge, in present: PresentDocument, filesFrom incoming: Directory,
        _ writer: Writer
    ) throws {
        if planned.isOfClone { try replaceWorkspaceKey() }
        let bytes = try planned.after.data.encoded()
        let files = FileChanges(
            planned.result, present: present.directory.directory, incoming: incoming)
        let staged = try replace(present.directory, present.read, with: bytes, files, writer)
        guard let staged, planned.result.hasNewPicture,
            planned.result.added[planned.name.kind.thumbnailName] == nil,
            let directory = try? stagedDirectory(staged),
            let file = try directory.file(named: planned.name.kind.photographName)
        else { return }
        let path = file.name
        // A photograph of no known type gets no thumbnail.
        writer.reduce(try? PictureFile(file, path), of: planned.name, in: staged)
    }
}

extension FileChanges {
    fileprivate init(_ merge: Merge, present: Directory, incoming: Directory) {
        let added = merge.added.sorted { $0.key < $1.key }.map { name, source in
            NewFile(
                name: name,
                content: .copy(of: source.name, source.side == .present ? present : incoming))
        }
        self.init(removing: merge.removed, adding: added, hasNewPicture: merge.hasNewPicture)
    }
}
