import Containers

/// A folder that several people share, such as one of Syncthing. Each person writes bundles only into a
/// folder of his own in it, and reads those of the others.
package final class SharedFolder {
    /// The absolute path, which is also the name of the recipient.
    package let path: String
    /// The entries that no bundle may be, each with the reason.
    package private(set) var skipped: [String] = []
    /// The number of documents that left the folder, and of those that stay here since another one has the
    /// same identifier.
    package private(set) var (leavingCount, copyCount) = (0, 0)

    private let workspace: Workspace
    private let directory: Directory
    private var memory: FolderMemory
    /// The names of the folders for the keys of this home.
    private var ownNames: Set<String> = []
    /// The paths of the bundles that were written here.
    private var ownPaths: Set<String> = []
    /// All bundles, by their paths in the folder.
    private var found: [String: FolderMemory.FileVersion] = [:]
    /// The paths of the bundles that changed since they were last read.
    private var changed: [String] = []
    /// The documents that others gave just now, and that are here as they gave them.
    private var equals: Set<DocumentName> = []
    /// The paths of own bundles that the memory doesn't have, as after `history forget`.
    private var unknown: [DocumentName: String] = [:]
    /// The documents here; nil if some have changed since they were last asked for.
    private var present: [Workspace.VersionedContent]?
    /// Whether bundles were written under other rules, or none was written yet.
    package private(set) var hasOtherPolicy = false
    /// The paths of own bundles whose documents are not here any more, and were not deleted.
    package private(set) var lost: [String] = []
    /// Why documents did not go out.
    package private(set) var refusals: [ScaryBugsError] = []
    /// The paths of own bundles that others take the place of.
    private var released: Set<String> = []
    /// The paths of own bundles whose documents leave the folder, with the keys of the identifiers.
    private var leaving: [String: Int64] = [:]

    /// The absolute path of a folder that people may share.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if there is no such folder.
    package static func place(of path: String, for workspace: Workspace) throws -> String {
        guard let place = Directory.realPath(path) else {
            throw ScaryBugsError(
                .notFound, "there is no folder \(path); make it first, or mount it")
        }
        _ = try Directory.open(path: place)
        try ExportDestination.checkPlace(path, outside: workspace.home)
        return place
    }

    /// Opens the folder, and looks at all names in it. No bundle is opened.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if there is no such folder, or a medium seems to be absent.
    package init(at path: String, of workspace: Workspace) throws {
        self.workspace = workspace
        let place = try Self.place(of: path, for: workspace)
        (directory, self.path) = (try Directory.open(path: path), place)
        try workspace.makeWorkspaceKey()
        let known = try workspace.withExchangeStore { store in
            (try store.folder(place), try store.keysOfHome().map { "-\($0)" })
        }
        memory = FolderMemory(known?.0 ?? "")
        let names = try directory.names(atMost: limit)
        if names.isEmpty, memory.documents.values.contains(where: { $0.path != nil }) {
            throw ScaryBugsError(
                .notFound,
                "\(path) is empty, and had bundles; mount it, or make any file in it to begin anew")
        }
        ownNames = Set(names.filter { (known?.1 ?? []).contains(where: $0.hasSuffix) })
        try scan(names)
    }

    private var limit: Limit { Limit(workspace.limits.directoryEntries, .directoryEntries) }

    // MARK: Finding

    private func scan(_ names: [String]) throws {
        ownPaths = Set(memory.documents.values.compactMap(\.path))
        for name in names.sorted() where !name.hasPrefix(".") && !Litter.isDirectory(named: name) {
            try Interruption.check()
            guard try directory.status(of: name)?.kind == .directory,
                !Bundle.isNamedLikeBundle(name)
            else {
                try note(name, in: directory, name)
                continue
            }
            do {
                let inner = try directory.directory(named: name)
                for bundle in try inner?.names(atMost: limit) ?? [] where !bundle.hasPrefix(".") {
                    try inner.map { try note(bundle, in: $0, "\(name)/\(bundle)") }
                }
            } catch let error as ScaryBugsError { skipped.append("\(name): \(error.message)") }
        }
        // A document that was deleted here may be back.
        let keys = memory.deleted.isEmpty ? [] : Set(try versions().map(\.key))
        changed = found.keys.filter { path in
            memory.deleted[path].map(keys.contains) == true
                || memory.bundles[path].map { found[path]?.isSame(as: $0) != true } ?? true
        }.sorted()
    }

    private func versions() throws -> [Workspace.VersionedContent] {
        let versions = try present ?? workspace.contentVersions()
        present = versions
        return versions
    }

    private func note(_ name: String, in directory: Directory, _ path: String) throws {
        guard let status = try directory.status(of: name) else { return }
        let isBundle = Bundle.isNamedLikeBundle(name)
        if status.kind == .regular ? false : isBundle || status.kind == .symbolicLink {
            // A document whose bundle can't be written there says so itself.
            if !ownPaths.contains(path) { skipped.append("\(path): not a regular file") }
        } else if isBundle, !name.hasPrefix("~") {
            found[path] = .init(size: status.size, time: status.modified)
        }
    }

    // MARK: Taking in

    package var changedCount: Int { changed.count }

    /// Opens the bundles that changed, one after the other.
    package func sources() -> Workspace.NextSource {
        var rest = changed[...]
        return { rest.popFirst().map { path in Result { try self.source(path) } } }
    }

    private func source(_ path: String) throws -> ImportSource {
        let parts = path.split(separator: "/").map(String.init)
        let place = try parts.count == 2 ? directory.directory(named: parts[0]) : directory
        let shown = directory.path(of: path)
        guard let name = parts.last, let file = try place?.file(named: name) else {
            throw ScaryBugsError(.notFound, "\(shown) vanished")
        }
        guard case .container = try SourceKind(of: file, named: name) else {
            throw ScaryBugsError(.refused, "\(shown): not a bundle")
        }
        return ImportSource(file, named: shown)
    }

    /// Notes what became of the next bundle. A refused one is tried again the next time.
    package func didTake(_ outcome: Result<Workspace.Outcome, any Error>) throws {
        guard !changed.isEmpty else { return }
        let path = changed.removeFirst()
        present = nil
        guard let outcome = try? outcome.get(), outcome.refusals.isEmpty else { return }
        memory.bundles[path] = found[path]
        memory.deleted[path] = nil
        let isOwn = ownNames.contains { path.hasPrefix($0 + "/") }
        let isPresent = isOwn && memory.documents.values.contains { $0.path == path }
        try outcome.forEachDocument { effect in
            let isIdentical = effect.action == .skipped && effect.known?.isIdentical == true
            if isOwn {
                // Somebody put another bundle in the place of the own one.
                if isPresent, !isIdentical { memory.bundles[path] = nil }
                if !isPresent, let name = effect.document { unknown[name] = path }
            } else if case .leftOut = effect.action {
                memory.deleted[path] = effect.identifier.map { DocumentIdentifier.Key($0).value }
            } else if isIdentical || [.added, .updated].contains(effect.action),
                let name = effect.document
            {
                equals.insert(name)
            }
        }
    }

    /// Remembers the bundles that were read, and that the folder has what is equal here.
    package func rememberTaken() throws {
        for (name, key, version) in try equals.isEmpty && unknown.isEmpty ? [] : versions() {
            // It is written again. Otherwise it would leave where others have the same.
            if let path = unknown[name], memory.documents[key]?.path == nil {
                memory.documents[key] = .init(version: version, path: path)
            }
            guard equals.contains(name) else { continue }
            let former = memory.documents[key]
            memory.documents[key] = .init(
                version: version, policy: former?.policy ?? 0, path: former?.path)
        }
        memory.bundles = memory.bundles.filter { found[$0.key] != nil }
        memory.deleted = memory.deleted.filter { found[$0.key] != nil }
        try save()
    }

    private func save() throws {
        _ = try workspace.withExchangeStore(making: true) { store in
            if try store.folder(path) != memory.text { try store.setFolder(path, to: memory.text) }
        }
    }

    // MARK: Rules

    /// The user's answer to the question what the folder gets; nil if nobody answered yet.
    package var answer: String? { memory.answer }

    /// Says what the folder gets from now on.
    ///
    /// - Parameters:
    ///   - answer: the user's answer, in place of all that was withheld; nil if nobody answered.
    ///   - rules: what is withheld, for want of an answer, too.
    package func setRules(answer: String?, _ rules: String) throws {
        let texts = [Preference.share, .sensitive].map { $0.text(of: workspace.preferences[$0]) }
        let policy = Digest(of: Array(([rules] + texts).joined(separator: "\n").utf8)).high
        hasOtherPolicy = policy != memory.policy
        memory.policy = policy
        if answer == memory.answer { return }
        memory.answer = answer
        _ = try workspace.withExchangeStore { try $0.forgetWithheld(from: path) }
    }

    // MARK: Writing

    /// Checks that the folder keeps a document, or that none of those in it is here any more.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if none is selected, as by a mistyped word.
    package func check(selected: [DocumentName]) throws {
        guard selected.isEmpty else { return }
        let own = try versions().count { memory.documents[$0.key]?.path != nil }
        if own == 0 { return }
        throw ScaryBugsError(
            .notFound,
            "no document matches the SELECTION, so \(own.counting("document")) of yours "
                + "\(own == 1 ? "stays" : "stay") in \(path); 'sync FOLDER all' shares all, and whoever "
                + "shares none removes the folder \(ownNames.sorted().joined(separator: ", ")) there"
        )
    }

    /// The documents that the folder lacks as they are here.
    ///
    /// - Parameter selected: the documents that it may have. The others leave it.
    package func lacking(of selected: [DocumentName]) throws -> [DocumentName] {
        try check(selected: selected)
        let selected = Set(selected)
        var (lacking, keys): ([DocumentName], Set<Int64>) = ([], [])
        for (name, key, version) in try versions() where selected.contains(name) {
            if !keys.insert(key).inserted {
                copyCount += 1
            } else if !has(version, key) {
                lacking.append(name)
            }
        }
        try removeUnselected(but: keys)
        return lacking
    }

    /// Lets documents leave that are outside of the selection, or deleted. The folder may have the last copy of a
    /// document that is damaged, or that a repair moved away.
    private func removeUnselected(but keys: Set<Int64>) throws {
        let numbers = Dictionary(try versions().map { ($0.key, $0.name) }) { first, _ in first }
        var gone: [Int64: DocumentName?] = [:]
        for (key, document) in memory.documents where document.path != nil {
            if let name = numbers[key] { memory.documents[key]?.name = name }
            if keys.contains(key) { continue }
            if numbers[key] == nil { gone[key] = document.name } else { leave(key) }
        }
        let removed = try workspace.removed(gone)
        for key in gone.keys.sorted() {
            if removed.contains(key) { leave(key) } else { lose(key) }
        }
    }

    private func leave(_ key: Int64) {
        if let path = memory.documents[key]?.path { leaving[path] = key }
    }

    private func lose(_ key: Int64) {
        if let path = memory.documents[key]?.path, found[path] != nil {
            lost.append(directory.path(of: path))
        }
    }

    private func has(_ version: Int64, _ key: Int64) -> Bool {
        guard let document = memory.documents[key], document.version == version else {
            return false
        }
        guard let path = document.path else { return true }
        guard document.policy == memory.policy, let file = found[path] else { return false }
        return memory.bundles[path]?.isSame(as: file) == true
    }

    /// Removes from the own folder what no document has any more, and writes documents into it. A document
    /// that can't go out is one of the ``refusals``, and leaves the folder.
    package func write(
        _ names: [DocumentName], telling outgoing: Outgoing,
        _ each: (Export.Written) throws -> Void
    ) throws {
        defer { try? save() }
        try removeOthers()
        if !names.isEmpty || !ownNames.isEmpty {
            try writeBundles(names, to: ownDirectory(), outgoing, each)
        }
        try removeOthers()
    }

    private func writeBundles(
        _ names: [DocumentName], to own: Directory, _ outgoing: Outgoing,
        _ each: (Export.Written) throws -> Void
    ) throws {
        if names.isEmpty { return }
        let versions = try versions().map { ($0.name, $0) }
        let version = Dictionary(versions) { first, _ in first }
        var owners = Dictionary(
            memory.documents.compactMap { key, document in
                document.path.map { ($0.collisionKey, key) }
            }
        ) { first, _ in first }
        let export = Export(from: workspace, to: own, telling: outgoing) { document in
            let key = DocumentIdentifier.Key(document.data.canonicalIdentifier).value
            let names = Self.fileNames(for: document, key)
            let name = names.first { name in
                let path = "\(self.ownName)/\(name)".collisionKey
                let owner = owners[path] ?? key
                if owner == key { owners[path] = key }
                return owner == key
            }
            return name ?? names[0]
        }
        var rest = names[...]
        try export.write(names) { result in
            let key = rest.popFirst().flatMap { version[$0]?.key }
            let written: Export.Written
            do { written = try result.get() } catch let error as ScaryBugsError
                where [.refused, .damaged, .limitExceeded, .notFound, .exists].contains(error.code)
            {
                refusals.append(error)
                // A bundle under other rules must not stay, nor one whose document may tell what is withheld.
                if let key, let document = memory.documents[key], let path = document.path,
                    document.policy != memory.policy || error.code == .refused
                {
                    leaving[path] = key
                }
                return
            }
            let file = written.path.split(separator: "/").last.map(String.init) ?? ""
            let path = "\(ownName)/\(file)"
            if let (_, key, version) = version[written.name], let status = try own.status(of: file)
            {
                if let old = memory.documents[key]?.path { released.insert(old) }
                memory.documents[key] = .init(
                    version: version, policy: memory.policy, name: written.name, path: path)
                memory.bundles[path] = .init(size: status.size, time: status.modified)
                found[path] = memory.bundles[path]
            }
            try each(written)
        }
    }

    /// Names from the title and the identifier: its beginning or, if another document has that, a hash of it.
    private static func fileNames(for document: Document, _ key: Int64) -> [String] {
        let identifier = document.data.canonicalIdentifier
        let hash = String(UInt64(bitPattern: key), radix: 16, width: 16)
        let isPlain = DocumentIdentifier.uuid(identifier) != nil
        return [(isPlain ? identifier.lowercased() : hash).prefix(8), hash[...]].map {
            ExportName.fileName(for: document.title, ending: "-\($0).scarybug")
        }
    }

    /// The name of the folder of the workspace's present key; empty if it was not looked for yet.
    private var ownName = ""

    /// Opens the own folder, which is made if there is none.
    private func ownDirectory() throws -> Directory {
        let key = try workspace.withExchangeStore(making: true) { store in
            try store.makeWorkspaceKey()
            return try store.workspaceKeys().present
        }
        guard let ending = (key ?? nil).map({ "-\($0)" }) else {
            throw ScaryBugsError(.refused, "\(path): nothing is written without a record of it")
        }
        let new = ExportName.fileName(for: workspace.authorName, ending: ending)
        let present = ownNames.filter { $0.hasSuffix(ending) }
        ownName = present.contains(new) ? new : present.min() ?? new
        if try directory.status(of: ownName) == nil {
            try directory.makeDirectory(named: ownName, mode: 0o777)
        }
        return try directory.directory(creating: ownName)
    }

    /// Removes the bundles of this home that no document has any more. Once there is an own folder, bundles that
    /// were read go, too, such as a synchronizer's copies, and those under an earlier key.
    private func removeOthers() throws {
        let keys = try workspace.withExchangeStore { try $0.keysOfHome() } ?? []
        let kept = Set(memory.documents.values.compactMap(\.path)).subtracting(leaving.keys)
        for path in found.keys.sorted() where !kept.contains(path) {
            let parts = path.split(separator: "/").map(String.init)
            let isLeaving = leaving[path] != nil || released.contains(path)
            guard parts.count == 2, keys.contains(where: { parts[0].hasSuffix("-\($0)") }),
                isLeaving || !ownName.isEmpty && memory.bundles[path] != nil
            else { continue }
            try directory.directory(named: parts[0])?.removeFile(named: parts[1])
            (memory.bundles[path], found[path]) = (nil, nil)
            // Not one in whose place another one was written.
            if !released.contains(path) { leavingCount += 1 }
        }
        for name in ownNames where !ownName.isEmpty && name != ownName {
            // Of an earlier key. It may have other files.
            try? directory.removeEmptyDirectory(named: name)
        }
        for (path, key) in leaving where found[path] == nil { memory.documents[key] = nil }
        leaving = leaving.filter { found[$0.key] != nil }
    }
}
