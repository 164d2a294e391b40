import Containers

/// A folder that several people share, such as one of Syncthing. Each person writes bundles only into a
/// folder of his own in it, and reads those of the others.
package final class SharedFolder {
    /// A bundle in the folder.
    private struct Found {
        let path: String
        let version: ExchangeStore.FileVersion
    }

    /// The absolute path, which is also the name of the recipient.
    package let path: String
    /// The entries that no bundle may be, each with the reason.
    package private(set) var skipped: [String] = []
    /// The number of documents that stay here since another one has the same identifier.
    package private(set) var copyCount = 0

    private let workspace: Workspace
    private let directory: Directory
    private var known: ExchangeStore.Folder
    /// The names of the folders for the keys of this home.
    private var ownNames: Set<String> = []
    private var found: [String: Found] = [:]
    /// The bundles that changed since they were last read, in their order.
    private var changed: [Found] = []
    /// The documents that others gave just now, and that are here as they gave them.
    private var equals: Set<DocumentName> = []
    private var read: [Found] = []

    /// Opens the folder, and looks at all names in it. No bundle is opened.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if there is no such folder, or a medium seems to be absent.
    package init(at path: String, of workspace: Workspace) throws {
        self.workspace = workspace
        guard let directory = try ifPresent({ try Directory.open(path: path) }),
            let place = Directory.realPath(path)
        else {
            throw ScaryBugsError(
                .notFound, "there is no folder \(path); make it first, or mount it")
        }
        try ExportDestination.checkPlace(path, outside: workspace.home)
        (self.directory, self.path) = (directory, place)
        try workspace.makeWorkspaceKey()
        let store = try workspace.withExchangeStore(making: true) { store in
            (try store.folder(place), try store.keysOfHome())
        }
        known = store?.0 ?? .init()
        let names = try directory.names(atMost: limit)
        if names.isEmpty, known.documents.values.contains(where: { $0.path != nil }) {
            throw ScaryBugsError(
                .notFound,
                "\(path) is empty, and had bundles before; mount it, or make any file in it to begin anew"
            )
        }
        let endings = (store?.1 ?? []).map { "-\($0)" }
        ownNames = Set(names.filter { name in endings.contains(where: name.hasSuffix) })
        try scan(names)
    }

    private var limit: Limit { Limit(workspace.limits.directoryEntries, .directoryEntries) }

    // MARK: Finding

    private func scan(_ names: [String]) throws {
        for name in names.sorted() where !name.hasPrefix(".") && !Litter.isDirectory(named: name) {
            try Interruption.check()
            guard let status = try directory.status(of: name) else { continue }
            switch status.kind {
            case .directory where !Bundle.isNamedLikeBundle(name):
                do { try scan(name) } catch let error as ScaryBugsError {
                    skipped.append("\(name): \(error.message)")
                }
            default: note(name, name, status)
            }
        }
        changed = found.values.filter { bundle in
            known.bundles[bundle.path].map { !$0.isSame(as: bundle.version) } ?? true
        }.sorted { $0.path < $1.path }
    }

    private func scan(_ name: String) throws {
        guard let inner = try directory.directory(named: name) else { return }
        let bundles = try inner.names(atMost: limit) { Bundle.isNamedLikeBundle($0) }
        for bundle in bundles where !bundle.hasPrefix(".") {
            guard let status = try inner.status(of: bundle) else { continue }
            note("\(name)/\(bundle)", bundle, status)
        }
    }

    private func note(_ path: String, _ name: String, _ status: FileStatus) {
        guard status.kind == .regular else { return skipped.append("\(path): not a regular file") }
        guard Bundle.isNamedLikeBundle(name), !name.hasPrefix("~") else { return }
        found[path] = Found(path: path, version: .init(status))
    }

    // MARK: Taking in

    package var changedCount: Int { changed.count }

    /// Opens the bundles that changed, one after the other. They are given by ``didTake(_:)`` in this order.
    package func sources() -> Workspace.NextSource {
        var rest = changed[...]
        return { rest.popFirst().map { found in Result { try self.source(found) } } }
    }

    private func source(_ found: Found) throws -> ImportSource {
        let parts = found.path.split(separator: "/").map(String.init)
        let place = try parts.count == 2 ? directory.directory(named: parts[0]) : directory
        guard let name = parts.last, let file = try place?.file(named: name) else {
            throw ScaryBugsError(.notFound, "\(directory.path(of: found.path)) vanished")
        }
        guard case .container = try SourceKind(of: file, named: name) else {
            throw ScaryBugsError(.refused, "\(directory.path(of: found.path)): not a bundle")
        }
        return ImportSource(file, named: directory.path(of: found.path))
    }

    /// Notes what became of the next bundle. A refused one is tried again the next time.
    package func didTake(_ outcome: Result<Workspace.Outcome, any Error>) throws {
        guard !changed.isEmpty else { return }
        let bundle = changed.removeFirst()
        guard let outcome = try? outcome.get(), outcome.refusals.isEmpty else { return }
        read.append(bundle)
        if isOwn(bundle.path) { return }
        try outcome.forEachDocument { effect in
            let isEqual =
                [.added, .updated].contains(effect.action)
                || effect.action == .skipped && effect.known?.isIdentical == true
            if isEqual, let name = effect.document { equals.insert(name) }
        }
    }

    private func isOwn(_ path: String) -> Bool {
        path.split(separator: "/").first.map { ownNames.contains(String($0)) } ?? false
    }

    /// Remembers the bundles that were read, and that the folder has what is equal here.
    package func rememberTaken() throws {
        let contents = try equals.isEmpty ? [] : workspace.indexedContents()
        try remember { store in
            for (name, key, content) in contents where equals.contains(name) {
                try set(.init(path: known.documents[key]?.path, content: content), key, store)
            }
            for bundle in read { try set(bundle.version, ofBundle: bundle.path, store) }
            for path in known.bundles.keys where found[path] == nil {
                try set(nil, ofBundle: path, store)
            }
        }
        (equals, read) = ([], [])
    }

    // MARK: Rules

    /// The user's answer to the question what the folder gets; nil if nobody answered yet.
    package var answer: String? { known.rules?.answer }

    /// Whether bundles were written under other rules.
    private var hasOtherPolicy = false

    /// Says what the folder gets from now on.
    ///
    /// - Parameters:
    ///   - answer: the user's answer; nil if nobody answered.
    ///   - rules: what is withheld for want of an answer, too.
    package func setRules(answer: String?, _ rules: String) throws {
        let preferences = [Preference.share, .sensitive].map { preference in
            preference.text(of: workspace.preferences[preference])
        }
        let policy = ([rules] + preferences).joined(separator: "\n")
        hasOtherPolicy = policy != known.rules?.policy
        guard hasOtherPolicy || answer != known.rules?.answer else { return }
        let isNewAnswer = answer != known.rules?.answer
        known.rules = .init(answer: answer, policy: policy)
        try remember { store in
            try store.set(.init(answer: answer, policy: policy), of: path, isNewAnswer: isNewAnswer)
        }
    }

    // MARK: Writing

    /// The documents that the folder lacks as they are here.
    ///
    /// - Parameter selected: the documents that it may have. The others leave it.
    package func lacking(of selected: [DocumentName]) throws -> [DocumentName] {
        let selected = Set(selected)
        var (lacking, keys): ([DocumentName], Set<DocumentIdentifier.Key>) = ([], [])
        for (name, key, content) in try workspace.indexedContents() where selected.contains(name) {
            guard keys.insert(key).inserted else {
                copyCount += 1
                continue
            }
            if !has(content, key) { lacking.append(name) }
        }
        let gone = known.documents.filter { $1.path != nil && !keys.contains($0) }.keys
        leavingCount = gone.count
        try remember { store in for key in gone { try set(nil, key, store) } }
        return lacking
    }

    /// The number of documents that leave the folder.
    package private(set) var leavingCount = 0

    private func has(_ content: Workspace.IndexedContent, _ key: DocumentIdentifier.Key) -> Bool {
        guard let document = known.documents[key], document.content.isSame(as: content) else {
            return false
        }
        guard let path = document.path else { return true }
        guard !hasOtherPolicy, let found = found[path], let version = known.bundles[path] else {
            return false
        }
        return version.isSame(as: found.version)
    }

    /// Writes documents into the own folder.
    package func write(
        _ names: [DocumentName], telling outgoing: Outgoing,
        _ each: (Export.Written) throws -> Void
    ) throws {
        let own = try ownDirectory()
        let contents = try workspace.indexedContents()
        let content = Dictionary(contents.map { ($0.name, $0) }) { first, _ in first }
        let keys = known.documents.compactMap { key, document in document.path.map { ($0, key) } }
        let paths = Dictionary(keys) { first, _ in first }
        var written: [(name: DocumentName, file: String)] = []
        defer {
            try? remember { store in
                for (name, file) in written {
                    guard let (_, key, content) = content[name] else { continue }
                    let path = "\(own.name)/\(file)"
                    try set(.init(path: path, content: content), key, store)
                    let version = try own.directory.status(of: file).map(
                        ExchangeStore.FileVersion.init)
                    found[path] = version.map { Found(path: path, version: $0) }
                    try set(version, ofBundle: path, store)
                }
            }
        }
        let export = Export(from: workspace, to: own.directory, telling: outgoing) { document in
            let key = DocumentIdentifier.Key(document.data.canonicalIdentifier)
            let name = Self.fileName(for: document, key, isLong: false)
            let isTaken = paths["\(own.name)/\(name)"].map { $0 != key } ?? false
            return isTaken ? Self.fileName(for: document, key, isLong: true) : name
        }
        try export.write(names) { result in
            let document = try result.get()
            let file = document.path.split(separator: "/").last.map(String.init)
            written.append((document.name, file ?? ""))
            try each(document)
        }
    }

    /// A name from the title and the beginning of the identifier.
    private static func fileName(
        for document: Document, _ key: DocumentIdentifier.Key, isLong: Bool
    ) -> String {
        let identifier = document.data.canonicalIdentifier
        let isPlain = !isLong && DocumentIdentifier.uuid(identifier) != nil
        let hash = String(UInt64(bitPattern: key.value), radix: 16, width: 16)
        let part = isPlain ? identifier.lowercased().prefix(8) : hash.prefix(isLong ? 16 : 8)
        return ExportName.fileName(for: document.title, ending: "-\(part).scarybug")
    }

    /// The folder of the workspace's present key, which is made if there is none.
    private func ownDirectory() throws -> (name: String, directory: Directory) {
        let key = try workspace.withExchangeStore(making: true) { try $0.workspaceKeys().present }
        guard let ending = (key ?? nil).map({ "-\($0)" }) else {
            throw ScaryBugsError(.refused, "\(path): nothing can be written without a record of it")
        }
        let new = ExportName.fileName(for: workspace.authorName, ending: ending)
        let present = ownNames.filter { $0.hasSuffix(ending) }
        let name = present.contains(new) ? new : present.min() ?? new
        if try directory.status(of: name) == nil {
            try directory.makeDirectory(named: name, mode: 0o777)
        }
        ownNames.insert(name)
        return (name, try directory.directory(creating: name))
    }

    /// Removes the bundles from the own folders that no document has any more. One that was not read stays,
    /// since somebody else may have made it.
    package func removeOthers() throws {
        let kept = Set(known.documents.values.compactMap(\.path))
        for name in ownNames {
            let unused = found.keys.filter {
                $0.hasPrefix(name + "/") && !kept.contains($0) && known.bundles[$0] != nil
            }
            guard !unused.isEmpty, let own = try directory.directory(named: name) else { continue }
            for path in unused { try own.removeFile(named: String(path.dropFirst(name.count + 1))) }
            try own.sync()
            try remember { store in for path in unused { try set(nil, ofBundle: path, store) } }
        }
    }

    // MARK: Remembering

    private func remember(_ body: (ExchangeStore) throws -> Void) throws {
        _ = try workspace.withExchangeStore(making: true) { store in
            try store.transaction {
                try store.makeFolders()
                try body(store)
            }
        }
    }

    private func set(
        _ document: ExchangeStore.FolderDocument?, _ key: DocumentIdentifier.Key,
        _ store: ExchangeStore
    ) throws {
        known.documents[key] = document
        try store.set(document, key, in: path)
    }

    private func set(
        _ version: ExchangeStore.FileVersion?, ofBundle path: String, _ store: ExchangeStore
    ) throws {
        known.bundles[path] = version
        try store.set(version, ofBundle: path, in: self.path)
    }
}
