import Glibc
import SystemPackage

/// A workspace's index, which may fail at any time: then the documents themselves are read.
///
/// Nothing that is wrong with it is an error of a command, or worth a word.
final class WorkspaceIndex {
    /// The directory of all indexes; nil where there is to be none.
    private let cachePath: String?
    private let user: UserName

    enum State {
        case closed
        /// There is none, and it has not been worthwhile to make one.
        case absent
        case open(DocumentIndex)
        /// It cannot be had, whatever is tried.
        case unusable
    }
    private(set) var state = State.closed

    /// Whether another process made it anew, for custom fields that it knows better.
    private(set) var isOutdated = false
    /// The custom fields that the open index was made for.
    private var customFields: [Field] = []

    init(cachePath: String?, user: UserName) {
        self.cachePath = cachePath
        self.user = user
    }

    // MARK: Using

    /// Runs `body` with the index; nil where there is none to be had.
    ///
    /// - Parameters:
    ///   - fields: the custom fields, which rows depend on: with others, it is another index.
    ///   - isMaking: whether it is worthwhile to make one.
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
        guard let path = path(of: documents) else {
            state = .unusable
            return nil
        }
        if access(path, F_OK) != 0 {
            guard isMaking, makeFile(path) else {
                state = isMaking ? .unusable : .absent
                return nil
            }
        }
        let index = try DocumentIndex(
            path: self.path(of: documents) ?? path, directory: documents.status().identity,
            fields: customFields)
        state = .open(index)
        return index
    }

    private func close() {
        if case .open = state { state = .closed }
    }

    /// Closes it after an error.
    ///
    /// - Returns: whether it is worthwhile to try again: a damaged file was removed.
    @discardableResult
    func giveUp(after error: DatabaseError, _ documents: Directory) -> Bool {
        // Another process is at it for long; it can be had another time.
        if error.isBusy { return false }
        if error.isOutdated {
            isOutdated = true
            close()
            return false
        }
        // What was removed comes anew.
        if error.isMoved {
            state = .closed
            return true
        }
        state = .unusable
        guard error.isDamage, let path = path(of: documents), removeFile(path) else {
            return false
        }
        state = .closed
        return true
    }

    /// Takes the file away, so that it is made anew.
    func discard(_ documents: Directory) {
        giveUp(after: .damaged, documents)
    }

    // MARK: Places

    /// `alice-1f2e3d4c5b6a7988.sqlite` in the directory of all indexes.
    private func path(of documents: Directory) -> String? {
        guard let cachePath, let real = realpath(documents.path, nil) else { return nil }
        defer { free(real) }
        let hash = String(cString: real).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        let zeros = String(repeating: "0", count: 16 - digits.count)
        guard let directory = Self.resolved(cachePath) else { return nil }
        return "\(directory)/\(user)-\(zeros)\(digits).sqlite"
    }

    /// Links lead to the place of the cache directory as the user has it; that itself, which others
    /// may have put there, is none.
    private static func resolved(_ cachePath: String) -> String? {
        guard let slash = cachePath.lastIndex(of: "/"), slash > cachePath.startIndex else {
            return cachePath
        }
        let parent = String(cachePath[..<slash])
        guard let real = realpath(parent, nil) else { return cachePath }
        defer { free(real) }
        return String(cString: real) + cachePath[slash...]
    }

    /// Removes the file and what SQLite puts beside it, not what a link there leads to.
    private func removeFile(_ path: String) -> Bool {
        guard let (parent, ownName) = cacheDirectory, let name = path.split(separator: "/").last,
            let directory = try? Directory.open(path: parent).directory(named: ownName)
        else { return false }
        for suffix in ["", "-journal"] { try? directory.removeFile(named: name + suffix) }
        return true
    }

    /// The path that leads to the directory of all indexes, and its name.
    private var cacheDirectory: (parent: String, name: String)? {
        guard let cachePath, let slash = cachePath.lastIndex(of: "/") else { return nil }
        return (String(cachePath[..<slash]), String(cachePath[cachePath.index(after: slash)...]))
    }

    /// Makes an empty file for the index, in directories that are made with it: nobody else's.
    private func makeFile(_ path: String) -> Bool {
        guard let (parent, ownName) = cacheDirectory, let name = path.split(separator: "/").last,
            let directory = try? Directory.open(creating: parent).directory(creating: ownName)
        else { return false }
        do {
            _ = try directory.createFile(named: String(name))
            return true
        } catch let error as ScaryBugsError {
            // Another process was first.
            return error.code == .system(.fileExists)
        } catch {
            return false
        }
    }
}
