import Glibc
import SystemPackage

/// Where an export goes, opened: a directory, and a name in it where the user gave one.
struct ExportDestination: Sendable {
    let directory: Directory
    /// The file's name where the user gave one.
    let fileName: String?
    let isReplacing: Bool
    /// What the user called the directory; empty for the working directory.
    private let prefix: String

    /// - Parameters:
    ///   - path: a directory, or what is to be made; nil is the working directory.
    ///   - isSingle: whether one thing is to be made, which may be given its name.
    ///   - takesDocument: whether a document's directory is what is to be made, not where.
    init(
        path: String?, isSingle: Bool, takesDocument: Bool, replacing isReplacing: Bool
    ) throws {
        self.isReplacing = isReplacing
        guard let path, path != "." else {
            (directory, fileName, prefix) = (try Directory.open(path: "."), nil, "")
            return
        }
        guard !path.isEmpty else {
            throw ScaryBugsError(
                .invalidValue, "the DESTINATION is empty; give a file or a directory")
        }
        if try path.hasSuffix("/") || Self.isContainer(path, takesDocument: takesDocument) {
            directory = try Self.directory(path)
            fileName = nil
            prefix = path.hasSuffix("/") ? path : path + "/"
            return
        }
        guard isSingle else {
            throw ScaryBugsError(
                .invalidValue,
                "several documents need a directory, and \(path) is not one; make it first")
        }
        let slash = path.lastIndex(of: "/").map(path.index(after:))
        prefix = String(path[..<(slash ?? path.startIndex)])
        fileName = String(path[(slash ?? path.startIndex)...])
        directory = try Self.directory(prefix.isEmpty ? "." : prefix)
    }

    private static func directory(_ path: String) throws -> Directory {
        if let directory = try ifPresent({ try Directory.open(path: path) }) { return directory }
        throw ScaryBugsError(.notFound, "there is no directory \(path); make it first")
    }

    /// Whether a path is a directory for things to be put into.
    private static func isContainer(_ path: String, takesDocument: Bool) throws -> Bool {
        guard let directory = try? Directory.open(path: path) else { return false }
        return try !takesDocument || !directory.names().contains(where: EntryPlace.isDataFile)
    }

    /// How messages call something in the directory.
    func path(of name: String) -> String { prefix + name }

    // MARK: Writing

    /// Makes a place where this process prepares what then appears, and removes what killed ones left
    /// there.
    func staging() throws -> Staging {
        // Where others may write too, each user has a place of their own.
        let name = ".scarybug-\(geteuid())"
        // Litter is no reason not to write.
        let lock = WorkspaceLock(on: directory)
        try? Staging.sweep(directory, lock: lock, under: name)
        return try Staging(
            in: directory, lock: lock, under: name, calledAs: "files in \(directory.path)")
    }

    /// Puts drafts on the disk: one by its own files, many at one stroke.
    func sync(_ drafts: [ExportDraft]) throws {
        if drafts.count > 1 { try directory.syncFileSystem() } else { try drafts.first?.sync() }
    }

    /// Checks that nothing has the name that is not to give way: a file for a file, and for a
    /// directory only that of a document.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` if there is such a thing.
    func checkReplacing(_ name: String, _ kind: FileStatus.Kind) throws {
        guard let present = try directory.status(of: name) else { return }
        let path = path(of: name)
        let isDocument = try kind != .directory || isDocument(name)
        guard present.kind == kind, isDocument else {
            let what = kind == .directory ? "a document's directory" : "a regular file"
            throw ScaryBugsError(.exists, "\(path) exists and is not \(what); choose another name")
        }
        guard isReplacing else {
            throw ScaryBugsError(.exists, "\(path) exists; --force replaces it")
        }
    }

    private func isDocument(_ name: String) throws -> Bool {
        guard try directory.status(of: name)?.kind == .directory else { return false }
        return try directory.directory(named: name)?.names().contains(where: EntryPlace.isDataFile)
            ?? false
    }
}
