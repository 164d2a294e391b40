import Glibc
import SystemPackage

extension Directory {
    /// Opens a directory at a path that the user entered. If it does not exist, makes it and its
    /// missing parents.
    package static func open(creating path: String, mode: UInt32 = 0o700) throws -> Directory {
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
    package static func futurePath(_ path: String) -> String? {
        if let present = realPath(path) { return present }
        let missing = FilePath(path)
        guard let name = missing.lastComponent else { return nil }
        let parent = missing.removingLastComponent()
        return futurePath(parent.isEmpty ? "." : parent.string).map {
            FilePath($0).appending(name).lexicallyNormalized().string
        }
    }

    private static func make(_ path: String, _ mode: UInt32) throws -> Directory {
        do { try systemCall("cannot create \(path)") { mkdir(path, mode) } } catch let error
            as ScaryBugsError where error.code == .system(.fileExists)
        {}
        return try open(path: path)
    }
}
