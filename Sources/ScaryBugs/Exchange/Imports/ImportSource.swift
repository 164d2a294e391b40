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
        self.path = path
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
        path = "-"
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
    init(_ copy: consuming File, named name: String, as fileName: String? = nil) {
        (self.name, path) = (name, fileName ?? name)
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

/// Options for importing a source.
public struct ImportOptions: Sendable {
    /// The kind of table rows that specify none; nil for the default.
    public var kind: DocumentKind?
    /// Fields of table columns, by the column's name. An empty field name ignores the column.
    public var fieldNames: [String: String] = [:]
    /// The columns of ``fieldNames``, in lower case.
    var mappedColumns: Set<String> { Set(fieldNames.keys.map { $0.lowercased() }) }
    /// Whether dates in tables such as `1/5/2026` have the day first; nil to find out in each column.
    public var hasDayFirst: Bool?
    /// Whether to import the valid documents of a source even if others are refused.
    public var keepsGoing = false
    /// Changes to each document that comes from a row or a point. A row keeps the values that it has; only
    /// lists get further ones.
    public var edits: [Edit] = []
    /// The treatment of documents that are here already.
    public var known = KnownTreatment.copied
    /// The treatment of an incoming copy of a document that is here already.
    public enum KnownTreatment: Hashable, Sendable {
        /// It becomes a document of its own.
        case copied
        /// It is left out if its content is the same; else it becomes a document of its own.
        case skippedIfSame
        /// It is left out, also if the document was deleted here.
        case skipped
        /// It changes the document here, if it is newer, or merges with it, if both were changed.
        case updated

        /// Whether the copies of a document are looked for one by one, and among those of its kind.
        var isExact: Bool { self == .skipped || self == .updated }
    }

    /// Whether to leave out photographs in directories without a warning, since they are imported on
    /// their own.
    public var ignoresPhotographs = false
    /// Whether a table may change documents, or their fields, that were changed here after the table was
    /// made.
    public var isForced = false
    /// Whether the import is a dry run.
    var isPreview = false
    /// The creation date of new documents.
    public var now: Timestamp

    /// Options for importing everything with its own kind, or nothing.
    public init(now: Timestamp) {
        self.now = now
    }
}
