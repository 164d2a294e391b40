import Containers
import SystemPackage

extension ImportReader {
    /// Reads a bundle, or all documents and bundles in a ZIP or tar file. A bundle in it is not
    /// opened any further.
    func importContainer(_ file: borrowing File, of source: ImportSource) throws {
        do {
            try receive(from: source.origin) { staged in
                do { return try Bundle.read(file, limits: limits, into: staged) } catch let error
                    as ScaryBugsError where [.refused, .limitExceeded].contains(error.code)
                {
                    throw Unread(reason: error)
                }
            }
        } catch let unread as Unread {
            try importContents(of: file, source, unread.reason)
        }
    }

    private struct Unread: Error {
        let reason: ScaryBugsError
    }

    /// Reads a container that is not one document.
    ///
    /// - Parameter reason: why it isn't.
    private func importContents(
        of file: borrowing File, _ source: ImportSource, _ reason: ScaryBugsError
    ) throws {
        switch try ContainerListing(of: file, limits: limits).kind(named: source.lastComponent) {
        case .documents? where reason.cause is Bundle.NotOneDocument:
            try importDocuments(in: file, source.origin)
        case .backup?: throw Self.backup
        case .foreign(let what)?: throw ScaryBugsError(.refused, what, cause: reason)
        default:
            guard source.isNamedLikePicture, reason.code == .refused else { throw reason }
            throw ScaryBugsError(.refused, PictureType.unsupported, cause: reason)
        }
    }

    private func importDocuments(in file: borrowing File, _ origin: ImportOrigin) throws {
        let copy = try File.temporary()
        let contents = try ContainedDocuments(
            Container.copyFiles(of: file, to: copy, limits: limits.container))
        expectedCount = contents.documents.count + contents.files.count
        var skipped = SkippedFiles()
        for document in contents.documents.sorted(by: { Self.byNumber($0.path, $1.path) }) {
            let name = FilePath(document.path).lastComponent?.string ?? ""
            if Litter.isConflictCopy(name) {
                skipped.add(litter: document.path)
                continue
            }
            try receive(from: origin.inside(document.path)) { staged in
                let extractor = BundleExtractor(limits: limits, into: staged)
                let checks = EntryChecks(limits: limits.container, extractor.extract)
                for entry in document.entries { try checks.pass(entry, in: copy) }
                return try extractor.contents()
            }
        }
        for entry in contents.files.sorted(by: { Self.byNumber($0.name.path, $1.name.path) }) {
            if entry.name.isLitter(isDirectory: false) {
                skipped.add(litter: entry.name.path)
            } else {
                try importFile(entry, in: copy, from: origin, &skipped)
            }
        }
        sortByNumber()
        let remedy = "unpack the file to import photographs"
        for warning in skipped.warnings(photographs: remedy) { warn(warning, origin) }
    }

    private func importFile(
        _ entry: ZipEntry, in copy: borrowing File, from origin: ImportOrigin,
        _ skipped: inout SkippedFiles
    ) throws {
        let file = try File.temporary()
        try entry.read(in: copy) { try file.write($0) }
        try importFile(
            file, named: entry.name.path, from: origin.inside(entry.name.path), &skipped)
    }
}

extension ImportOrigin {
    /// The origin of a document in a container.
    fileprivate func inside(_ path: String) -> ImportOrigin {
        ImportOrigin(FilePath(self.path).appending(path).string, name: "\(name): \(path)")
    }
}
