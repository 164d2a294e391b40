/// The versions at paths and in slots after some planned changes.
///
/// Versions that no planned change touches are read from the disk.
struct VersionView {
    private let places: WorkspacePlaces
    private let history: Directory
    /// The names of files to read in addition to data files, for each document; nil to read all
    /// files.
    private var compared: [DocumentName: Set<String>]?
    /// The known files of documents; nil for a document that does not exist.
    private var documents: [DocumentName: ContentVersion?] = [:]
    private var others: [WorkspacePath: ContentVersion?] = [:]
    private var slots: [String: ContentVersion?] = [:]

    init(of places: WorkspacePlaces, history: Directory) {
        self.places = places
        self.history = history
    }

    /// Limits reading to data files and files with a checksum in these and earlier changes.
    mutating func limitReading(to changes: [JournalChange]) {
        var compared = compared ?? [:]
        for case .contents(let path, let before, let after, _) in changes {
            guard let name = path.document else { continue }
            for file in (before?.files ?? []) + (after?.files ?? [])
            where file.checksum != nil && !EntryRole.isDataFile(file.name) {
                compared[name, default: []].insert(file.name)
            }
        }
        self.compared = compared
    }

    func isPresent(_ name: DocumentName) throws -> Bool {
        if let known = documents[name] { return known != nil }
        return try places.documents.status(of: name.directoryName) != nil
    }

    mutating func version(at path: WorkspacePath) throws -> ContentVersion? {
        switch path {
        case .document(let name):
            return try files(of: name)
        case .file(let name, let file):
            return try files(of: name)?.file(named: file).map { ContentVersion([$0]) }
        case .other:
            if let known = others[path] { return known }
            return try places.version(at: path, .all)
        }
    }

    /// - Parameter expected: the version to compare with. It gives a single file its name, and says
    ///   which files to read.
    mutating func version(
        in slot: JournalSlot, like expected: ContentVersion?
    ) throws -> ContentVersion? {
        switch slot {
        case .place(let path): return try version(at: path)?.named(like: expected)
        case .history(let name):
            if let known = slots[name] { return known?.named(like: expected) }
            let sums = sums(like: expected)
            return try history.versionInSlot(name, sums)?.named(like: expected)
        }
    }

    /// Reads the versions in slots in advance, on all processors.
    ///
    /// - Parameter slots: the names, each with the version to compare with.
    mutating func read(_ slots: [(name: String, expected: ContentVersion?)]) throws {
        let reads = slots.map { (name: $0.name, sums: sums(like: $0.expected)) }
        let version = {
            @Sendable [history] (read: (name: String, sums: ContentVersion.Checksums), _: WorkPlace)
            in
            try (read.name, history.versionInSlot(read.name, read.sums))
        }
        try reads.forEachResult(of: version) { self.slots[$0] = .some($1) }
    }

    private func sums(like expected: ContentVersion?) -> ContentVersion.Checksums {
        compared == nil ? .all : expected.map { .like($0) } ?? .dataFiles
    }

    /// Records a planned change: the path gets this version, and the slot gets the version at the
    /// path.
    mutating func exchange(
        _ version: ContentVersion?, at path: WorkspacePath, with slot: JournalSlot
    ) throws {
        let replaced = try self.version(at: path)
        set(try path.isFile && isDirectory(slot) ? .unknown : version, at: path)
        switch slot {
        case .history(let name): slots[name] = .some(replaced)
        case .place(let other): set(replaced, at: other)
        }
    }

    /// Forgets the version in a slot, which nobody asks for again.
    mutating func forget(_ slot: JournalSlot) {
        if let name = slot.name { slots[name] = nil }
    }

    /// Forgets a document, which nobody asks for again.
    mutating func forget(_ name: DocumentName) {
        documents[name] = nil
        compared?[name] = nil
    }

    /// Whether a directory is in a slot's place on disk.
    private func isDirectory(_ slot: JournalSlot) throws -> Bool {
        guard case .place(let other) = slot,
            let (directory, name) = try ifIntact({ try places.locate(other) })
        else { return false }
        return try directory.status(of: name)?.kind == .directory
    }

    private mutating func files(of name: DocumentName) throws -> ContentVersion? {
        if let known = documents[name] { return known }
        let checksums =
            compared.map { ContentVersion.Checksums.named($0[name] ?? []) } ?? .all
        let files = try places.version(at: .document(name), checksums)?.knownToBeFiles
        documents[name] = .some(files)
        return files
    }

    private mutating func set(_ version: ContentVersion?, at path: WorkspacePath) {
        switch path {
        case .document(let name): documents[name] = .some(version?.knownToBeFiles)
        case .file(let name, let file):
            guard let known = documents[name] ?? nil else { return }
            var files = known.files.filter { $0.name != file }
            // Only the contents of a regular file are known.
            let held = version?.files.first
            if version != nil {
                files.append(.init(name: file, size: held?.size ?? -1, checksum: held?.checksum))
            }
            documents[name] = .some(ContentVersion(files))
        case .other: others[path] = .some(version)
        }
    }
}

extension Directory {
    /// The version in a slot; nil if the slot is empty. Another program may have put a link or a pipe
    /// there, which is no version of anything.
    fileprivate func versionInSlot(
        _ name: String, _ checksums: ContentVersion.Checksums
    ) throws -> ContentVersion? {
        let version = try version(of: name, checksums: checksums)
        return version?.isUnknown == true
            ? ContentVersion([.init(name: name, size: -1, checksum: nil)]) : version
    }
}

extension ContentVersion {
    /// The same version, but of no files if it is unknown.
    fileprivate var knownToBeFiles: ContentVersion { isUnknown ? ContentVersion([]) : self }

    fileprivate func file(named name: String) -> FileVersion? {
        files.first { $0.name == name }
    }
}

extension WorkspacePath {
    /// Whether it is an entry of a document's directory.
    fileprivate var isFile: Bool {
        if case .file = self { return true }
        return false
    }
}
