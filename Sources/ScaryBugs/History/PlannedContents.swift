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
    private var slots: [String: Origin?] = [:]

    init(in places: WorkspacePlaces, history: Directory, after changes: [JournalChange]) {
        (self.places, self.history) = (places, history)
        for change in changes { make(change) }
    }

    private mutating func make(_ change: JournalChange) {
        guard case .contents(let path, let before, let after, let slot) = change else { return }
        let present = origin(of: path)
        switch slot {
        case .history(let name):
            set(path, to: after == nil ? nil : slots[name] ?? .slot(name))
            slots[name] = .some(before == nil ? nil : present)
        case .place(let other):
            let held = origin(of: other)
            set(path, to: after == nil ? nil : held)
            set(other, to: before == nil ? nil : present)
        }
    }

    private func origin(of path: WorkspacePath) -> Origin? { paths[path] ?? .path(path) }

    private mutating func set(_ path: WorkspacePath, to origin: Origin?) {
        // A document's directory arrives with all its files.
        if case .document(let name) = path {
            paths = paths.filter { $0.key == path || $0.key.document != name }
        }
        paths[path] = .some(origin)
    }

    private func locate(_ path: WorkspacePath) throws -> (directory: Directory, name: String)? {
        switch origin(of: path) {
        case .slot(let name): return (history, name)
        case .path(let path):
            return try ifPossible { try places.locate(path) }.map { ($0.directory, $0.name.shown) }
        case nil: return nil
        }
    }

    // MARK: Reading

    /// A document's directory and the data file that will be in it.
    struct Version {
        let document: DocumentDirectory
        /// The data file, if another one replaces the present one.
        fileprivate let dataFile: (directory: Directory, name: String)?
    }

    /// The version of a document; nil if it will not exist.
    func version(of name: DocumentName) throws -> Version? {
        guard let (parent, entry) = try locate(.document(name)),
            let directory = try parent.directory(named: entry)
        else { return nil }
        let changed = paths.keys.first { path in
            guard case .file(name, let file) = path else { return false }
            return file.lowercased() == name.kind.dataFileName.lowercased()
        }
        return Version(
            document: DocumentDirectory(name: name, directory: directory),
            dataFile: try changed.flatMap(locate))
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
        try ifPossible {
            guard let data = try data(limits, customFields) else { return nil }
            return DocumentContents(data: data, picture: try document.picture())
        }
    }

    private func data(_ limits: Limits, _ customFields: [Field]) throws -> DocumentData? {
        guard let dataFile else {
            return try document.readData(limits: limits, customFields: customFields)?.data
        }
        guard var file = try dataFile.directory.file(named: dataFile.name) else { return nil }
        return try document.data(in: &file, limits, customFields).data
    }

    /// Whether the photographs have different bytes. They are read only if their sizes are equal.
    func hasOtherPicture(than other: Self) throws -> Bool {
        guard let own = try document.openPicture(), let others = try other.document.openPicture()
        else { return try document.hasPicture() != other.document.hasPicture() }
        return try own.status().size != others.status().size
            || own.checksum() != others.checksum()
    }
}
