/// Checks that changes can be made: that each place and each slot holds what the journal says.
///
/// Changes that follow one another are checked as if those before were made.
struct Reversal {
    /// Why a change cannot be made.
    enum Problem: Hashable {
        /// Something else is there than the journal says.
        case changed(WorkspacePath)
        /// A document has the number that this one had.
        case taken(WorkspacePath)
        /// The version that was replaced is gone from the history.
        case missing(WorkspacePath)
    }

    private let places: WorkspacePlaces
    private let history: Directory
    /// The files of documents, as they are after the changes so far; nil where there is no document.
    private var documents: [DocumentName: [String: ContentVersion.FileVersion]?] = [:]
    private var others: [WorkspacePath: ContentVersion?] = [:]
    private var slots: [JournalSlot: ContentVersion?] = [:]
    /// Files whose checksums the changes know.
    private var checked: [DocumentName: Set<String>] = [:]

    /// - Parameter changes: all that will be checked.
    init(of changes: [JournalChange], in places: WorkspacePlaces, history: Directory) {
        self.places = places
        self.history = history
        for case .contents(let path, let before, let after, _) in changes {
            guard let name = path.document else { continue }
            for file in (before?.files ?? []) + (after?.files ?? []) where file.checksum != nil {
                checked[name, default: []].insert(file.name)
            }
        }
    }

    /// Checks a change and goes on as if it were made; nil where it can be.
    mutating func check(_ change: JournalChange) throws -> Problem? {
        guard case .contents(let path, let before, let after, let slot) = change else { return nil }
        let present = try version(at: path)
        if case .document(let name) = path, case .history = slot, before == nil, after != nil,
            try isTaken(name.number)
        {
            return .taken(path)
        }
        guard ContentVersion.agree(present, before) else { return .changed(path) }
        let held = try version(in: slot, like: after)
        guard ContentVersion.agree(held, after) else {
            return after == nil || held != nil ? .changed(path) : .missing(path)
        }
        set(after?.isUnknown == true ? held : after, at: path)
        let replaced = before?.isUnknown == true ? present : before
        switch slot {
        case .history: slots[slot] = .some(replaced)
        case .place(let other): set(replaced, at: other)
        }
        return nil
    }

    /// Whether a document has the number, after the changes so far.
    func isTaken(_ number: Int) throws -> Bool {
        try DocumentName.all(numbered: number).contains { name in
            if let known = documents[name] { return known != nil }
            return try places.documents.status(of: name.directoryName) != nil
        }
    }

    // MARK: Versions

    private mutating func version(at path: WorkspacePath) throws -> ContentVersion? {
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

    private mutating func files(
        of name: DocumentName
    ) throws -> [String: ContentVersion.FileVersion]? {
        if let known = documents[name] { return known }
        let version = try places.version(
            at: .document(name), .named(checked[name] ?? []))
        let files = version?.filesByName
        documents[name] = .some(files)
        return files
    }

    private mutating func set(_ version: ContentVersion?, at path: WorkspacePath) {
        switch path {
        case .document(let name):
            documents[name] = .some(version?.filesByName)
        case .file(let name, let file):
            guard var files = documents[name] ?? nil else { return }
            files[file] = version?.files.first.map {
                .init(name: file, size: $0.size, checksum: $0.checksum)
            }
            documents[name] = .some(files)
        case .other: others[path] = .some(version)
        }
    }

    private mutating func version(
        in slot: JournalSlot, like expected: ContentVersion?
    ) throws -> ContentVersion? {
        if case .place(let path) = slot { return try version(at: path) }
        if let known = slots[slot] { return known }
        let found = try places.version(
            in: slot, expected.map { .like($0) } ?? .dataFiles, history: history)
        // A slot's name is not that of the file that it holds.
        return found?.named(like: expected)
    }
}
