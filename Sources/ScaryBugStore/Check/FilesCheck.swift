import Containers

/// Checks the entries of a document's directory by name and status, without opening them.
struct FilesCheck {
    private let document: DocumentDirectory
    private let entries: [RawName]
    private let limits: Limits

    init(_ document: DocumentDirectory, _ limits: Limits) throws {
        self.document = document
        self.limits = limits
        entries = try document.directory.entries()
    }

    func flaws() throws -> [RepairableFinding] {
        var flaws: [RepairableFinding] = []
        var files: [RawName] = []
        var sizes: [(file: RawName, bytes: Int64)] = []
        for entry in entries {
            guard let status = try document.directory.status(of: entry) else { continue }
            let check = EntryCheck(path: path(of: entry), entry: entry, status: status)
            if check.isLitter {
                flaws.append(check.strayOrLitter)
            } else if let flaw = check.flawInKind(shouldBe: .regular) ?? flawInName(check) {
                flaws.append(flaw)
            } else {
                files.append(entry)
                sizes.append((entry, status.size))
                if let flaw = check.flawInPermissions() { flaws.append(flaw) }
            }
        }
        return flaws + clashes(among: &files) + misnamed(among: files.map(\.shown)) + excess
            + excess(of: sizes)
    }

    private func path(of entry: RawName) -> WorkspacePath { .entry(entry, of: document.name) }

    /// A flaw if no bundle can contain the name, which makes export of the document impossible.
    private func flawInName(_ check: EntryCheck) -> RepairableFinding? {
        let name = check.entry
        guard name.isUTF8 else {
            return check.flaw(.misnamed, "has a name that is not UTF-8", .setAside)
        }
        do {
            // An export packs the file within the document's directory.
            let path = "\(document.name.directoryName)/\(name.shown)"
            _ = try EntryName(bytes: Array(path.utf8))
            return nil
        } catch {
            return check.flaw(.misnamed, "has a name that no bundle may have", .setAside)
        }
    }

    /// Flaws for names that differ only in case or Unicode normalization. The name that the program
    /// looks for is kept.
    private func clashes(among files: inout [RawName]) -> [RepairableFinding] {
        let kind = document.name.kind
        let lookedFor = [kind.dataFileName, kind.photographName, kind.thumbnailName]
        var kept: [String: RawName] = [:]
        for file in files {
            let key = file.shown.collisionKey
            if kept[key] == nil || lookedFor.contains(file.shown) { kept[key] = file }
        }
        let others = files.filter { kept[$0.shown.collisionKey] != $0 }
        files.removeAll(where: Set(others).contains)
        return others.map { other in
            let name = kept[other.shown.collisionKey]?.shown ?? ""
            return RepairableFinding(
                .nameClash, path(of: other),
                "differs from \(name) only in case or Unicode normal form", .setAside)
        }
    }

    /// Flaws for files that this program finds, but that the kind's app expects under another name.
    private func misnamed(among names: [String]) -> [RepairableFinding] {
        let kind = document.name.kind
        return [
            [kind.dataFileName], kind.photographNames, kind.thumbnailNames,
        ].compactMap { known in
            guard let usual = known.first, !names.contains(usual) else { return nil }
            guard let found = names.first(named: known) else { return nil }
            return RepairableFinding(
                .misnamed, .file(document.name, found), "should be called \(usual)", .rename(usual))
        }
    }

    /// A flaw if no bundle may contain so many bytes. It names the largest file.
    private func excess(of sizes: [(file: RawName, bytes: Int64)]) -> [RepairableFinding] {
        guard let largest = sizes.max(by: { $0.bytes < $1.bytes }),
            sizes.reduce(0, { $0 + $1.bytes }) > limits.bundleBytes
        else { return [] }
        let isAlone = largest.bytes > limits.bundleBytes
        let message = isAlone ? "is longer than" : "and the other files are longer than"
        let error = ScaryBugsError.over(
            .bundleBytes, "\(message) \(limits.bundleBytes.grouped) bytes")
        return [RepairableFinding(.overLimit, path(of: largest.file), error.message)]
    }

    private var excess: [RepairableFinding] {
        let files = entries.filter { !Litter.isNamed($0.shown) }
        guard files.count > limits.bundleEntries else { return [] }
        let error = ScaryBugsError.over(
            .bundleEntries, "has more than \(limits.bundleEntries.grouped) files")
        return [RepairableFinding(.overLimit, .document(document.name), error.message)]
    }
}

/// Checks an entry of a workspace by its status, without opening it.
struct EntryCheck {
    let path: WorkspacePath
    let entry: RawName
    let status: FileStatus

    func flawInKind(shouldBe kind: FileStatus.Kind) -> RepairableFinding? {
        if status.kind == kind { return nil }
        let (code, message): (Finding.Code, String) =
            switch status.kind {
            case .symbolicLink: (.link, "is a link; links are not followed here")
            case .other: (.special, "is a FIFO, a socket or a device")
            case .directory: (.directory, "is a directory, where a file should be")
            case .regular: (.stray, "is a file, where a directory should be")
            }
        return flaw(code, message, .setAside)
    }

    /// A flaw if permissions lock the owner out or let others change the entry; otherwise nil.
    ///
    /// Permission for others to read is allowed. The directory around the entry is closed to
    /// others, and files from the apps have such permissions.
    ///
    /// - Parameter isClosed: whether others must not even have read access.
    func flawInPermissions(isClosed: Bool = false) -> RepairableFinding? {
        let isDirectory = status.kind == .directory
        let needed: UInt32 = isDirectory ? 0o700 : 0o600
        // The bits set-user-ID and set-group-ID are dangerous only on files.
        let forbidden: UInt32 = isClosed ? 0o077 : isDirectory ? 0o022 : 0o6022
        if status.mode & needed != needed {
            return flaw(.permissions, "cannot be read and changed by its owner", .close)
        }
        if status.mode & forbidden != 0 {
            let what = isClosed ? "is open to others" : "can be changed by others"
            let mode = String(status.mode, radix: 8)
            return flaw(.permissions, "\(what) (its mode is 0\(mode))", .close)
        }
        return nil
    }

    func flaw(_ code: Finding.Code, _ message: String, _ remedy: RepairableFinding.Remedy)
        -> RepairableFinding
    {
        RepairableFinding(code, path, message, remedy)
    }
}
