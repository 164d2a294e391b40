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
                let codes: [Errno] = [
                    .notPermitted, .notSupported, .tooManyLinks, .noFunction, .improperLink,
                ]
                guard case .system(let code) = error.code, codes.contains(code), let text,
                    let file = try source.file(named: text)
                else { throw error }
                if code != .improperLink { warning() }
                let copy = try createFile(named: text)
                try copy.copy(from: file, limit: .none)
                try copy.setModified(file.status().modified)
            }
        }
    }
}

extension Directory {
    /// Copies a directory with all its files into this one, and syncs the copy. A copy that fails is
    /// removed.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it contains links and the like, or names that aren't
    ///   UTF-8.
    func copy(_ source: Directory, as name: String) throws {
        let copy = try newDirectory(named: name, mode: source.status().mode)
        do {
            for entry in try source.entries() { try copy.copyEntry(entry, of: source) }
            try copy.setModified(source.status().modified)
            try syncEntry(named: RawName(name))
            try sync()
        } catch {
            try? removeDirectory(named: name)
            throw error
        }
    }

    private func copyEntry(_ entry: RawName, of source: Directory) throws {
        let name = entry.shown
        switch entry.isUTF8 ? try source.status(of: name)?.kind : .other {
        case .directory:
            guard let inner = try source.directory(named: name) else { return }
            try copy(inner, as: name)
        case .regular:
            guard let file = try source.file(named: name) else { return }
            let status = try file.status()
            let copy = try createFile(named: name, mode: status.mode)
            try copy.copy(from: file, limit: .none)
            try copy.setModified(status.modified)
        case .symbolicLink, .other:
            throw ScaryBugsError(
                .refused,
                "\(source.path(of: name)) cannot be copied; 'check --repair' moves it away")
        case nil: break
        }
    }
}

package struct RemovalBound {
    package var entries: Int
    /// The end of the time, as ``MonotonicClock/seconds``.
    private let end: Double

    private let endsAtInterruption: Bool

    /// - Parameters:
    ///   - seconds: the time from now on.
    ///   - endsAtInterruption: whether an interruption ends the removal at once.
    package init(
        entries: Int = .max, seconds: Double = .infinity, endsAtInterruption: Bool = false
    ) {
        self.entries = entries
        self.endsAtInterruption = endsAtInterruption
        end = MonotonicClock.seconds + seconds
    }

    /// What one command removes at most of what killed processes left behind, so that a killed import of a
    /// million documents delays none for long.
    package static var ofCommand: RemovalBound { RemovalBound(entries: 10_000, seconds: 0.5) }

    package var isReached: Bool {
        entries <= 0 || end <= MonotonicClock.seconds
            || (endsAtInterruption && Interruption.isRequested)
    }
}
