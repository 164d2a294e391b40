/// A file or directory under a name for the meantime, gone again unless it gets its own.
final class ExportDraft: Sendable {
    enum Contents {
        case file, directory
    }

    /// The name that it is to get.
    let fileName: String
    let contents: Contents
    let destination: ExportDestination
    private let temporaryName = ".scarybug-\(UInt32.random(in: 0 ... .max))"

    init(_ contents: Contents, named fileName: String, in destination: ExportDestination) {
        self.contents = contents
        self.fileName = fileName
        self.destination = destination
    }

    deinit {
        // The name is nobody's after a rename, and that of what gave way after an exchange.
        switch contents {
        case .file: try? directory.removeFile(named: temporaryName)
        case .directory: try? directory.removeDirectory(named: temporaryName)
        }
    }

    private var directory: Directory { destination.directory }

    /// How messages call it.
    var path: String { destination.path(of: fileName) }

    func createFile() throws -> File {
        try directory.createFile(named: temporaryName, calledAs: path, mode: 0o666)
    }

    func newDirectory() throws -> Directory {
        try directory.newDirectory(named: temporaryName, calledAs: path, mode: 0o777)
    }

    /// Returns when its contents are on the disk.
    func sync() throws {
        switch contents {
        case .file: try directory.file(named: temporaryName)?.sync()
        case .directory: try directory.directory(named: temporaryName)?.syncWithFiles()
        }
    }

    /// Gives it its name by one rename.
    func place() throws {
        let isReplacing = destination.isReplacing
        let replacement: Directory.Replacement =
            switch contents {
            case .file: isReplacing ? .replace : .never
            case .directory:
                try isReplacing && directory.status(of: fileName) != nil ? .exchange : .never
            }
        try directory.move(
            temporaryName, to: fileName, in: directory, replacement, for: "write \(path)")
    }
}
