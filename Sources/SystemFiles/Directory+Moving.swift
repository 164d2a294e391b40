import CLinux
import Glibc
import SystemPackage

extension Directory {
    /// The treatment of an existing entry with the new name.
    package enum Replacement: Sendable {
        /// The rename fails with `EEXIST`.
        case never
        /// The rename replaces an existing file.
        case replace
        /// The two entries exchange their names atomically.
        case exchange

        fileprivate var flags: CUnsignedInt {
            switch self {
            case .never: CLINUX_RENAME_NOREPLACE
            case .replace: 0
            case .exchange: CLINUX_RENAME_EXCHANGE
            }
        }
    }

    /// Moves `name` to `newName` in `target` with one atomic rename.
    ///
    /// - Parameter task: the failed task for the error message, if the two names mean nothing to
    ///   the user.
    package func move(
        _ name: String, to newName: String, in target: Directory, _ replacement: Replacement,
        for task: @autoclosure () -> String? = nil
    ) throws {
        func doing() -> String {
            task().map { "cannot \($0)" }
                ?? "cannot rename \(path(of: name)) to \(target.path(of: newName))"
        }
        do {
            try systemCall(doing()) {
                name.withCString { name in
                    newName.withCString { newName in
                        renameat2(raw, name, target.raw, newName, replacement.flags)
                    }
                }
            }
        } catch let error as ScaryBugsError
            where error.code == .system(.invalidArgument) && replacement == .never
        {
            // NFS and some other file systems don't support this rename. Making a hard link
            // replaces nothing either. Directories can't have hard links, but a plain rename never
            // replaces a directory that has entries.
            if linkat(raw, name, target.raw, newName, 0) == 0 {
                return try removeFile(named: name)
            }
            if errno == EEXIST { throw ScaryBugsError.system(.fileExists, doing()) }
            try systemCall(doing()) { renameat(raw, name, target.raw, newName) }
        } catch let error as ScaryBugsError
            where error.code == .system(.improperLink) && replacement == .never
        {
            // overlayfs doesn't rename a directory of a lower layer.
            guard let source = try directory(named: name) else { throw error }
            try target.copy(source, as: newName)
            try removeDirectory(named: name)
        }
    }

    /// Removes a file; does nothing if it does not exist.
    package func removeFile(named name: String) throws {
        try remove(name, flags: 0)
    }

    /// Removes a file, or a directory with all its contents; does nothing if it does not exist.
    package func removeEntry(named name: String) throws {
        if try status(of: name)?.kind == .directory { return try removeDirectory(named: name) }
        try removeFile(named: name)
    }

    /// Removes a directory with all its contents; does nothing if it does not exist.
    package func removeDirectory(named name: String) throws {
        guard let directory = try directory(named: name) else { return }
        try directory.removeContents()
        try removeEmptyDirectory(named: name)
    }

    /// Removes all entries, including those whose names are not UTF-8.
    private func removeContents() throws {
        for name in try rawNames() {
            let inner = openForRemoval(name)
            try inner?.removeContents()
            try remove(name, isDirectory: inner != nil)
        }
    }

    /// Opens an entry if it is a directory. A link is not followed, so it is removed itself.
    private func openForRemoval(_ name: [CChar]) -> Directory? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        return (try? systemCall("cannot open") { openat(raw, name, flags) })
            .map { Directory(descriptor: $0, displayPath: displayPath) }
    }

    private func remove(_ name: [CChar], isDirectory: Bool) throws {
        try systemCall("cannot remove what is in \(path)") {
            unlinkat(raw, name, isDirectory ? AT_REMOVEDIR : 0)
        }
    }

    /// Removes some of the contents of a directory, and then the directory if it is empty.
    package func removeDirectory(named name: String, upTo bound: inout RemovalBound) throws {
        guard let directory = try directory(named: name) else { return }
        if try directory.removeContents(upTo: &bound) { try removeEmptyDirectory(named: name) }
    }

    /// - Returns: whether the directory is empty now.
    private func removeContents(upTo bound: inout RemovalBound) throws -> Bool {
        for name in try rawNames(upTo: bound.entries) {
            try Interruption.check()
            let inner = openForRemoval(name)
            if let inner, try !inner.removeContents(upTo: &bound) { return false }
            guard !bound.isReached else { return false }
            bound.entries -= 1
            try remove(name, isDirectory: inner != nil)
        }
        return try rawNames(upTo: 1).isEmpty
    }

    /// Removes an empty directory; does nothing if it does not exist.
    package func removeEmptyDirectory(named name: String) throws {
        try remove(name, flags: AT_REMOVEDIR)
    }

    private func remove(_ name: String, flags: CInt) throws {
        _ = try systemCallIfPresent("cannot remove \(path(of: name))") {
            unlinkat(raw, name, flags)
        }
    }
}
