import CLinux
import Glibc
import Synchronization
import SystemPackage

extension Directory {
    package func status() throws -> FileStatus {
        var result = stat()
        try systemCall("cannot examine \(path)") { fstat(raw, &result) }
        return FileStatus(result)
    }

    /// The status of `name` itself, without following links; nil if it does not exist.
    package func status(of name: String) throws -> FileStatus? {
        var result = stat()
        let found = try systemCallIfPresent("cannot examine \(path(of: name))") {
            // Passing the name itself would copy it to memory of its own.
            name.withCString { fstatat(raw, $0, &result, AT_SYMLINK_NOFOLLOW) }
        }
        return found.map { _ in FileStatus(result) }
    }

    /// The status of what a path leads to; nil if it does not exist.
    package static func status(ofPath path: String) throws -> FileStatus? {
        var result = stat()
        let found = try systemCallIfPresent("cannot examine \(path)") { stat(path, &result) }
        return found.map { _ in FileStatus(result) }
    }

    /// Whether `name` is this open directory, and not another one that has replaced it.
    package func holds(_ directory: Directory, as name: String) throws -> Bool {
        try status(of: name)?.identity == directory.status().identity
    }

    /// Whether `name` is a directory, or a link to one.
    package func leadsToDirectory(_ name: String) -> Bool {
        var result = stat()
        return fstatat(raw, name, &result, 0) == 0 && FileStatus(result).kind == .directory
    }

    /// Whether the file system is btrfs, which counts no directory as a link of its parent.
    package var isOnBtrfs: Bool { clinux_is_on_btrfs(raw) }

    /// When the directory was made, in nanoseconds since 1970; 0 if the file system doesn't know.
    package var birth: Int { clinux_birth(raw) }

    package func setModified(_ time: FileTime) throws {
        try descriptor.setModified(time, of: path)
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
            for name in try directory.entries() {
                let kind = try name.isUTF8 ? directory.status(of: name)?.kind : nil
                // Directories can be nested deeper than a stack is high.
                if kind == .directory { return try syncFileSystem() }
                try directory.syncEntry(named: name)
            }
            try directory.sync()
        case .symbolicLink, .other, nil: break
        }
    }

    package func syncFileSystem() throws {
        try systemCall("cannot sync \(path)") { syncfs(raw) }
    }

    /// Sets the directory's modification time to a value that no later change by others can
    /// produce.
    ///
    /// The value comes from the precise clock. The kernel stamps changes with its coarse clock, so
    /// every change by others, however soon, sets a different time. If several processes do this, a
    /// lock must keep them apart.
    ///
    /// - Returns: the time; nil if the file system keeps coarse times, so that other changes may get
    ///   the same one.
    package func setUniqueModified() throws -> FileTime? {
        let new = FileTime.now
        try setModified(new)
        let time = try status().modified
        return time.isCoarse ? nil : time
    }

    /// Opens a directory at a path that the user entered. If it does not exist, makes it and its
    /// missing parents.
    package static func open(creating path: String, mode: UInt32 = 0o700) throws -> Directory {
        // A working directory that was removed cannot be made again.
        if path == "." { return try open(path: path) }
        if let present = try ifPresent({ try open(path: path) }) { return present }
        let parent = FilePath(path).removingLastComponent()
        let parentDirectory = try open(creating: parent.isEmpty ? "." : parent.string, mode: mode)
        let made = try make(path, mode)
        do { try parentDirectory.sync() } catch {
            // A directory that already exists is assumed to be durable, so this one must not
            // remain.
            rmdir(path)
            throw error
        }
        return made
    }

    /// The absolute path without links; nil if nothing is at the path.
    package static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The absolute path without links that a directory has after ``open(creating:mode:)``.
    package static func futurePath(_ path: String) throws -> String {
        guard path.utf8.count < PATH_MAX else {
            throw ScaryBugsError.system(.fileNameTooLong, "cannot open \(path)")
        }
        var present = FilePath(path)
        var missing: [FilePath.Component] = []
        while true {
            if let real = realPath(present.isEmpty ? "." : present.string) {
                let future = FilePath(real).appending(missing.reversed())
                return future.lexicallyNormalized().string
            }
            guard let name = present.lastComponent else {
                // The working directory was removed.
                throw ScaryBugsError.system(.noSuchFileOrDirectory, "cannot open .")
            }
            missing.append(name)
            present.removeLastComponent()
        }
    }

    private static func make(_ path: String, _ mode: UInt32) throws -> Directory {
        do { try systemCall("cannot create \(path)") { mkdir(path, mode) } } catch let error
            as ScaryBugsError where error.code == .system(.fileExists)
        {}
        return try open(path: path)
    }
}

/// The path of a file or directory for messages, built only when a message needs it.
package struct DisplayPath: Sendable {
    /// The directory that contains the entry, or its path; nil if the name is complete.
    private let parent: Directory?
    private let parentPath: String?
    private let name: String

    /// Makes it from a path or from a name for messages.
    package init(_ name: String) {
        (parent, parentPath) = (nil, nil)
        self.name = name
    }

    init(_ name: String, in parent: Directory) {
        (self.parent, parentPath) = (parent, nil)
        self.name = name
    }

    /// - Parameter path: the path of the directory that contains the entry.
    package init(_ name: String, inDirectory path: String) {
        (parent, parentPath) = (nil, path)
        self.name = name
    }

    var path: String {
        guard let parent = parentPath ?? parent?.path else { return name }
        return parent.hasSuffix("/") ? parent + name : "\(parent)/\(name)"
    }

    var lastComponent: String {
        // A path costs allocations, and most names are a single component.
        let hasParts = name.utf8.span.withUnsafeBufferPointer { $0.contains(UInt8(ascii: "/")) }
        return hasParts ? FilePath(name).lastComponent?.string ?? name : name
    }
}
