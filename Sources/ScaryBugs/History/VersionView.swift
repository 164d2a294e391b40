/// The versions at paths and in slots as they are after some changes that nobody has made yet.
///
/// What none of these changes touches is read from the disk.
struct VersionView {
    private let places: WorkspacePlaces
    private let history: Directory
    /// Files besides data files whose bytes are read; nil for all files.
    private var compared: [DocumentName: Set<String>]?
    /// The files of documents; nil where there is no document.
    private var documents: [DocumentName: [String: ContentVersion.FileVersion]?] = [:]
    private var others: [WorkspacePath: ContentVersion?] = [:]
    private var slots: [String: ContentVersion?] = [:]

    /// - Parameter changes: nil to read the bytes of all files, else only those with a checksum in
    ///   these changes.
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

    /// Whether a document is there.
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

    /// - Parameter expected: the version that gives a file its name, and says what is compared.
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
    /// - Parameter slots: their names, with the versions that say what is compared.
    mutating func read(_ slots: [(name: String, expected: ContentVersion?)]) throws {
        let reads = slots.map { (name: $0.name, sums: sums(like: $0.expected)) }
        let version = { @Sendable [history] (name: String, sums: ContentVersion.Checksums) in
            try (name, history.version(of: name, checksums: sums))
        }
        try reads.forEachResult(of: version) { self.slots[$0] = .some($1) }
    }

    private func sums(like expected: ContentVersion?) -> ContentVersion.Checksums {
        compared == nil ? .all : expected.map { .like($0) } ?? .dataFiles
    }

    /// Goes on as if a version had come to a path, and the one there to a slot.
    mutating func exchange(
        _ version: ContentVersion?, at path: WorkspacePath, with slot: JournalSlot
    ) throws {
        let replaced = try self.version(at: path)
        set(version, at: path)
        switch slot {
        case .history(let name): slots[name] = .some(replaced)
        case .place(let other): set(replaced, at: other)
        }
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
            files[file] = version?.files.first.map {
                .init(name: file, size: $0.size, checksum: $0.checksum)
            }
            documents[name] = .some(files)
        case .other: others[path] = .some(version)
        }
    }
}
