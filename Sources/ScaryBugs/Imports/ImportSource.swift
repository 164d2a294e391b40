import Glibc
import SystemPackage

/// An open source for imports: a file, such as a bundle, or a directory.
public final class ImportSource: Sendable {
    enum Content: ~Copyable {
        case file(File)
        case directory(Directory)
    }

    /// The source's name, for messages.
    public let name: String
    /// The path as the user entered it; `-` for standard input.
    let path: String
    let content: Content
    /// The sender of the message, as its inbox knows; nil for the one in its head.
    let sender: String?

    /// Opens a source at a path that the user entered.
    ///
    /// - Parameters:
    ///   - path: the path of a file, a directory or a pipe.
    ///   - limits: the limits for reading a stream.
    ///   - notice: called with a message if a pipe has no data yet.
    ///   - onProgress: receives the progress of reading a stream.
    public init(
        path: String, limits: Limits = Limits(), notice: ((String) throws -> Void)? = nil,
        onProgress: (Workspace.Progress) -> Void = { _ in }
    ) throws {
        name = path
        (self.path, sender) = (path, nil)
        let file = try File.open(path: path, notice: notice)
        content =
            try file.status().kind == .directory
            ? .directory(Directory.open(path: path)) : .file(Self.whole(file, limits, onProgress))
    }

    /// Opens standard input as a source.
    ///
    /// - Parameters:
    ///   - limits: how many bytes a stream may have.
    ///   - onProgress: receives the progress of reading a stream.
    public init(
        standardInput limits: Limits, onProgress: (Workspace.Progress) -> Void = { _ in }
    ) throws {
        name = "standard input"
        (path, sender) = ("-", nil)
        let copy = try systemCall("cannot read standard input") {
            fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
        }
        let stream = File(descriptor: FileDescriptor(rawValue: copy), name: name)
        content = .file(try Self.whole(stream, limits, onProgress))
    }

    /// A private copy of a file that somebody else may change, or of a part of one.
    ///
    /// - Parameters:
    ///   - name: the name for messages.
    ///   - fileName: the name that tells the type; nil for the same.
    ///   - sender: the sender of the message; nil for the one in its head.
    init(
        _ copy: consuming File, named name: String, as fileName: String? = nil,
        from sender: String? = nil
    ) {
        (self.name, path, self.sender) = (name, fileName ?? name, sender)
        content = .file(copy)
    }

    /// The bytes of a stream from which on its progress is reported.
    private static let leastProgress = 64 << 10

    /// Returns a regular file unchanged, and copies a stream to an unnamed temporary file. Reading
    /// a ZIP file needs its end, so the whole stream must be available.
    private static func whole(
        _ file: consuming File, _ limits: Limits, _ onProgress: (Workspace.Progress) -> Void
    ) throws -> File {
        if try file.status().kind == .regular { return file }
        let spool = try File.temporary()
        try spool.copy(from: file, limit: Limit(limits.bundleBytes, .bundleBytes)) { count in
            // A short stream, such as a table, needs no line of its own.
            guard count >= leastProgress else { return }
            onProgress(Workspace.Progress(.copying, Int(clamping: count), of: nil, .bytes))
        }
        return spool
    }

    var parentPath: String {
        let parent = path == "-" ? "" : FilePath(path).removingLastComponent()
        return parent.isEmpty ? "." : parent.string
    }

    var isNamedLikeTable: Bool { TableFormat.isNamedLikeTable(path) }

    var origin: ImportOrigin { ImportOrigin(path, name: name) }

    var lastComponent: String { FilePath(path).lastComponent?.string ?? "" }
}
