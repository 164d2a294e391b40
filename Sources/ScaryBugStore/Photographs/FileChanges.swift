import Containers

/// The changes of an edit to the files of a document, other than its data file.
package struct FileChanges: Sendable {
    /// Names of present files that go.
    private(set) var removed: [String] = []
    private(set) var added: [NewFile] = []
    /// Whether the photograph changes.
    private(set) var hasNewPicture = false

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }

    /// - Throws: ``ScaryBugsError`` that names a file which the document lacks, or has already.
    init(
        of document: DocumentDirectory, by ended: EndedConflicts, _ keys: () throws -> Set<String>,
        _ limits: Limits
    ) throws {
        let edit = ended.edit
        hasNewPicture = try document.isChanged(by: edit.picture)
        if hasNewPicture {
            removed = try document.pictureFileNames()
            if let picture = edit.picture.file {
                added = NewFile.files(of: picture, kind: document.name.kind)
            }
        }
        removed += ended.removed
        guard !edit.attached.isEmpty || !edit.detached.isEmpty || !added.isEmpty else { return }
        let present = try document.directory.names().filter { !Litter.isNamed($0) }
        let listed = present.filter { !ended.besides.contains($0) }
        for name in edit.detached {
            try removed.append(document.detachable(name, among: listed))
        }
        try edit.attached.checkNames()
        for file in edit.attached {
            let name = try document.name(
                for: file, of: keys, among: present, removed, ended.namesakes)
            guard let name else { continue }
            removed += present.filter { $0 == name }
            added.append(NewFile(name: name, content: .attached(file)))
        }
        renameLast(of: ended.namesakes, in: document)
        try checkRoom(for: document, present, limits)
    }

    /// Gives the name that several files had to the only one that stays. One with a conflict waits for
    /// the next merge.
    private mutating func renameLast(
        of namesakes: [String: Namesake], in document: DocumentDirectory
    ) {
        let replaced = Set(added.map(\.name))
        for gone in removed.filter({ !replaced.contains($0) }).compactMap({ namesakes[$0] }) {
            let last = namesakes.filter {
                $0.value.hasName(of: gone.name)
                    && (!removed.contains($0.key) || replaced.contains($0.key))
            }
            guard last.count == 1, let (stored, namesake) = last.first, stored != namesake.name,
                !namesake.isTorn
            else { continue }
            removed.append(stored)
            added.append(
                NewFile(name: namesake.name, content: .copy(of: stored, document.directory)))
        }
    }

    package init(removing removed: [String], adding added: [NewFile], hasNewPicture: Bool) {
        (self.removed, self.added, self.hasNewPicture) = (removed, added, hasNewPicture)
    }

    /// Checks that a bundle can hold the files.
    private func checkRoom(
        for document: DocumentDirectory, _ present: [String], _ limits: Limits
    ) throws {
        let count = present.count - Set(removed).count + added.count
        let subject = "document \(document.name.number) would have more than"
        // A document that is over the limit already may still get another picture.
        guard count <= max(limits.bundleEntries, present.count) else {
            throw ScaryBugsError.over(
                .bundleEntries, "\(subject) \(limits.bundleEntries.counting("file"))")
        }
        let sizes = try present.map {
            (name: $0, size: try document.directory.status(of: $0)?.size ?? 0)
        }
        let before = sizes.reduce(0) { $0 + $1.size }
        let gone = sizes.reduce(0) { $0 + (removed.contains($1.name) ? $1.size : 0) }
        let after = try before - gone + added.reduce(0) { $0 + (try $1.size) }
        guard after <= max(limits.bundleBytes, before) else {
            throw ScaryBugsError.over(
                .bundleBytes, "the files of \(subject) \(ByteCount(limits.bundleBytes))")
        }
    }
}

extension Workspace.PictureEdit {
    package var file: PictureFile? { if case .replace(let file) = self { file } else { nil } }
}

extension DocumentDirectory {
    fileprivate func isChanged(by change: Workspace.PictureEdit) throws -> Bool {
        switch change {
        case .keep: return false
        case .remove: return try !pictureFileNames().isEmpty
        case .replace(let picture):
            return try !(ifPossible { try holds(picture) } ?? false)
        }
    }

    private func holds(_ picture: PictureFile) throws -> Bool {
        guard let present = try openPicture() else { return false }
        return try picture.file.hasSameBytes(as: present)
    }

    /// The present file that a name means, in any case.
    fileprivate func detachable(_ name: String, among present: [String]) throws -> String {
        let further = furtherFiles(among: present)
        if let found = further.first(where: { $0 == name }) ?? further.first(named: [name]) {
            return found
        }
        if kind.photographNames.first(named: [name]) != nil, present.first(named: [name]) != nil {
            throw ScaryBugsError(
                .refused,
                "\(name) is the photograph of \(self.name.number); "
                    + "'set \(self.name.number) image=' removes it")
        }
        let list = further.isEmpty ? "it has no further files" : "it has \(further.listed)"
        throw ScaryBugsError(
            .notFound, "document \(self.name.number) has no further file '\(name)'; \(list)")
    }

    /// The name with which a new file is stored; nil if the document has the file already. Of several files
    /// of one name, it replaces the one of its workspace. Another file of the same name is an error.
    fileprivate func name(
        for file: AttachedFile, of keys: () throws -> Set<String>, among present: [String],
        _ removed: [String],
        _ namesakes: [String: Namesake]
    ) throws -> String? {
        let key = file.name.collisionKey
        let others = present.filter {
            ($0.collisionKey == key || namesakes[$0]?.hasName(of: file.name) == true)
                && !removed.contains($0)
        }
        guard let other = others.first else { return file.name }
        for name in others {
            guard let present = try directory.file(named: name) else { continue }
            if try file.file.hasSameBytes(as: present) { return nil }
        }
        let ownKeys = try namesakes.isEmpty ? [] : keys()
        let own = others.filter { namesakes[$0].map { ownKeys.contains($0.key) } ?? false }
        if own.count == 1 { return own[0] }
        let name = namesakes[other]?.text ?? other
        let word = name.contains { " '".contains($0) } ? "\"\(name)\"" : name
        throw ScaryBugsError(
            .refused,
            "document \(self.name.number) has another file \(name); rename the new one, or "
                + "'detach \(self.name.number) \(word)' first")
    }

    /// The stored name of one of several files by the name that a user entered, in any case.
    ///
    /// - Returns: nil for no such file.
    /// - Throws: ``ScaryBugsError/Code/refused`` if several files have the name.
    func storedName(of name: String, among namesakes: [String: Namesake]) throws -> String? {
        if namesakes[name] != nil { return name }
        if let found = namesakes.first(where: { $0.value.text.collisionKey == name.collisionKey }) {
            return found.key
        }
        let found = namesakes.filter { $0.value.hasName(of: name) }
        guard found.count > 1 else { return found.first?.key }
        let texts = found.values.map { "'\($0.text)'" }.sorted().joined(separator: " and ")
        throw ScaryBugsError(
            .refused,
            "document \(self.name.number) has \(found.count) files \(name): \(texts); name one")
    }

    /// The files among these that are neither the data file, the photograph nor a thumbnail, sorted
    /// by name.
    func furtherFiles(among names: [String]) -> [String] {
        let own = [kind.dataFileName] + kind.photographNames + kind.thumbnailNames
        return names.filter { own.first(named: [$0]) == nil && !Litter.isNamed($0) }.sorted()
    }
}

extension [String] {
    /// The first names, for a message.
    fileprivate var listed: String {
        prefix(10).joined(separator: ", ") + (count > 10 ? " and \(count - 10) more" : "")
    }
}
