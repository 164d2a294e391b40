import Containers
import SystemPackage

extension ImportReader {
    /// Reads a document's directory, or all documents and bundles in a directory, such as the
    /// `Private Documents` of an app, or one that `export` filled.
    func importDirectory(_ directory: Directory, of source: ImportSource) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        guard !names.contains(where: EntryRole.isDataFile) else {
            return try receive(directory, named: source.lastComponent, from: source.origin)
        }
        if names.contains(BackupFormat.descriptionName),
            let documents = try directory.directory(named: Workspace.documentsName)
        {
            warn("a backup that was unpacked; its preferences stay out", source.origin)
            return try importDocuments(
                in: documents, from: source.origin.appending(Workspace.documentsName))
        }
        try importDocuments(in: directory, from: source.origin)
    }

    private func importDocuments(in directory: Directory, from origin: ImportOrigin) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        var skipped = SkippedFiles()
        expectedCount = names.count
        for name in names.sorted(by: Self.byNumber) {
            let place = origin.appending(name)
            if Litter.isNamed(name) {
                skipped.add(litter: name)
            } else if let document = try document(named: name, in: directory) {
                try receive(document, named: name, from: place)
            } else if try directory.status(of: name)?.kind == .regular,
                let file = try directory.file(named: name)
            {
                try importFile(file, named: name, from: place, &skipped)
            } else if try holdsDocuments(name, in: directory) {
                skipped.add(directoryOfDocuments: name)
            } else {
                skipped.add(name, as: nil)
            }
        }
        guard skipped.count < names.count else { throw skipped.refusal }
        sortByNumber()
        let remedy = options.ignoresPhotographs ? nil : "--photographs imports photographs, too"
        for warning in skipped.warnings(photographs: remedy) { warn(warning, origin) }
    }

    /// Reads a file among others if it is a bundle, whatever its name is.
    func importFile(
        _ file: borrowing File, named name: String, from origin: ImportOrigin,
        _ skipped: inout SkippedFiles
    ) throws {
        if Self.isNamedLikeBundle(name) { return try receive(bundle: file, from: origin) }
        let kind = try SourceKind(file.prefix(SourceKind.prefixLength), named: name)
        guard case .container = kind else { return skipped.add(name, as: kind) }
        do {
            _ = try Bundle.read(file, limits: limits, into: nil)
        } catch let error as ScaryBugsError
            where [.refused, .damaged, .limitExceeded].contains(error.code)
        {
            if place == .shared, error.code == .limitExceeded { throw NeedsMemory() }
            let listing = try ContainerListing(of: file, limits: limits)
            return skipped.add(
                name, as: listing.kind(named: name) ?? .foreign("no bundle: \(error.message)"))
        }
        try receive(bundle: file, from: origin)
    }

    /// Reads a bundle.
    private func receive(bundle file: borrowing File, from origin: ImportOrigin) throws {
        try receive(from: origin) { try Bundle.read(file, limits: limits, into: $0) }
    }

    private func receive(
        _ directory: Directory, named name: String, from origin: ImportOrigin
    ) throws {
        try receive(
            from: origin,
            contents: { try directory.readDocument(named: name, limits: limits, into: $0) })
    }

    /// Opens an entry if it is a directory with a data file; nil for anything else, such as a link.
    private func document(named name: String, in directory: Directory) throws -> Directory? {
        guard try directory.status(of: name)?.kind == .directory,
            let inner = try directory.directory(named: name), try inner.holdsDataFile()
        else { return nil }
        return inner
    }

    /// Whether an entry looks like a directory of documents.
    private func holdsDocuments(_ name: String, in directory: Directory) throws -> Bool {
        guard try directory.status(of: name)?.kind == .directory else { return false }
        let names = try ifPossible {
            try directory.directory(named: name)?.names(
                atMost: Limit(limits.directoryEntries, .directoryEntries))
        }
        return names?.contains(where: Self.isNamedLikeBundle) ?? false
    }

    static func isNamedLikeBundle(_ name: String) -> Bool {
        bundleExtensions.contains(FilePath(name).extension?.lowercased() ?? "")
    }

    private static let bundleExtensions = DocumentKind.all.map(\.directoryExtension) + ["sbz"]

    /// Sorts by number. Names without a number follow, sorted by name.
    static func byNumber(_ left: String, _ right: String) -> Bool {
        let numbers = [left, right].map { path in
            IncomingDocument.number(FilePath(path).lastComponent?.string ?? "") ?? .max
        }
        return numbers[0] == numbers[1] ? left < right : numbers[0] < numbers[1]
    }
}

extension ImportOrigin {
    fileprivate func appending(_ part: String) -> ImportOrigin {
        ImportOrigin(FilePath(name).appending(part).string)
    }
}
