/// Checks documents. It is a value, so threads can share it.
struct DocumentCheck: Sendable {
    private(set) var reader: DocumentReader

    /// The same check for work at a place; see ``DocumentReader/at(_:)``.
    func at(_ place: WorkPlace) -> DocumentCheck { DocumentCheck(reader: reader.at(place)) }

    struct Result: Sendable {
        var flaws: [RepairableFinding] = []
        var data: DocumentData?
        var files = ContentFiles()
        /// Whether the document has a whole photograph, and no thumbnail.
        var lacksThumbnail = false
    }

    /// Checks a document.
    ///
    /// If another session replaced the document during the check, its flaws may be obsolete. The
    /// check then starts over, at most 100 times.
    func look(at name: DocumentName) throws -> Result {
        var attempts = 0
        while true {
            let before = try reader.documents?.status(of: name.directoryName)?.identity
            let result = try lookOnce(at: name)
            attempts += 1
            guard result.flaws.contains(where: \.finding.isOpen), attempts < 100 else {
                return result
            }
            let after = try reader.documents?.status(of: name.directoryName)?.identity
            if before == after { return result }
        }
    }

    private func lookOnce(at name: DocumentName) throws -> Result {
        let outside = try lookFromOutside(at: name)
        do {
            guard outside.allSatisfy({ $0.finding.code == .permissions }),
                let directory = try reader.documents?.directory(named: name.directoryName)
            else { return Result(flaws: outside) }
            var result = try look(in: DocumentDirectory(name: name, directory: directory))
            result.flaws = outside + result.flaws
            return result
        } catch let error as ScaryBugsError where error.isOfSystem {
            if !outside.isEmpty { return Result(flaws: outside) }
            return Result(flaws: [.unreadable(.document(name), error)])
        }
    }

    /// Checks a document's directory without opening it. A missing directory has no flaws.
    private func lookFromOutside(at name: DocumentName) throws -> [RepairableFinding] {
        let entry = RawName(name.directoryName)
        guard let status = try reader.documents?.status(of: entry) else { return [] }
        let check = EntryCheck(path: .document(name), entry: entry, status: status)
        if let flaw = check.flawInKind(shouldBe: .directory) { return [flaw] }
        return [check.flawInPermissions()].compactMap(\.self)
    }

    private func look(in document: DocumentDirectory) throws -> Result {
        var result = Result(flaws: try FilesCheck(document, reader.limits).flaws())
        try lookAtData(of: document, &result)
        try lookAtPicture(of: document, &result)
        return result
    }

    private func lookAtData(of document: DocumentDirectory, _ result: inout Result) throws {
        let path = WorkspacePath.file(document.name, document.name.kind.dataFileName)
        let flaw = { RepairableFinding($0, path, $1) }
        do {
            guard let read = try reader.readIfPresent(document) else {
                return addMissingData(of: document, &result)
            }
            result.data = read.data
            result.flaws += read.data.excesses(over: reader.limits, fileSize: read.bytes.count)
                .map { flaw(.overLimit, "has a value over a limit: \($0.message)") }
            if !read.data.isSearchedWhole(fileSize: read.bytes.count) {
                result.flaws.append(
                    flaw(
                        .partlySearched,
                        "is too long for the index; queries find only the beginning of its texts"))
            }
            result.flaws += read.data.warnings.map { flaw(.damagedField, $0) }
        } catch let error as ScaryBugsError {
            let cause = (error.cause as? ScaryBugsError)?.message
            switch error.code {
            case .damaged:
                result.flaws.append(
                    RepairableFinding(
                        .damagedData, .document(document.name),
                        "cannot be read: \(cause ?? error.message)", .setAside))
            case .limitExceeded:
                let limit = reader.limits.dataFileBytes
                let tooLong = ScaryBugsError.over(
                    .dataFileBytes, "is longer than \(limit.grouped) bytes")
                result.flaws.append(
                    flaw(.overLimit, cause.map { "cannot be read: \($0)" } ?? tooLong.message))
            default: result.add(error, path)
            }
        }
    }

    private func addMissingData(of document: DocumentDirectory, _ result: inout Result) {
        // Another finding already reports the entry in the data file's place.
        let isInUse = result.flaws.contains { ContentFiles.isDataFile($0.path.fileName) }
        guard !isInUse else { return }
        let message = "has no \(document.name.kind.dataFileName)"
        result.flaws.append(
            RepairableFinding(.noData, .document(document.name), message, .setAside))
    }

    private func lookAtPicture(of document: DocumentDirectory, _ result: inout Result) throws {
        do {
            result.files = try document.files()
            guard let picture = result.files.picture else { return }
            let path = WorkspacePath.file(document.name, picture.fileName)
            guard picture.type != nil else {
                let what = picture.size == 0 ? "is empty" : "is no picture of a known type"
                let code: Finding.Code = picture.size == 0 ? .damagedPicture : .unknownPicture
                return result.flaws.append(RepairableFinding(code, path, what + "; it is kept"))
            }
            guard try document.cutOffPicture() != nil else {
                result.lacksThumbnail = try !document.hasThumbnail()
                return
            }
            result.flaws.append(RepairableFinding(.damagedPicture, path, Picture.cutOff))
        } catch let error as ScaryBugsError {
            result.add(error, .file(document.name, document.name.kind.photographName))
        }
    }
}

extension DocumentCheck.Result {
    /// The row that the index should have for the document.
    func row(of name: DocumentName) -> IndexedRow {
        IndexedRow(
            data.map { IndexRow(name, $0, files) }
                ?? IndexRow(name, problem: "unreadable"))
    }

    /// Adds a system error, unless another finding already reports its cause.
    fileprivate mutating func add(_ error: ScaryBugsError, _ path: WorkspacePath) {
        guard error.isOfSystem, !flaws.contains(where: { $0.finding.isOpen }) else { return }
        flaws.append(.unreadable(path, error))
    }
}

extension RepairableFinding {
    static func unreadable(_ path: WorkspacePath, _ error: ScaryBugsError) -> RepairableFinding {
        let reason = error.cause.map { "\($0)" } ?? error.message
        return RepairableFinding(.unreadable, path, "cannot be read: \(reason)")
    }
}

extension ScaryBugsError {
    package var isOfSystem: Bool { if case .system = code { true } else { false } }
}

/// Checks the names in the documents' directory.
package struct DocumentsCheck {
    /// The names of documents, in the order of their numbers.
    package private(set) var names: [DocumentName] = []
    /// Flaws of all other names.
    package private(set) var flaws: [RepairableFinding] = []

    package init(_ documents: Directory) throws {
        var names: [DocumentName] = []
        let others = try documents.entries { text in
            guard let name = DocumentName(directoryName: text) else { return true }
            names.append(name)
            return false
        }
        flaws = try others.compactMap { try Self.flaw(in: $0, of: documents) }
        self.names = names.sorted()
    }

    private static func flaw(in entry: RawName, of documents: Directory) throws
        -> RepairableFinding?
    {
        guard let status = try documents.status(of: entry) else { return nil }
        let path = WorkspacePath.entry(ofDocuments: entry)
        let check = EntryCheck(path: path, entry: entry, status: status)
        do {
            guard status.kind == .directory, let kind = try kind(of: entry, in: documents) else {
                return check.strayOrLitter
            }
            return check.flaw(
                .misnamed, "is a document without a number as its name", .renumber(kind))
        } catch let error as ScaryBugsError where error.mayPass {
            return .unreadable(path, error)
        }
    }

    /// The kind of a document's directory whose name has no valid number; nil for anything else.
    private static func kind(
        of entry: RawName, in documents: Directory
    ) throws -> DocumentKind? {
        guard entry.isUTF8, let dot = entry.shown.lastIndex(of: "."),
            try ifIntact({ try documents.directory(named: entry.shown)?.holdsDataFile() }) == true
        else { return nil }
        return .withDirectoryExtension(entry.shown[entry.shown.index(after: dot)...])
    }

    /// Documents that share their number with an earlier document in ``names``.
    var duplicates: [DocumentName] {
        zip(names, names.dropFirst()).filter { $0.number == $1.number }.map { $1 }
    }

    static func duplicate(_ name: DocumentName) -> RepairableFinding {
        RepairableFinding(
            .duplicateNumber, .document(name), "has the number of another document",
            .renumber(name.kind))
    }
}

extension Directory {
    package func holdsDataFile() throws -> Bool {
        try names().contains(where: ContentFiles.isDataFile)
    }
}
