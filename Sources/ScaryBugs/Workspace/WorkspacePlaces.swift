import SystemPackage

/// The directories of a workspace. All renames into and out of them happen here.
struct WorkspacePlaces {
    /// The user's directory.
    let directory: Directory
    let documents: Directory
    let warn: (String) -> Void
    /// A document whose directory was opened under the lock, and need not be opened again.
    var opened: DocumentDirectory?

    // MARK: Looking

    func isInUse(_ number: Int) throws -> Bool {
        try DocumentName.all(numbered: number).contains {
            try documents.status(of: $0.directoryName) != nil
        }
    }

    /// The highest number in use; 0 without documents.
    func highestNumber() throws -> Int {
        try documents.names().lazy.compactMap { DocumentName(directoryName: $0)?.number }.max()
            ?? 0
    }

    /// The full path, for messages.
    func describe(_ path: WorkspacePath) -> String {
        directory.path(of: path.text)
    }

    /// The directory and the name that a path leads to.
    ///
    /// - Parameter isMaking: whether to create missing directories, such as `Lost and Found`.
    func locate(
        _ path: WorkspacePath, making isMaking: Bool = false
    ) throws -> (directory: Directory, name: RawName) {
        switch path {
        case .document(let name): return (documents, RawName(name.directoryName))
        case .file(let name, let file):
            if let opened, opened.name == name { return (opened.directory, RawName(file)) }
            guard let directory = try documents.directory(named: name.directoryName) else {
                throw ScaryBugsError.noDocument(name.number)
            }
            return (directory, RawName(file))
        case .other(let names):
            guard let last = names.last else { return (directory, RawName(".")) }
            var place = directory
            for name in names.dropLast() {
                let inner =
                    try isMaking
                    ? place.directory(creating: name.shown) : place.directory(named: name.shown)
                guard let inner else {
                    throw ScaryBugsError(.notFound, "\(place.path(of: name.shown)) is gone")
                }
                place = inner
            }
            return (place, last)
        }
    }

    func version(
        at path: WorkspacePath, _ checksums: ContentVersion.Checksums
    ) throws -> ContentVersion? {
        guard let (directory, name) = try ifIntact({ try locate(path) }) else { return nil }
        guard name.isUTF8 else { return try directory.status(of: name).map { _ in .unknown } }
        return try directory.version(of: name.shown, checksums: checksums)
    }

    func version(
        in slot: JournalSlot, _ checksums: ContentVersion.Checksums, history: Directory
    ) throws -> ContentVersion? {
        switch slot {
        case .history(let name): try history.version(of: name, checksums: checksums)
        case .place(let path): try version(at: path, checksums)
        }
    }

    // MARK: Changing

    /// Makes a change for which no staged contents are needed.
    func make(_ change: JournalChange, history: Directory) throws {
        switch change {
        case .mode(let path, _, let after):
            let (directory, name) = try locate(path)
            try directory.setMode(of: name, to: after)
        case .contents(let path, let before, let after, let slot):
            let (directory, name) = try locate(path, making: after != nil)
            let (slots, slotName) = try locate(slot, making: before != nil, history)
            switch (before, after) {
            case (nil, nil): break
            case (nil, .some):
                try slots.move(slotName, to: name, in: directory, "restore \(describe(path))")
            case (.some, nil):
                let doing =
                    if case .history = slot { "delete \(describe(path))" } else {
                        "move \(describe(path))"
                    }
                try directory.move(name, to: slotName, in: slots, doing)
            case (.some, .some):
                try exchange(slotName.shown, in: slots, with: name.shown, in: directory, path)
            }
        }
    }

    private func locate(
        _ slot: JournalSlot, making isMaking: Bool, _ history: Directory
    ) throws -> (directory: Directory, name: RawName) {
        switch slot {
        case .history(let name): (history, RawName(name))
        case .place(let path): try locate(path, making: isMaking)
        }
    }

    /// Moves an entry to `Lost and Found`.
    @discardableResult
    func setAside(_ path: WorkspacePath, history: Directory) throws -> WorkspacePath {
        var reserved = ReservedPaths()
        let target = try LostAndFound.freePath(
            for: locate(path).name, in: directory, avoiding: &reserved)
        try make(
            .contents(path, before: .unknown, after: nil, slot: .place(target)), history: history)
        return target
    }

    /// Moves staged contents to a path where nothing is.
    func install(_ staged: String, from staging: Directory, at path: WorkspacePath) throws {
        let (directory, name) = try locate(path)
        try staging.move(
            staged, to: name.shown, in: directory, .never, for: "add \(describe(path))")
    }

    /// Moves contents back into the staging directory.
    func unplace(_ path: WorkspacePath, to staged: String, in staging: Directory) throws {
        let (directory, name) = try locate(path)
        try directory.move(name.shown, to: staged, in: staging, .never)
    }

    /// Exchanges two entries in one step, or by several renames if the file system cannot.
    private func exchange(
        _ slot: String, in slots: Directory, with name: String, in directory: Directory,
        _ path: WorkspacePath
    ) throws {
        let doing = { "replace \(describe(path))" }
        do {
            try slots.move(slot, to: name, in: directory, .exchange, for: doing())
        } catch let error as ScaryBugsError
            where error.isOfMissingExchange
        {
            warnOfPlainRenames()
            let old = slot + Self.oldSuffix
            try directory.move(name, to: old, in: slots, .never, for: doing())
            do {
                try slots.move(slot, to: name, in: directory, .never, for: doing())
            } catch {
                try slots.move(old, to: name, in: directory, .never, for: doing())
                throw error
            }
            try slots.move(old, to: slot, in: slots, .never, for: doing())
        }
    }

    /// Warns, once, about a file system that needs several renames.
    func warnOfPlainRenames() {
        warn(
            "the file system of \(directory.path) has no hard links or exchanges, so files are "
                + "copied; after a loss of power run 'check --repair'")
    }

    /// The suffix of a version that is half exchanged, on file systems without an exchange.
    static let oldSuffix = ".old"
}

extension ScaryBugsError {
    /// Whether the file system cannot exchange two entries, as overlayfs cannot for directories.
    var isOfMissingExchange: Bool {
        [.system(.invalidArgument), .system(.noFunction), .system(.improperLink)].contains(code)
    }
}

extension Directory {
    /// Moves an entry to a free name. Either name may be invalid UTF-8.
    fileprivate func move(
        _ name: RawName, to newName: RawName, in target: Directory, _ task: String
    ) throws {
        if name.isUTF8, newName.isUTF8 {
            try move(name.shown, to: newName.shown, in: target, .never, for: task)
        } else {
            try moveRaw(name, to: newName, in: target)
        }
    }
}
