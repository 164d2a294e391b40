/// The contents of documents and preferences after planned changes, read from where they are now.
struct PlannedContents {
    /// Where some contents are now.
    private enum Origin {
        case path(WorkspacePath)
        case slot(String)
    }

    private let places: WorkspacePlaces
    private let history: Directory
    /// The origins of changed paths; nil for a path where nothing will be.
    private var paths: [WorkspacePath: Origin?] = [:]
    /// The names of the changed files of each document.
    private var files: [DocumentName: [String]] = [:]

    init(in places: WorkspacePlaces, history: Directory) {
        (self.places, self.history) = (places, history)
    }

    /// Adds a planned change.
    mutating func make(_ change: JournalChange) {
        guard case .contents(let path, let before, let after, let slot) = change else { return }
        switch slot {
        case .history(let name):
            // A slot belongs to one transaction, which is reverted once.
            set(path, to: after == nil ? nil : .slot(name))
        case .place(let other):
            let (present, held) = (origin(of: path), origin(of: other))
            set(path, to: after == nil ? nil : held)
            set(other, to: before == nil ? nil : present)
        }
    }

    private func origin(of path: WorkspacePath) -> Origin? { paths[path] ?? .path(path) }

    private mutating func set(_ path: WorkspacePath, to origin: Origin?) {
        // A document's directory arrives with all its files.
        if case .document(let name) = path {
            for file in files.removeValue(forKey: name) ?? [] { paths[.file(name, file)] = nil }
        } else if case .file(let name, let file) = path {
            if paths[path] == nil { files[name, default: []].append(file) }
        }
        paths[path] = .some(origin)
    }

    private func locate(_ path: WorkspacePath) throws -> (directory: Directory, name: String)? {
        switch origin(of: path) {
        case .slot(let name): return (history, name)
        case .path(let path):
            return try ifIntact { try places.locate(path) }.map { ($0.directory, $0.name.shown) }
        case nil: return nil
        }
    }

    // MARK: Reading

    /// A document's directory, and the files that will differ from those that are in it now.
    struct Version {
        /// The directory; nil if something else has its place.
        let document: DocumentDirectory?
        /// The places of other files by their later names; nil for a file that will not be there.
        fileprivate let others: [String: (directory: Directory, name: String)?]
    }

    /// The version of a document; nil if it will not exist.
    func version(of name: DocumentName) throws -> Version? {
        guard let (parent, entry) = try locate(.document(name)),
            try parent.status(of: entry) != nil
        else { return nil }
        let directory = try ifIntact { try parent.directory(named: entry) }
        var others: [String: (directory: Directory, name: String)?] = [:]
        for file in files[name] ?? [] {
            others[file] = .some(try locate(.file(name, file)))
        }
        return Version(
            document: directory.map { DocumentDirectory(name: name, directory: $0) },
            others: others)
    }

    /// The preferences; defaults if there will be no file.
    func preferences() throws -> Preferences {
        guard let (directory, name) = try locate(.preferences),
            let file = try directory.file(named: name)
        else { return Preferences() }
        return try PreferencesFile.read(file)
    }
}

extension PlannedContents.Version {
    /// The contents; nil if they can't be read.
    func contents(_ limits: Limits, _ customFields: [Field]) throws -> DocumentContents? {
        try ifIntact {
            guard let data = try data(limits, customFields) else { return nil }
            return DocumentContents(data: data, picture: try picture())
        }
    }

    private func data(_ limits: Limits, _ customFields: [Field]) throws -> DocumentData? {
        guard let document, var found = try open([document.name.kind.dataFileName])
        else { return nil }
        return try document.data(in: &found.file, limits, customFields).data
    }

    private func picture() throws -> Picture? {
        guard let found = try openPicture() else { return nil }
        return try Picture(found.file, named: found.name)
    }

    private func openPicture() throws -> OpenFile? {
        try document.flatMap { try open($0.name.kind.photographNames) }
    }

    /// A file and its later name.
    private struct OpenFile: ~Copyable {
        let name: String
        var file: File
    }

    /// Opens the file with exactly the first name or, if it will be missing, the first of the names
    /// in any case.
    private func open(_ names: [String]) throws -> OpenFile? {
        guard let document else { return nil }
        var present = Set(try document.directory.names())
        for (name, place) in others {
            if place == nil { present.remove(name) } else { present.insert(name) }
        }
        let exact = names.first.flatMap { present.contains($0) ? $0 : nil }
        guard let name = exact ?? present.sorted().first(named: names) else { return nil }
        let place = others[name].flatMap(\.self) ?? (document.directory, name)
        guard let file = try place.directory.file(named: place.name) else { return nil }
        return OpenFile(name: name, file: file)
    }

    /// Whether the photographs have different bytes. They are read only if their sizes are equal.
    func hasOtherPicture(than other: Self) throws -> Bool {
        guard let own = try openPicture(), let others = try other.openPicture() else {
            return try picture() != other.picture()
        }
        return try own.file.status().size != others.file.status().size
            || own.file.checksum() != others.file.checksum()
    }
}
