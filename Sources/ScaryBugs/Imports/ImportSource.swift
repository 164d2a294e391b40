import Glibc
import SystemPackage

/// Something to import, opened: a bundle, or a document's directory.
public final class ImportSource: Sendable {
    enum Content: ~Copyable {
        case file(File)
        case directory(Directory)
    }

    /// How messages call it.
    public let name: String
    /// What the user called it.
    let path: String
    let content: Content

    /// Opens what the user named.
    ///
    /// - Parameter limits: how much of a stream is taken.
    public init(path: String, limits: Limits = Limits()) throws {
        name = path
        self.path = path
        let file = try File.open(path: path)
        content =
            try file.status().kind == .directory
            ? .directory(Directory.open(path: path)) : .file(Self.whole(file, limits))
    }

    /// Takes a bundle from standard input.
    public init(standardInput limits: Limits) throws {
        name = "standard input"
        path = "-"
        let copy = try systemCall("cannot read standard input") {
            fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
        }
        let stream = File(descriptor: FileDescriptor(rawValue: copy), name: name)
        content = .file(try Self.whole(stream, limits))
    }

    /// A regular file as it is; a stream put into a file without a name, since only a whole ZIP file
    /// shows what it really holds.
    private static func whole(_ file: consuming File, _ limits: Limits) throws -> File {
        if try file.status().kind == .regular { return file }
        let spool = try Directory.openSpool().temporaryFile()
        try spool.copy(from: file, limit: limits.bundleBytes)
        return spool
    }

    /// The directory that the path leads into, with which it begins.
    var parentPath: String {
        guard path != "-", let slash = path.lastIndex(of: "/") else { return "." }
        return String(path[...slash])
    }

    /// Whether the name says that it is a table.
    var isNamedLikeTable: Bool {
        let suffix = path.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        return TableFormat.extensions.contains(suffix.lowercased())
    }

    var origin: ImportOrigin { ImportOrigin(path, name: name) }

    /// The name of the directory itself, without what leads to it.
    var lastComponent: String {
        let trimmed = name.reversed().drop { $0 == "/" }.reversed()
        return String(String(trimmed).split(separator: "/").last ?? "")
    }
}
