import CLinux
import Glibc
import Synchronization
public import SystemPackage

/// An open directory.
///
/// Everything is done relative to its descriptor and no link inside it is followed, so a path that
/// others swap for a link meanwhile leads nowhere. What is made is for the owner alone: directories
/// 0700, files 0600 (a process whose umask takes the owner's own bits must set another first).
public final class Directory: Sendable {
    public let descriptor: FileDescriptor
    private let location: Location
    /// Reading the entries moves the position, which threads share: whether it was moved.
    let isRead = Mutex(false)

    private init(descriptor: CInt, location: Location) {
        self.descriptor = FileDescriptor(rawValue: descriptor)
        self.location = location
    }

    /// How messages call the directory.
    public var path: String { location.path }

    deinit {
        _ = Glibc.close(descriptor.rawValue)
    }

    var raw: CInt { descriptor.rawValue }

    func path(of name: String) -> String { place(of: name).path }

    private func place(of name: String, calledAs alias: String? = nil) -> Location {
        alias.map(Location.init) ?? Location(name, in: self)
    }

    // MARK: Opening

    /// Opens a directory that the user named, following links.
    public static func open(path: String) throws -> Directory {
        let raw = try systemCall("cannot open \(path)") {
            Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        return Directory(descriptor: raw, location: Location(path))
    }

    /// Opens a directory inside this one; nil if there is none of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it is a link or a file.
    public func directory(
        named name: String, calledAs alias: String? = nil
    ) throws -> Directory? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let codes: [Errno] = [.notDirectory, .tooManySymbolicLinkLevels]
        let opened = try open(name, flags, refusing: codes, as: "a directory")
        guard let raw = opened else { return nil }
        return Directory(descriptor: raw, location: place(of: name, calledAs: alias))
    }

    /// Opens a directory inside this one, making it first, to last, where there is none.
    public func directory(creating name: String) throws -> Directory {
        if let present = try directory(named: name) { return present }
        do {
            try makeDirectory(named: name)
        } catch let error as ScaryBugsError where error.code == .system(.fileExists) {
            // Another process made it just now, which is as good.
            return try opened(directory(named: name), name)
        }
        do { try sync() } catch {
            // One that is there is taken to last.
            try? removeEmptyDirectory(named: name)
            throw error
        }
        return try opened(directory(named: name), name)
    }

    /// Makes a directory that must not exist yet, and opens it.
    ///
    /// - Parameter alias: how messages call it, where its path means nothing to anybody.
    func newDirectory(
        named name: String, calledAs alias: String? = nil, mode: UInt32 = 0o700
    ) throws -> Directory {
        try makeDirectory(named: name, calledAs: alias, mode: mode)
        return try opened(directory(named: name, calledAs: alias), name)
    }

    private func opened(_ directory: Directory?, _ name: String) throws -> Directory {
        if let directory { return directory }
        throw ScaryBugsError(.notFound, "\(path(of: name)) vanished while it was being made")
    }

    /// Opens a regular file for reading; nil if there is none of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it is a link, a device, a FIFO or a directory.
    public func file(named name: String) throws -> File? {
        try file(named: name, O_RDONLY)
    }

    /// Opens a regular file for reading and appending; nil if there is none of that name.
    func fileForAppending(named name: String) throws -> File? {
        try file(named: name, O_RDWR | O_APPEND)
    }

    private func file(named name: String, _ access: CInt) throws -> File? {
        // O_NONBLOCK: a FIFO in a document's place must not be waited for.
        let flags = access | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        // A socket has no such device.
        let codes: [Errno] = [.tooManySymbolicLinkLevels, .noSuchAddressOrDevice]
        let opened = try open(name, flags, refusing: codes, as: "a regular file")
        guard let raw = opened else { return nil }
        var file = File(descriptor: FileDescriptor(rawValue: raw), location: place(of: name))
        guard try file.openedStatus().kind == .regular else {
            throw ScaryBugsError(.refused, "\(path(of: name)) is not a regular file")
        }
        return file
    }

    /// - Parameter codes: what the system says where there is something else than what is asked for.
    private func open(
        _ name: String, _ flags: CInt, refusing codes: [Errno], as what: String
    ) throws -> CInt? {
        do {
            return try systemCallIfPresent("cannot open \(path(of: name))") {
                // Reading many documents writes no times of access. Only the owner may ask for that.
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

    /// Makes a file that must not exist yet.
    ///
    /// - Parameter alias: how messages call it, where it gets its name only later.
    public func createFile(
        named name: String, calledAs alias: String? = nil,
        access: FileDescriptor.AccessMode = .writeOnly, appending: Bool = false,
        mode: UInt32 = 0o600
    ) throws -> File {
        let flags =
            access.rawValue | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | (appending ? O_APPEND : 0)
        let place = place(of: name, calledAs: alias)
        let descriptor = try systemCall("cannot create \(place.path)") {
            openat(raw, name, flags, mode)
        }
        return File(descriptor: FileDescriptor(rawValue: descriptor), location: place)
    }

    /// Makes a file that must not exist yet in a directory inside this one, without opening that.
    func createFile(
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
            // Some containers, and kernels before 5.6, do not have the call.
            return try opened(directory(named: inner, calledAs: alias), inner)
                .createFile(named: name, calledAs: alias)
        }
        return File(descriptor: FileDescriptor(rawValue: descriptor), location: Location(alias))
    }

    /// Makes a directory that must not exist yet.
    func makeDirectory(
        named name: String, calledAs alias: String? = nil, mode: UInt32 = 0o700
    ) throws {
        try systemCall("cannot create \(alias ?? path(of: name))") { mkdirat(raw, name, mode) }
    }

    /// Gives the files of another directory second names here, at no cost, except some.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` where there is a directory among them, which can
    ///   have no second name.
    /// - Parameter warning: told where the file system has no second names, and files are copied.
    func linkFiles(
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
                try copy.copy(from: file, limit: .max)
                try copy.setModified(file.status().modified)
            }
        }
    }

    // MARK: Renaming and removing

    /// How a rename treats what already has the new name.
    public enum Replacement: Sendable {
        /// It fails with `EEXIST`.
        case never
        /// A file gives way.
        case replace
        /// The two trade their names, in one step.
        case exchange

        fileprivate var flags: CUnsignedInt {
            switch self {
            case .never: CLINUX_RENAME_NOREPLACE
            case .replace: 0
            case .exchange: CLINUX_RENAME_EXCHANGE
            }
        }
    }

    /// Moves `name` to `newName` in `target` by one rename, which happens whole or not at all.
    ///
    /// - Parameter task: what fails with it, where the two names mean nothing to anybody.
    public func move(
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
            // NFS and others know no such rename. A link replaces nothing either; a directory, which
            // can have none, is never renamed over one that has something in it.
            if linkat(raw, name, target.raw, newName, 0) == 0 {
                return try removeFile(named: name)
            }
            if errno == EEXIST { throw ScaryBugsError.system(.fileExists, doing) }
            try systemCall(doing) { renameat(raw, name, target.raw, newName) }
        }
    }

    /// Removes a file; that there is none is no error.
    public func removeFile(named name: String) throws {
        try remove(name, flags: 0)
    }

    /// Removes a file, or a directory and everything in it; that there is none is no error.
    func removeEntry(named name: String) throws {
        if try status(of: name)?.kind == .directory { return try removeDirectory(named: name) }
        try removeFile(named: name)
    }

    /// Removes a directory and everything in it; that there is none is no error.
    public func removeDirectory(named name: String) throws {
        guard let directory = try directory(named: name) else { return }
        try directory.removeContents()
        try removeEmptyDirectory(named: name)
    }

    /// Removes everything inside, whatever bytes its names are.
    private func removeContents() throws {
        for name in try rawNames() {
            // Links are removed, not followed: O_NOFOLLOW makes opening one fail.
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            let doing = "cannot remove what is in \(path)"
            let inner = try? systemCall(doing) { openat(raw, name, flags) }
            if let inner {
                try Directory(descriptor: inner, location: location).removeContents()
            }
            try systemCall(doing) { unlinkat(raw, name, inner == nil ? 0 : AT_REMOVEDIR) }
        }
    }

    /// Removes a directory that has nothing in it.
    func removeEmptyDirectory(named name: String) throws {
        try remove(name, flags: AT_REMOVEDIR)
    }

    private func remove(_ name: String, flags: CInt) throws {
        _ = try systemCallIfPresent("cannot remove \(path(of: name))") {
            unlinkat(raw, name, flags)
        }
    }

    // MARK: Looking

    public func status() throws -> FileStatus {
        var result = stat()
        try systemCall("cannot examine \(path)") { fstat(raw, &result) }
        return FileStatus(result)
    }

    /// What is known of `name` itself, links not followed; nil if there is none.
    public func status(of name: String) throws -> FileStatus? {
        var result = stat()
        let found = try systemCallIfPresent("cannot examine \(path(of: name))") {
            fstatat(raw, name, &result, AT_SYMLINK_NOFOLLOW)
        }
        return found.map { _ in FileStatus(result) }
    }

    // MARK: Times and disks

    /// Sets the directory's own time of the last change.
    func setModified(_ time: FileTime) throws {
        let value = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
        let times = [value, value]
        try systemCall("cannot set the time of \(path)") { futimens(raw, times) }
    }

    /// Returns when the directory's own entries are on the disk.
    public func sync() throws {
        try systemCall("cannot sync \(path)") { fsync(raw) }
    }

    /// Returns when a file is on the disk, or a directory with the files in it.
    func syncEntry(named name: RawName) throws {
        switch try name.isUTF8 ? status(of: name)?.kind : nil {
        case .regular: try file(named: name.shown)?.sync()
        case .directory:
            guard let directory = try directory(named: name.shown) else { return }
            for name in try directory.entries() { try directory.syncEntry(named: name) }
            try directory.sync()
        case .symbolicLink, .other, nil: break
        }
    }

    /// Returns when everything written to this file system is on the disk.
    public func syncFileSystem() throws {
        try systemCall("cannot sync \(path)") { syncfs(raw) }
    }
}
