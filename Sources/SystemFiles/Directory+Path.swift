import Glibc
import SystemPackage

extension Directory {
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
