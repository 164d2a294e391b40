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
    private var documents: [DocumentName: [String: ContentVersion.FileVersion]?] = [:]
    private var others: [WorkspacePath: ContentVersion?] = [:]
    private var slots: [String: ContentVersion?] = [:]

    /// - Parameter changes: limits reading to data files and files with a checksum in these
    ///   changes; nil to read all files.
    init(
        of places: WorkspacePlaces, history: Directory, comparing changes: [JournalChange]? = nil
    ) {
        self.places = places
        self.history = history
        guard let changes else { return }
        var compared: [DocumentName: Set<String>] = [:]
        for case .contents(let path, let before, let after, _) in changes {
            guard let name = path.document else { continue }
            for file in (before?.files ?? []) + (after?.files ?? []) where file.checksum != nil {
                compared[name, default: []].insert(file.name)
            }
        }
        self.compared = compared
    }

    /// Whether a document exists.
    func isPresent(_ name: DocumentName) throws -> Bool {
        if let known = documents[name] { return known != nil }
        return try places.documents.status(of: name.directoryName) != nil
    }

    mutating func version(at path: WorkspacePath) throws -> ContentVersion? {
        switch path {
        case .document(let name):
            return try files(of: name).map { ContentVersion(Array($0.values)) }
        case .file(let name, let file):
            return try files(of: name)?[file].map { ContentVersion([$0]) }
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
            return try history.version(of: name, checksums: sums)?.named(like: expected)
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
            try (read.name, history.version(of: read.name, checksums: read.sums))
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

    /// Whether a directory is in a slot's place on disk.
    private func isDirectory(_ slot: JournalSlot) throws -> Bool {
        guard case .place(let other) = slot,
            let (directory, name) = try ifPossible({ try places.locate(other) })
        else { return false }
        return try directory.status(of: name)?.kind == .directory
    }

    private mutating func files(
        of name: DocumentName
    ) throws -> [String: ContentVersion.FileVersion]? {
        if let known = documents[name] { return known }
        let checksums =
            compared.map { ContentVersion.Checksums.named($0[name] ?? []) } ?? .all
        let files = try places.version(at: .document(name), checksums)?.filesByName
        documents[name] = .some(files)
        return files
    }

    private mutating func set(_ version: ContentVersion?, at path: WorkspacePath) {
        switch path {
        case .document(let name): documents[name] = .some(version?.filesByName)
        case .file(let name, let file):
            guard var files = documents[name] ?? nil else { return }
            // Only the contents of a regular file are known.
            let held = version?.files.first
            files[file] = version.map { _ in
                .init(name: file, size: held?.size ?? -1, checksum: held?.checksum)
            }
            documents[name] = .some(files)
        case .other: others[path] = .some(version)
        }
    }
}

extension WorkspacePath {
    /// Whether it is an entry of a document's directory.
    fileprivate var isFile: Bool {
        if case .file = self { return true }
        return false
    }
}
