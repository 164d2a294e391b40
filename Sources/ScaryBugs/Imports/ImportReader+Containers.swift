import Containers
import SystemPackage

extension ImportReader {
    /// Reads a bundle, or all documents and bundles in a ZIP or tar file. A bundle in it is not
    /// opened any further.
    ///
    /// - Parameter name: the file's name, which tells what a container of something else is.
    func readContainer(
        _ file: borrowing File, named name: String, from origin: ImportOrigin
    ) throws {
        do {
            try addContents(from: origin) { staged in
                do { return try Bundle.read(file, limits: limits, into: staged) } catch let error
                    as ScaryBugsError where [.refused, .limitExceeded].contains(error.code)
                {
                    throw Unread(reason: error)
                }
            }
        } catch let unread as Unread {
            try readContents(of: file, named: name, from: origin, unread.reason)
        }
    }

    private struct Unread: Error {
        let reason: ScaryBugsError
    }

    /// Reads a container that is not one document.
    ///
    /// - Parameter reason: why it isn't.
    private func readContents(
        of file: borrowing File, named name: String, from origin: ImportOrigin,
        _ reason: ScaryBugsError
    ) throws {
        let listing = try ContainerListing(of: file, limits: limits)
        let isOther = reason.cause is Bundle.NotOneDocument || reason.code == .limitExceeded
        switch listing.kind(named: name) {
        case .documents? where isOther, .containedTable? where isOther:
            try readSeveral(in: file, listing.onlyTable, origin, orElse: reason)
        case .darwinCore?: try readDarwinCore(in: file, from: origin)
        case .backup?: throw Self.backup
        case .foreign(let what)?: throw ScaryBugsError(.refused, what, cause: reason)
        default:
            guard PictureType.isNamedLikePicture(name), reason.code == .refused else {
                throw reason
            }
            throw ScaryBugsError(.refused, PictureType.unsupported, cause: reason)
        }
    }

    /// Reads the documents and bundles in a container, whatever their names are, or else its only table.
    private func readSeveral(
        in file: borrowing File, _ table: String?, _ origin: ImportOrigin,
        orElse refusal: ScaryBugsError
    ) throws {
        if table == nil { try checkEdits() }
        let copy = try File.temporary()
        let (start, count) = (accepted.count, receivedCount)
        let contents = try ContainedDocuments(
            Container.copyFiles(of: file, to: copy, limits: limitsOfSeveral(in: file)))
        expectedCount = contents.documents.count + contents.files.count
        var skipped = SkippedFiles()
        for document in contents.documents.sorted(by: { Self.byNumber($0.path, $1.path) }) {
            let name = FilePath(document.path).lastComponent?.string ?? ""
            if Litter.isConflictCopy(name) {
                skipped.add(litter: document.path)
                continue
            }
            try addContents(from: origin.inside(document.path)) { staged in
                let extractor = BundleExtractor(limits: limits, into: staged)
                let checks = EntryChecks(limits: limits.container, extractor.extract)
                for entry in document.entries { try checks.pass(entry, in: copy) }
                return try extractor.contents()
            }
        }
        let files = contents.files.sorted { Self.byNumber($0.name.path, $1.name.path) }
        for entry in files where entry.name.path != table {
            let path = entry.name.path
            if !entry.name.isLitter(isDirectory: false) {
                try addEntry(entry, in: copy, from: origin, &skipped)
            } else if table == nil || Litter.isConflictCopy(path) {
                skipped.add(litter: path)
            }
        }
        try accepted.sortByNumber(from: start)
        let tableEntry = files.first { $0.name.path == table }
        if receivedCount > count {
            try tableEntry.map { try addEntry($0, in: copy, from: origin, &skipped) }
        } else if let tableEntry {
            try readTable(tableEntry, in: copy, from: origin)
        } else {
            throw skipped.advice.map { refusal.adding($0) } ?? refusal
        }
        let remedy = "unpack the file to import photographs"
        for warning in skipped.warnings(photographs: remedy) { warn(warning, origin) }
    }

    /// Reads the only table in a container, such as one that iNaturalist or eBird sends.
    private func readTable(
        _ entry: ZipEntry, in copy: borrowing File, from origin: ImportOrigin
    ) throws {
        let path = entry.name.path
        let source = ImportSource(try entry.file(in: copy), named: origin.inside(path).name)
        switch source.content {
        case .directory: break
        case .file(let file):
            if case .table(let format) = try SourceKind(of: file, named: path),
                try readTable(file, format, of: source, in: origin.path)
            {
                return
            }
        }
        throw ScaryBugsError(
            .refused, "holds \(path.shortened), which is no table; unpack it, and look at it")
    }

    /// The limits of a file of many documents. Photographs are compressed already, so a small file that
    /// expands to many times its size is refused before it fills the disk.
    private func limitsOfSeveral(in file: borrowing File) throws -> ContainerLimits {
        let usual = limits.bundleBytes + 4 * (try file.status().size)
        return ContainerLimits(
            entries: Limit(limits.importDocuments, .importDocuments),
            bytes: usual < limits.importBytes
                ? Limit(usual, .bundleBytes) : Limit(limits.importBytes, .importBytes),
            room: limits.room)
    }

    private func addEntry(
        _ entry: ZipEntry, in copy: borrowing File, from origin: ImportOrigin,
        _ skipped: inout SkippedFiles
    ) throws {
        try addFile(
            entry.file(in: copy), named: entry.name.path, from: origin.inside(entry.name.path),
            &skipped)
    }
}

extension ImportOrigin {
    /// The origin of a document in a container or a mailbox.
    func inside(_ path: String) -> ImportOrigin {
        ImportOrigin(FilePath(self.path).appending(path).string, name: "\(name): \(path)")
    }
}

/// The documents in a container that holds several, and the files beside them.
private struct ContainedDocuments {
    struct Document {
        /// The path of its directory.
        let path: String
        let entries: [ZipEntry]
    }

    let documents: [Document]
    let files: [ZipEntry]

    /// A document lies in no more directories than these, and its own.
    private static let deepest = 8

    init(_ entries: [ZipEntry]) throws {
        let directories = Set(
            entries.filter { entry in
                !entry.isDirectory && !entry.name.isLitter(isDirectory: false)
                    && ContentFiles.isDataFile(entry.name.parts.last ?? "")
            }.map { $0.name.parts.dropLast() })
        var groups: [ArraySlice<String>: [ZipEntry]] = [:]
        var files: [ZipEntry] = []
        for entry in entries {
            let parts = entry.name.parts
            // Directories in a document are part of it, so that it is refused.
            let depth = (1..<max(2, min(parts.count, Self.deepest + 2))).first {
                directories.contains(parts.prefix($0))
            }
            if let depth {
                // The names in a document begin with its own directory.
                groups[parts.prefix(depth), default: []].append(try entry.dropping(depth - 1))
            } else if !entry.isDirectory {
                files.append(entry)
            }
        }
        documents = groups.map { Document(path: $0.joined(separator: "/"), entries: $1) }
        self.files = files
    }
}
