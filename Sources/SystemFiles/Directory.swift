import CLinux
import Glibc
import Synchronization
package import SystemPackage

/// An open directory.
///
/// All operations use the directory's descriptor and follow no links inside it, so nobody can
/// redirect them by swapping a path for a link. By default, only the owner can access new entries:
/// directories have mode 0700, files 0600. A process whose umask removes the owner's own bits must
/// change its umask first.
package final class Directory: Sendable {
    package let descriptor: FileDescriptor
    private let displayPath: DisplayPath
    /// Whether the entries have been read, which moves the position that all threads share.
    let isRead = Mutex(false)

    private init(descriptor: CInt, displayPath: DisplayPath) {
        self.descriptor = FileDescriptor(rawValue: descriptor)
        self.displayPath = displayPath
    }

    /// The directory's path, for messages.
    package var path: String { displayPath.path }

    deinit {
        _ = Glibc.close(descriptor.rawValue)
    }

    package var raw: CInt { descriptor.rawValue }

    package func path(of name: String) -> String { displayPath(of: name).path }

    private func displayPath(of name: String, calledAs alias: String? = nil) -> DisplayPath {
        alias.map(DisplayPath.init) ?? DisplayPath(name, in: self)
    }

    // MARK: Opening

    /// Opens a directory at a path that the user entered, following links.
    package static func open(path: String) throws -> Directory {
        let raw = try systemCall("cannot open \(path)") {
            Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        return Directory(descriptor: raw, displayPath: DisplayPath(path))
    }

    /// Opens a directory inside this one; nil if the name does not exist.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it is a link or a file.
    package func directory(
        named name: String, calledAs alias: String? = nil
    ) throws -> Directory? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let codes: [Errno] = [.notDirectory, .tooManySymbolicLinkLevels]
        let opened = try open(name, flags, refusing: codes, as: "a directory")
        guard let raw = opened else { return nil }
        return Directory(descriptor: raw, displayPath: displayPath(of: name, calledAs: alias))
    }

    /// Opens a directory inside this one. If it does not exist, makes it and syncs it to disk.
    package func directory(creating name: String) throws -> Directory {
        if let present = try directory(named: name) { return present }
        do {
            try makeDirectory(named: name)
        } catch let error as ScaryBugsError where error.code == .system(.fileExists) {
            // Another process made the directory at the same moment.
            return try opened(directory(named: name), name)
        }
        do { try sync() } catch {
            // A directory that already exists is assumed to be durable, so this one must not
            // remain.
            try? removeEmptyDirectory(named: name)
            throw error
        }
        return try opened(directory(named: name), name)
    }

    /// Makes a directory, which must not exist yet, and opens it.
    ///
    /// - Parameter alias: the name for messages, if the path means nothing to the user.
    package func newDirectory(
        named name: String, calledAs alias: String? = nil, mode: UInt32 = 0o700
    ) throws -> Directory {
        try makeDirectory(named: name, calledAs: alias, mode: mode)
        return try opened(directory(named: name, calledAs: alias), name)
    }

    private func opened(_ directory: Directory?, _ name: String) throws -> Directory {
        if let directory { return directory }
        throw ScaryBugsError(.notFound, "\(path(of: name)) vanished while it was being made")
    }

    /// Opens a regular file for reading; nil if the name does not exist.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it is a link, a device, a FIFO or a directory.
    package func file(named name: String) throws -> File? {
        try file(named: name, O_RDONLY)
    }

    /// Opens a regular file for reading and appending; nil if the name does not exist.
    package func fileForAppending(named name: String) throws -> File? {
        try file(named: name, O_RDWR | O_APPEND)
    }

    private func file(named name: String, _ access: CInt) throws -> File? {
        // O_NONBLOCK prevents waiting for a FIFO in the place of a document.
        let flags = access | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        // Opening a socket fails with ENXIO (`noSuchAddressOrDevice`).
        let codes: [Errno] = [.tooManySymbolicLinkLevels, .noSuchAddressOrDevice]
        let opened = try open(name, flags, refusing: codes, as: "a regular file")
        guard let raw = opened else { return nil }
        var file = File(
            descriptor: FileDescriptor(rawValue: raw), displayPath: displayPath(of: name))
        guard try file.openedStatus().kind == .regular else {
            throw ScaryBugsError(.refused, "\(path(of: name)) is not a regular file")
        }
        return file
    }

    /// - Parameter codes: errors that mean that the entry is not of the expected kind.
    private func open(
        _ name: String, _ flags: CInt, refusing codes: [Errno], as what: String
    ) throws -> CInt? {
        do {
            return try systemCallIfPresent("cannot open \(path(of: name))") {
                // O_NOATIME saves the writing of access times. The kernel allows it only to the
                // file's owner.
                let opened = openat(raw, name, flags | CLINUX_O_NOATIME)
                return opened < 0 && errno == EPERM ? openat(raw, name, flags) : opened
            }
        } catch let error as ScaryBugsError {
            guard case .system(let code) = error.code, codes.contains(code) else { throw error }
            let isLink = try status(of: name)?.kind == .symbolicLink
            let reason = isLink ? "a link; links are not followed here" : "not \(what)"
            throw ScaryBugsError(.refused, "\(path(of: name)) is \(reason)", cause: error)
        }
    }

    // MARK: Making

    /// Makes a file, which must not exist yet.
    ///
    /// - Parameter alias: the name for messages, if the file gets its final name later.
    package func createFile(
        named name: String, calledAs alias: String? = nil,
        access: FileDescriptor.AccessMode = .writeOnly, appending: Bool = false,
        mode: UInt32 = 0o600
    ) throws -> File {
        let flags =
            access.rawValue | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | (appending ? O_APPEND : 0)
        let place = displayPath(of: name, calledAs: alias)
        let descriptor = try systemCall("cannot create \(place.path)") {
            openat(raw, name, flags, mode)
        }
        return File(descriptor: FileDescriptor(rawValue: descriptor), displayPath: place)
    }

    /// Makes a file, which must not exist yet, in a directory inside this one, without opening that
    /// directory.
    package func createFile(
        named name: String, inDirectory inner: String, calledAs alias: String
    ) throws -> File {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor: CInt
        do {
            descriptor = try systemCall("cannot create \(alias)") {
                clinux_openat_beneath(raw, "\(inner)/\(name)", flags, 0o600)
            }
        } catch let error as ScaryBugsError
            where [.system(.noFunction), .system(.notPermitted)].contains(error.code)
        {
            // Some containers, and kernels before 5.6, lack `openat2`.
            return try opened(directory(named: inner, calledAs: alias), inner)
                .createFile(named: name, calledAs: alias)
        }
        return File(
            descriptor: FileDescriptor(rawValue: descriptor), displayPath: DisplayPath(alias))
    }

    /// Makes a directory, which must not exist yet.
    package func makeDirectory(
        named name: String, calledAs alias: String? = nil, mode: UInt32 = 0o700
    ) throws {
        try systemCall("cannot create \(alias ?? path(of: name))") { mkdirat(raw, name, mode) }
    }

    /// Makes hard links in this directory to the files of another directory.
    ///
    /// - Parameters:
    ///   - left: names to skip.
    ///   - warning: called if the file system does not support hard links, and a file is copied
    ///     instead.
    /// - Throws: ``ScaryBugsError/Code/refused`` if the other directory contains a directory, which
    ///   can't have hard links.
    package func linkFiles(
        of source: Directory, except left: [String], warning: () -> Void
    ) throws {
        for name in try source.rawNames() {
            let text = Self.text(name)
            if let text, left.contains(text) { continue }
            if let text, try source.status(of: text)?.kind == .directory {
                throw ScaryBugsError(
                    .refused, "\(source.path(of: text)) is a directory, which no document has")
            }
            do {
                try systemCall("cannot link what is in \(source.path)") {
                    linkat(source.raw, name, raw, name, 0)
                }
            } catch let error as ScaryBugsError {
                let codes: [Errno] = [.notPermitted, .notSupported, .tooManyLinks, .noFunction]
                guard case .system(let code) = error.code, codes.contains(code), let text,
                    let file = try source.file(named: text)
                else { throw error }
                warning()
                let copy = try createFile(named: text)
                try copy.copy(from: file, limit: .none)
                try copy.setModified(file.status().modified)
            }
        }
    }

    // MARK: Renaming and removing

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
        for task: String? = nil
    ) throws {
        let doing =
            task.map { "cannot \($0)" }
            ?? "cannot rename \(path(of: name)) to \(target.path(of: newName))"
        do {
            try systemCall(doing) {
                renameat2(raw, name, target.raw, newName, replacement.flags)
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
            if errno == EEXIST { throw ScaryBugsError.system(.fileExists, doing) }
            try systemCall(doing) { renameat(raw, name, target.raw, newName) }
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
            // O_NOFOLLOW makes opening a link fail, so the link itself is removed.
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            let doing = "cannot remove what is in \(path)"
            let inner = try? systemCall(doing) { openat(raw, name, flags) }
            if let inner {
                try Directory(descriptor: inner, displayPath: displayPath).removeContents()
            }
            try systemCall(doing) { unlinkat(raw, name, inner == nil ? 0 : AT_REMOVEDIR) }
        }
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

    // MARK: Looking

    package func status() throws -> FileStatus {
        var result = stat()
        try systemCall("cannot examine \(path)") { fstat(raw, &result) }
        return FileStatus(result)
    }

    /// The status of `name` itself, without following links; nil if it does not exist.
    package func status(of name: String) throws -> FileStatus? {
        var result = stat()
        let found = try systemCallIfPresent("cannot examine \(path(of: name))") {
            fstatat(raw, name, &result, AT_SYMLINK_NOFOLLOW)
        }
        return found.map { _ in FileStatus(result) }
    }

    // MARK: Times and disks

    /// Sets the directory's modification time.
    package func setModified(_ time: FileTime) throws {
        let value = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
        let times = [value, value]
        try systemCall("cannot set the time of \(path)") { futimens(raw, times) }
    }

    /// Syncs the directory's own entries to disk.
    package func sync() throws {
        try systemCall("cannot sync \(path)") { fsync(raw) }
    }

    /// Syncs a file, or a directory with all its contents, to disk.
    package func syncEntry(named name: RawName) throws {
        switch try name.isUTF8 ? status(of: name)?.kind : nil {
        case .regular: try file(named: name.shown)?.sync()
        case .directory:
            guard let directory = try directory(named: name.shown) else { return }
            for name in try directory.entries() { try directory.syncEntry(named: name) }
            try directory.sync()
        case .symbolicLink, .other, nil: break
        }
    }

    /// Syncs everything written to this file system to disk.
    package func syncFileSystem() throws {
        try systemCall("cannot sync \(path)") { syncfs(raw) }
    }
}
