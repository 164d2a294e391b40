import Containers
import Glibc
import SystemPackage

/// A workspace's index. It may fail at any time, and then callers read the documents themselves.
///
/// Commands never report a failure of the index, not even as a warning.
final class WorkspaceIndex {
    /// The parent and the name of the directory of all indexes; nil to use no index.
    private let cacheDirectory: (parent: String, name: String)?
    private let user: UserName

    enum State {
        case closed
        /// No index exists, and so far no command was worth making one.
        case absent
        case open(DocumentIndex)
        /// The index cannot be opened or made, and this process doesn't try again.
        case unusable
    }
    private(set) var state = State.closed
    /// The index's file, from its opening until an error.
    private var database: Database?

    /// Whether another process has made the index again for other custom fields. Its fields are
    /// then newer than the ones known here.
    private(set) var isOutdated = false
    /// Whether this process has removed the index because it was damaged.
    private(set) var wasDamaged = false
    /// The custom fields that the open index was made for.
    private var customFields: [Field] = []

    init(cachePath: String?, user: UserName) {
        cacheDirectory = cachePath.flatMap(Self.parts)
        self.user = user
    }

    // MARK: Using

    /// Runs `body` with the index; returns nil if no index is available.
    ///
    /// - Parameters:
    ///   - fields: the custom fields. An index is made for one list of them, since rows depend on
    ///     them.
    ///   - isMaking: whether to make a missing index.
    func using<Result>(
        _ documents: Directory, customFields fields: [Field], making isMaking: Bool,
        _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        if fields != customFields { close() }
        (customFields, isOutdated) = (fields, false)
        for _ in 0..<2 {
            do {
                guard let index = try open(documents, making: isMaking) else { return nil }
                return try body(index)
            } catch let error as DatabaseError {
                guard giveUp(after: error, documents) else { return nil }
            }
        }
        return nil
    }

    func open(_ documents: Directory, making isMaking: Bool) throws -> DocumentIndex? {
        switch state {
        case .open(let index): return index
        case .unusable: return nil
        case .absent where !isMaking: return nil
        case .closed, .absent: break
        }
        guard var path = path(of: documents), !isOthers(path) else {
            state = .unusable
            return nil
        }
        if access(path, F_OK) != 0 {
            guard isMaking, makeFile(path) else {
                state = isMaking ? .unusable : .absent
                return nil
            }
            // Its directory may be new, so only now links in the path are known.
            path = self.path(of: documents) ?? path
        }
        removeUnlessRegular("\(path)-journal")
        let database = try Database(path: path)
        self.database = database
        let index = try DocumentIndex(
            in: database, directory: documents.status().identity, fields: customFields)
        state = .open(index)
        return index
    }

    private func close() {
        if case .open = state { state = .closed }
        database = nil
    }

    /// Closes the index after an error, and removes its file if it is damaged or abandoned.
    ///
    /// - Returns: whether a retry may succeed, because the file was removed.
    @discardableResult
    func giveUp(after error: DatabaseError, _ documents: Directory) -> Bool {
        // Another process is using the file for long. The index stays open for the next command.
        if error.isBusy { return false }
        let database = database
        close()
        if error.isOutdated {
            isOutdated = true
            return false
        }
        // The file was removed while it was open, so a retry makes another one.
        if error.isMoved { return true }
        state = .unusable
        guard error.isDamage || error.isAbandoned, let database, let path = path(of: documents)
        else { return false }
        do {
            guard try database.removing({ removeFile(path) }) else { return false }
            wasDamaged = wasDamaged || error.isDamage
            state = .closed
            return true
        } catch {
            state = .closed
            return giveUp(after: error, documents)
        }
    }

    /// Removes the index's file and SQLite's files beside it, so that no deleted text stays in
    /// them. The next use makes the index again.
    func remove(_ documents: Directory) throws {
        close()
        state = .closed
        guard let (parent, ownName) = cacheDirectory, let path = path(of: documents),
            let name = Self.parts(of: path)?.name,
            let directory = try ifPresent({ try Directory.open(path: parent) })?
                .directory(named: ownName)
        else { return }
        for suffix in ["-journal", "-wal", "-shm", ""] {
            try directory.removeFile(named: name + suffix)
        }
    }

    // MARK: Places

    /// A path such as `alice-1f2e3d4c5b6a7988.sqlite` in the directory of all indexes, made from
    /// the user's name and a hash of the documents' path.
    ///
    /// It resolves links in the path to the cache directory, which the user may have set up. The
    /// cache directory itself must not be a link, which somebody else may have planted.
    private func path(of documents: Directory) -> String? {
        guard let (parent, ownName) = cacheDirectory,
            let real = Directory.realPath(documents.path)
        else { return nil }
        return "\(Directory.realPath(parent) ?? parent)/\(ownName)/\(fileName(for: real))"
    }

    /// Whether others could have put a file or a journal into the cache directory.
    private func isOthers(_ path: String) -> Bool {
        guard let (parent, _) = Self.parts(of: path),
            let status = try? Directory.status(ofPath: parent)
        else { return false }
        return !status.isOnlyOurs
    }

    private func fileName(for path: String) -> String {
        var hash = FNV1a<UInt64>()
        hash.add(path.utf8)
        return "\(user)-\(String(hash.value, radix: 16, width: 16)).sqlite"
    }

    /// The parent and the name of a directory.
    private static func parts(of path: String) -> (parent: String, name: String)? {
        let path = FilePath(path)
        guard let name = path.lastComponent?.string else { return nil }
        let parent = path.removingLastComponent().string
        return (parent.isEmpty ? "." : parent, name)
    }

    /// Removes the index's file without following links, and the log of another program.
    ///
    /// SQLite removes the old journal before it writes to the new file. By then the journal of that
    /// name could be the one of another process that has made the file again.
    private func removeFile(_ path: String) -> Bool {
        guard let (parent, ownName) = cacheDirectory, let name = Self.parts(of: path)?.name,
            let directory = try? Directory.open(path: parent).directory(named: ownName)
        else { return false }
        for suffix in ["-wal", "-shm", ""] {
            try? directory.removeFile(named: name + suffix)
        }
        return true
    }

    /// Removes a FIFO and the like, for whose writer SQLite would wait.
    private func removeUnlessRegular(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
            let (parent, name) = Self.parts(of: path)
        else { return }
        try? Directory.open(path: parent).removeFile(named: name)
    }

    /// Creates an empty file for the index. Directories that are created with it are accessible
    /// only to the user.
    private func makeFile(_ path: String) -> Bool {
        guard let (parent, ownName) = cacheDirectory, let name = Self.parts(of: path)?.name,
            let directory = try? Directory.open(creating: parent).directory(creating: ownName)
        else { return false }
        do {
            _ = try directory.createFile(named: name)
            return true
        } catch let error as ScaryBugsError {
            // Another process created the file first.
            return error.code == .system(.fileExists)
        } catch {
            return false
        }
    }
}
