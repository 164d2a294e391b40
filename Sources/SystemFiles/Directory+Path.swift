import Glibc
import SystemPackage

extension Directory {
    /// Opens a directory at a path that the user entered. If it does not exist, makes it and its
    /// missing parents.
    package static func open(creating path: String) throws -> Directory {
        if let present = try ifPresent({ try open(path: path) }) { return present }
        let parent = try open(creating: self.parent(of: path))
        let made = try make(path)
        do { try parent.sync() } catch {
            // A directory that already exists is assumed to be durable, so this one must not
            // remain.
            rmdir(path)
            throw error
        }
        return made
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.dropLast().lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
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
