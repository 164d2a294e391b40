/// A file or directory that is prepared, gone again unless it gets its name.
final class ExportDraft: Sendable {
    enum Contents {
        case file, directory
    }

    /// The name that it is to get.
    let fileName: String
    let contents: Contents
    private let destination: ExportDestination
    private let staging: Staging
    private let stagedName: String

    init(
        _ contents: Contents, named fileName: String, in destination: ExportDestination,
        preparedIn staging: Staging
    ) {
        self.contents = contents
        self.fileName = fileName
        self.destination = destination
        self.staging = staging
        stagedName = staging.freshName()
    }

    deinit {
        // The name is nobody's after a rename, and that of what gave way after an exchange.
        switch contents {
        case .file: try? directory.removeFile(named: stagedName)
        case .directory: try? directory.removeDirectory(named: stagedName)
        }
    }

    private var directory: Directory { staging.directory }

    /// How messages call it.
    var path: String { destination.path(of: fileName) }

    func createFile() throws -> File {
        try directory.createFile(named: stagedName, calledAs: path, mode: 0o666)
    }

    func newDirectory() throws -> Directory {
        try directory.newDirectory(named: stagedName, calledAs: path, mode: 0o777)
    }

    /// Returns when its contents are on the disk.
    func sync() throws { try directory.syncEntry(named: RawName(stagedName)) }

    /// Gives it its name by one rename.
    func place() throws {
        let isReplacing = destination.isReplacing
        let replacement: Directory.Replacement =
            switch contents {
            case .file: isReplacing ? .replace : .never
            case .directory:
                try isReplacing && destination.directory.status(of: fileName) != nil
                    ? .exchange : .never
            }
        try directory.move(
            stagedName, to: fileName, in: destination.directory, replacement,
            for: "write \(path)")
    }
}
