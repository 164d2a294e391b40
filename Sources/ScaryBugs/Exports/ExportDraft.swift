import SystemFiles

/// A staged file or directory, which is removed unless it is renamed into place.
final class ExportDraft: Sendable {
    enum Contents {
        case file, directory
    }

    /// The final name.
    let fileName: String
    let contents: Contents
    private let destination: ExportDestination
    private let staging: PrivateDirectory
    private let stagedName: String

    init(
        _ contents: Contents, named fileName: String, in destination: ExportDestination,
        preparedIn staging: PrivateDirectory
    ) {
        self.contents = contents
        self.fileName = fileName
        self.destination = destination
        self.staging = staging
        // Syncthing, Dropbox, Nextcloud and OneDrive leave such a name alone.
        stagedName = "~syncthing~\(staging.freshName()).tmp"
    }

    deinit {
        // After a rename the staged name is free. After an exchange it holds the replaced version,
        // which is removed here.
        try? directory.removeEntry(named: stagedName)
    }

    private var directory: Directory { staging.directory }

    var path: String { destination.path(of: fileName) }

    func createFile(mode: UInt32 = 0o666) throws -> File {
        try directory.createFile(named: stagedName, calledAs: DisplayPath(path), mode: mode)
    }

    /// Sets the permission bits of the staged file.
    func setMode(_ mode: UInt32) throws {
        try directory.setMode(of: RawName(stagedName), to: mode)
    }

    func newDirectory() throws -> Directory {
        try directory.newDirectory(named: stagedName, calledAs: path, mode: 0o777)
    }

    func sync() throws { try directory.syncEntry(named: RawName(stagedName)) }

    /// Renames the draft to its final name in one atomic step.
    func install() throws {
        let isReplacing = destination.isReplacing
        if isReplacing, contents == .directory,
            let draft = try directory.directory(named: stagedName)
        {
            try destination.checkKeepingFiles(of: fileName, in: draft)
        }
        let replacement: Directory.Replacement =
            switch contents {
            case .file: isReplacing ? .replace : .never
            case .directory:
                try isReplacing && destination.directory.status(of: fileName) != nil
                    ? .exchange : .never
            }
        do { try install(replacement) } catch let error as ScaryBugsError
            where error.isOfMissingExchange && replacement == .exchange
        {
            try replace()
        }
    }

    private func install(_ replacement: Directory.Replacement) throws {
        try directory.move(
            stagedName, to: fileName, in: destination.directory, replacement,
            for: "write \(path)")
    }

    /// Replaces a directory on a file system that cannot exchange two names.
    private func replace() throws {
        let old = staging.freshName()
        try destination.directory.move(
            fileName, to: old, in: directory, .never, for: "write \(path)")
        do { try install(.never) } catch {
            try directory.move(old, to: fileName, in: destination.directory, .never)
            throw error
        }
        try? directory.removeDirectory(named: old)
    }
}

extension ExportDestination {
    /// Makes a file that appears complete and synced, or not at all.
    ///
    /// - Parameters:
    ///   - mode: the exact permission bits; nil for those of a new file.
    ///   - body: writes the file.
    ///   - settle: runs when the file is on the disk, before it appears.
    func makeFile<Result>(
        named name: String, mode: UInt32? = nil, _ body: (consuming File) throws -> Result,
        before settle: (Result) throws -> Void = { _ in }
    ) throws -> Result {
        let draft = ExportDraft(
            .file, named: name, in: self, preparedIn: try PrivateDirectory(in: directory))
        let file = try draft.createFile(mode: mode ?? 0o666)
        // The mask of the process may have taken bits. Some file systems have none.
        if let mode { try? draft.setMode(mode) }
        let result = try body(file)
        try draft.sync()
        try settle(result)
        try draft.install()
        try directory.sync()
        return result
    }
}
