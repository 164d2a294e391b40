import Glibc
import SystemPackage

extension Directory {
    /// Opens a directory that the user named, making it, and all above it, where there is none.
    public static func open(creating path: String) throws -> Directory {
        if let present = try ifPresent({ try open(path: path) }) { return present }
        guard let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex else {
            return try make(path)
        }
        let parent = try open(creating: String(path[..<slash]))
        let made = try make(path)
        try parent.sync()
        return made
    }

    /// Whether the path leads to a directory.
    static func exists(path: String) -> Bool {
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
