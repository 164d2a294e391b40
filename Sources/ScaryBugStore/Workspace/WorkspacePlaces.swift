import SystemPackage

/// The directories of a workspace. All renames into and out of them happen here.
struct WorkspacePlaces {
    /// The user's directory.
    let directory: Directory
    let documents: Directory
    let warn: (String) -> Void

    /// Checks that changes would be where the paths lead now.
    func check() throws {
        try directory.checkIsAtItsPath()
        try documents.checkIsAtItsPath(advice: "try again")
    }

    // MARK: Looking

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

    /// - Returns: nil if nothing is at the path.
    func status(of path: WorkspacePath) throws -> FileStatus? {
        guard let (directory, name) = try ifIntact({ try locate(path) }) else { return nil }
        return try directory.status(of: name)
    }

    func version(
        at path: WorkspacePath, _ checksums: ContentVersion.Checksums
    ) throws -> ContentVersion? {
        guard let (directory, name) = try ifIntact({ try locate(path) }) else { return nil }
        guard name.isUTF8 else { return try directory.status(of: name).map { _ in .unknown } }
        return try directory.version(of: name.shown, checksums: checksums)
    }

    // MARK: Changing

    /// Moves an entry to a path where nothing is.
    func move(_ path: WorkspacePath, to target: WorkspacePath) throws {
        let (directory, name) = try locate(path)
        let (other, newName) = try locate(target, making: true)
        if name.isUTF8, newName.isUTF8 {
            try directory.move(
                name.shown, to: newName.shown, in: other, .never, for: "move \(describe(path))")
        } else {
            try directory.moveRaw(name, to: newName, in: other)
        }
    }

    /// Moves an entry to `Lost and Found`.
    @discardableResult
    func setAside(_ path: WorkspacePath) throws -> WorkspacePath {
        var reserved = ReservedPaths()
        let target = try LostAndFound.freePath(
            for: locate(path).name, in: directory, avoiding: &reserved)
        try move(path, to: target)
        return target
    }

    /// Puts new contents in the place of a directory, which gets another name. If the file system can't
    /// exchange two entries, nothing is at the path for a moment.
    func exchange(
        _ new: PendingDocuments.Place, with name: String, in directory: Directory,
        keepingAs kept: String, in keeper: Directory, _ doing: String
    ) throws {
        do {
            let exchange = {
                try new.directory.move(new.name, to: name, in: directory, .exchange, for: doing)
            }
            try exchange()
            do { try new.directory.move(new.name, to: kept, in: keeper, .never, for: doing) } catch
            {
                try exchange()
                throw error
            }
        } catch let error as ScaryBugsError where error.isOfMissingExchange {
            warnOfPlainRenames()
            try directory.move(name, to: kept, in: keeper, .never, for: doing)
            do {
                try new.directory.move(new.name, to: name, in: directory, .never, for: doing)
            } catch {
                try keeper.move(kept, to: name, in: directory, .never, for: doing)
                throw error
            }
        }
    }

    /// Warns, once, about a file system that needs several renames.
    func warnOfPlainRenames() {
        warn(
            "the file system of \(directory.path) has no hard links or exchanges, so files are "
                + "copied")
    }
}

extension ScaryBugsError {
    /// Whether the file system cannot exchange two entries, as overlayfs cannot for directories.
    package var isOfMissingExchange: Bool {
        [.system(.invalidArgument), .system(.noFunction), .system(.improperLink)].contains(code)
    }
}
