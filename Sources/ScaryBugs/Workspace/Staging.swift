import Glibc
import Synchronization

/// The directory in which one process prepares what then appears by a rename.
///
/// It lies beside what is to appear, on the same file system. Its owner holds a lock on it, so what
/// a killed process left behind is told from what is in use, and removed by the next.
final class Staging: Sendable {
    let directory: Directory
    private let workspace: Directory
    private let parentName: String
    private let parent: Directory
    private let name: String
    private let count = Atomic(0)

    /// The name of the directory in a workspace that holds those of all its processes.
    static let parentName = "Staging"

    /// Makes a staging directory of one's own in a workspace, or where an export goes.
    ///
    /// - Parameter alias: how messages call it, where its path means nothing to anybody.
    init(
        in workspace: Directory, under parentName: String = parentName,
        calledAs alias: String? = nil
    ) throws {
        self.workspace = workspace
        self.parentName = parentName
        name = "\(getpid())-\(UInt32.random(in: 0 ... .max))"
        // The workspace's lock keeps a sweep from taking the directory before it is locked, and
        // whoever leaves from removing the parent.
        (parent, directory) = try DirectoryLock.holding(workspace) { [name] in
            let parent =
                try workspace.directory(named: parentName)
                ?? workspace.newDirectory(named: parentName, calledAs: alias)
            do {
                let directory = try parent.newDirectory(named: name, calledAs: alias)
                _ = try DirectoryLock.attempt(directory)
                return (parent, directory)
            } catch {
                try? parent.removeEmptyDirectory(named: name)
                try? workspace.removeEmptyDirectory(named: parentName)
                throw error
            }
        }
    }

    deinit {
        // What cannot be removed now is removed by the next sweep.
        try? parent.removeDirectory(named: name)
        try? DirectoryLock.holding(workspace) {
            try workspace.removeEmptyDirectory(named: parentName)
        }
    }

    /// Makes a directory for a document to be, and opens it.
    func newDocument() throws -> (name: String, directory: Directory) {
        let name = freshName()
        return (name, try directory.newDirectory(named: name, calledAs: newDocumentPath))
    }

    /// Makes a directory for a document to be, whose files are made through its path: one that is
    /// not opened need not be closed.
    func makeDocument() throws -> String {
        let name = freshName()
        try directory.makeDirectory(named: name, calledAs: newDocumentPath)
        return name
    }

    /// Makes a file of a document to be.
    func createFile(named name: String, inDocument document: String) throws -> File {
        try directory.createFile(
            named: name, inDirectory: document, calledAs: "\(newDocumentPath)/\(name)")
    }

    /// How messages call a document to be.
    private var newDocumentPath: String {
        workspace.path(of: "\(Workspace.documentsName)/new document")
    }

    /// A name that nothing in the directory has.
    func freshName() -> String {
        String(count.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Removes what killed processes left behind, unless somebody else is at it.
    static func sweep(_ workspace: Directory, under parentName: String = parentName) throws {
        guard let parent = try workspace.directory(named: parentName) else { return }
        try DirectoryLock.holding(ifFree: workspace) {
            for name in try parent.names() {
                // What cannot be removed is no reason to leave the rest.
                guard let directory = try? parent.directory(named: name),
                    (try? DirectoryLock.attempt(directory)) == true
                else { continue }
                try? parent.removeDirectory(named: name)
            }
            // It stays where others are at work in it.
            try? workspace.removeEmptyDirectory(named: parentName)
        }
    }
}
