import Glibc
import SystemPackage

extension Directory {
    /// Opens a directory at a path that the user entered. If it does not exist, makes it and its
    /// missing parents.
    package static func open(creating path: String) throws -> Directory {
        if let present = try ifPresent({ try open(path: path) }) { return present }
        let parent = FilePath(path).removingLastComponent()
        let parentDirectory = try open(creating: parent.isEmpty ? "." : parent.string)
        let made = try make(path)
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

    /// Whether the path is an existing directory, or a link to one.
    package static func exists(path: String) -> Bool {
        (try? open(path: path)) != nil
    }

    private static func make(_ path: String) throws -> Directory {
        do { try systemCall("cannot create \(path)") { mkdir(path, 0o700) } } catch let error
            as ScaryBugsError
        {
            guard case .system(.fileExists) = error.code else { throw error }
        }
        return try open(path: path)
    }
}
