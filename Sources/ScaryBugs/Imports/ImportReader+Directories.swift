import Containers
import SystemPackage

extension ImportReader {
    /// Reads a document's directory, or all documents and bundles in a directory, such as the
    /// `Private Documents` of an app, or one that `export` filled.
    func readDirectory(_ directory: Directory, of source: ImportSource) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        guard !names.contains(where: ContentFiles.isDataFile) else {
            return try addDirectory(directory, named: source.lastComponent, from: source.origin)
        }
        if names.contains(BackupFormat.descriptionName),
            let documents = try directory.directory(named: Workspace.documentsName)
        {
            warn("a backup that was unpacked; its preferences stay out", source.origin)
            return try readDocuments(
                in: documents, from: source.origin.appending(Workspace.documentsName))
        }
        if try directory.holdsDarwinCore() {
            return try readDarwinCore(DarwinCoreArchive(in: directory), from: source.origin)
        }
        if names.contains(where: NamesList.isNameUsage) { throw NamesList.isNoRecords }
        try checkEdits()
        let isMaildir = ["cur", "new", "tmp"].allSatisfy(names.contains)
        if isMaildir { return try readMaildir(directory, from: source.origin) }
        try readDocuments(in: directory, from: source.origin)
    }

    /// Reads the messages of a directory as mail programs make it. Those in `tmp` are not complete.
    private func readMaildir(_ directory: Directory, from origin: ImportOrigin) throws {
        var mail = MailSummary()
        for part in ["new", "cur"] {
            guard let messages = try directory.directory(named: part) else { continue }
            let names = try messages.names(
                atMost: Limit(limits.directoryEntries, .directoryEntries))
            for name in names.sorted() where try messages.status(of: name)?.kind == .regular {
                guard let file = try messages.file(named: name) else { continue }
                try addMail(file, from: origin.appending("\(part)/\(name)"), &mail)
            }
        }
        guard mail.count > 0 else { throw ScaryBugsError(.refused, "a Maildir without messages") }
        try finish(mail, from: origin)
    }

    private func readDocuments(in directory: Directory, from origin: ImportOrigin) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        var skipped = SkippedFiles()
        var mail = MailSummary()
        let count = receivedCount
        expectedCount = names.count
        for name in names.sorted(by: Self.byNumber) {
            let place = origin.appending(name)
            if Litter.isNamed(name) {
                skipped.add(litter: name)
            } else if let document = try document(named: name, in: directory) {
                try addDirectory(document, named: name, from: place)
            } else if try directory.status(of: name)?.kind == .regular,
                let file = try directory.file(named: name)
            {
                if case .mail = try SourceKind(of: file, named: name) {
                    try addMail(file, from: place, &mail)
                    continue
                }
                try addFile(file, named: name, from: place, &skipped)
            } else if try holdsDocuments(name, in: directory) {
                skipped.add(directoryOfDocuments: name)
            } else {
                skipped.add(name, as: nil)
            }
        }
        guard skipped.count < names.count else { throw skipped.refusal }
        try finish(mail, from: origin, isError: receivedCount == count)
        try accepted.sortByNumber(from: 0)
        let remedy = options.ignoresPhotographs ? nil : "--photographs imports photographs, too"
        for warning in skipped.warnings(photographs: remedy) { warn(warning, origin) }
    }

    /// Adds a file among others if it is a bundle, whatever its name is.
    func addFile(
        _ file: borrowing File, named name: String, from origin: ImportOrigin,
        _ skipped: inout SkippedFiles
    ) throws {
        if Bundle.isNamedLikeBundle(name) { return try addBundle(file, from: origin) }
        let kind = try SourceKind(of: file, named: name)
        guard case .container = kind else { return skipped.add(name, as: kind) }
        guard let reason = try refusal(ofBundle: file) else {
            return try addBundle(file, from: origin)
        }
        let listing = try ContainerListing(of: file, limits: limits)
        let other = reason.code == .damaged ? nil : listing.kind(named: name)
        skipped.add(name, as: other ?? .foreign("no bundle: \(reason.message)"))
    }

    /// The reason why a container is no bundle; nil for a bundle.
    func refusal(ofBundle file: borrowing File) throws -> ScaryBugsError? {
        do {
            _ = try Bundle.read(file, limits: limits, into: nil)
            return nil
        } catch let error as ScaryBugsError
            where [.refused, .damaged, .limitExceeded].contains(error.code)
        {
            if place == .shared, error.code == .limitExceeded { throw NeedsMemory() }
            return error
        }
    }

    private func addBundle(_ file: borrowing File, from origin: ImportOrigin) throws {
        try addContents(from: origin) { try Bundle.read(file, limits: limits, into: $0) }
    }

    private func addDirectory(
        _ directory: Directory, named name: String, from origin: ImportOrigin
    ) throws {
        try addContents(from: origin) {
            try directory.readDocument(named: name, limits: limits, into: $0)
        }
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
        return names?.contains(where: Bundle.isNamedLikeBundle) ?? false
    }

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

extension Directory {
    /// Reads a document's directory from outside of a workspace, under the same rules as a bundle.
    ///
    /// - Parameter destination: the directory for copies of the files; nil to check only.
    fileprivate func readDocument(
        named directoryName: String, limits: Limits, into destination: Directory?
    ) throws -> Bundle.Contents {
        let entries = try entries()
        // No name of another encoding can be looked for, so the file would be left out.
        if let other = entries.first(where: { !$0.isUTF8 }) {
            _ = try EntryName(bytes: other.units)
        }
        let names = entries.map(\.shown).sorted()
        guard let dataFileName = names.first(where: ContentFiles.isDataFile),
            let dataFile = try file(named: dataFileName)?.contents(
                limit: Limit(limits.dataFileBytes, .dataFileBytes))
        else {
            throw ScaryBugsError(.refused, "a directory without a data.plist")
        }
        guard names.count <= limits.bundleEntries else {
            throw ScaryBugsError.over(
                .bundleEntries, "more than \(limits.bundleEntries.grouped) files")
        }
        let skipped = names.filter(Litter.isNamed)
        let taken = names.filter { !Litter.isNamed($0) }
        try Bundle.checkNames("1.\(DocumentKind.bug.directoryExtension)", taken)
        var files: [Bundle.Entry] = []
        var room = limits.bundleBytes
        for name in taken {
            guard let file = try file(named: name) else { continue }
            let status = try file.status()
            guard status.size <= room else {
                throw ScaryBugsError.over(
                    .bundleBytes, "files of more than \(limits.bundleBytes.grouped) bytes")
            }
            let entry = Bundle.Entry(
                name: name, size: status.size,
                signature: try file.prefix(PictureType.signatureLength), modified: status.modified,
                // A preview leaves no copy from which to take the checksum later.
                checksum: destination == nil ? try file.checksum() : nil)
            files.append(entry)
            guard let destination else {
                room -= status.size
                continue
            }
            let copy = try destination.createFile(named: name)
            // The checked bytes are written, because another program may have changed the file
            // since.
            if name == dataFileName {
                try copy.write(dataFile)
            } else {
                try copy.copy(from: file, limit: Limit(room, .bundleBytes))
            }
            let size = try copy.status().size
            room -= size
            try copy.setModified(status.modified)
            copy.beginSync(size: size)
        }
        return Bundle.Contents(
            directoryName: directoryName, dataFileName: dataFileName, dataFile: dataFile,
            files: files, skipped: skipped)
    }

    /// Whether it is a Darwin Core archive that was unpacked.
    func holdsDarwinCore() throws -> Bool {
        let name = ArchiveDescription.fileName
        guard try status(of: name)?.kind == .regular, let file = try file(named: name) else {
            return false
        }
        let root = Markup(try file.prefix(TableFormat.prefixLength)).map { $0.root ?? "archive" }
        return root == "archive"
    }
}
