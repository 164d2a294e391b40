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
    let displayPath: DisplayPath
    /// Held while the entries are read, since all threads share the position.
    let reading = Mutex(())

    init(descriptor: CInt, displayPath: DisplayPath) {
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

    package func displayPath(of name: String) -> DisplayPath { DisplayPath(name, in: self) }

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
        let opened = try open(name, flags, as: "a directory") {
            $0 == .notDirectory || $0 == .tooManySymbolicLinkLevels
        }
        guard let raw = opened else { return nil }
        return Directory(
            descriptor: raw, displayPath: alias.map(DisplayPath.init) ?? displayPath(of: name))
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

    func opened(_ directory: Directory?, _ name: String) throws -> Directory {
        if let directory { return directory }
        throw ScaryBugsError(.notFound, "\(path(of: name)) vanished while it was being made")
    }

    /// Opens a regular file for reading; nil if the name does not exist.
    ///
    /// - Parameters:
    ///   - isAppending: whether to open it for appending, too.
    ///   - alias: the path for messages, and the name, if the file gets its final name later.
    /// - Throws: ``ScaryBugsError/Code/refused`` if it is a link, a device, a FIFO or a directory.
    package func file(
        named name: String, appending isAppending: Bool = false, calledAs alias: DisplayPath? = nil
    ) throws -> File? {
        let access = isAppending ? O_RDWR | O_APPEND : O_RDONLY
        // O_NONBLOCK prevents waiting for a FIFO in the place of a file.
        let flags = access | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let opened = try open(name, flags, as: "a regular file") {
            // Opening a socket fails with ENXIO (`noSuchAddressOrDevice`).
            $0 == .tooManySymbolicLinkLevels || $0 == .noSuchAddressOrDevice
        }
        guard let raw = opened else { return nil }
        var file = File(
            descriptor: FileDescriptor(rawValue: raw), displayPath: alias ?? displayPath(of: name))
        guard try file.openedStatus().kind == .regular else {
            throw ScaryBugsError(.refused, "\(path(of: name)) is not a regular file")
        }
        return file
    }

    /// - Parameter isOfOtherKind: whether an error means that the entry is not what is expected.
    private func open(
        _ name: String, _ flags: CInt, as what: String, _ isOfOtherKind: (Errno) -> Bool
    ) throws -> CInt? {
        do {
            return try systemCallIfPresent("cannot open \(path(of: name))") {
                // O_NOATIME saves the writing of access times. The kernel allows it only to the
                // file's owner.
                name.withCString { name in
                    let opened = openat(raw, name, flags | CLINUX_O_NOATIME)
                    return opened < 0 && errno == EPERM ? openat(raw, name, flags) : opened
                }
            }
        } catch let error as ScaryBugsError {
            guard case .system(let code) = error.code, isOfOtherKind(code) else { throw error }
            let isLink = try status(of: name)?.kind == .symbolicLink
            let reason = isLink ? "a link; links are not followed here" : "not \(what)"
            throw ScaryBugsError(.refused, "\(path(of: name)) is \(reason)", cause: error)
        }
    }
}
