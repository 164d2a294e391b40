import CLinux
import Glibc
import Synchronization

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
        let time = try keepsPreciseTimes.load(ordering: .relaxed) ? new : status().modified
        if time == new, !new.isCoarse { keepsPreciseTimes.store(true, ordering: .relaxed) }
        return time.isCoarse ? nil : time
    }
}
