import CLinux
import Glibc
package import SystemPackage

extension Directory {
    /// Makes a file, which must not exist yet.
    ///
    /// - Parameter alias: the path for messages, if the file gets its final name later.
    package func createFile(
        named name: String, calledAs alias: DisplayPath? = nil,
        access: FileDescriptor.AccessMode = .writeOnly, mode: UInt32 = 0o600
    ) throws -> File {
        let flags = access.rawValue | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let place = alias ?? displayPath(of: name)
        let descriptor = try systemCall("cannot create \(place.path)") {
            name.withCString { openat(raw, $0, flags, mode) }
        }
        return File(descriptor: FileDescriptor(rawValue: descriptor), displayPath: place)
    }

    /// Makes a file, which must not exist yet, in a directory inside this one, without opening that
    /// directory.
    package func createFile(
        named name: String, inDirectory inner: String, calledAs alias: DisplayPath
    ) throws -> File {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor: CInt
        do {
            descriptor = try systemCall("cannot create \(alias.path)") {
                (inner + "/" + name).withCString { clinux_openat_beneath(raw, $0, flags, 0o600) }
            }
        } catch let error as ScaryBugsError
            where [.system(.noFunction), .system(.notPermitted)].contains(error.code)
        {
            // Some containers, and kernels before 5.6, lack `openat2`.
            return try opened(directory(named: inner, calledAs: alias.path), inner)
                .createFile(named: name, calledAs: alias)
        }
        return File(descriptor: FileDescriptor(rawValue: descriptor), displayPath: alias)
    }

    /// Makes a directory, which must not exist yet.
    package func makeDirectory(
        named name: String, calledAs alias: String? = nil, mode: UInt32 = 0o700
    ) throws {
        try systemCall("cannot create \(alias ?? path(of: name))") {
            name.withCString { mkdirat(raw, $0, mode) }
        }
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
}
