/// The private directory of a workspace in which a process prepares new contents, before a rename puts them
/// in place.
package final class Staging: Sendable {
    let place: PrivateDirectory
    /// The name of a staged document in messages.
    private let newDocumentPath: String

    package var directory: Directory { place.directory }

    /// The name of the directory in a workspace that contains the staging directories of all
    /// processes.
    static let parentName = "Staging"

    /// Makes a new staging directory in a workspace. It removes no other one, since the recovery may need
    /// its contents.
    ///
    /// - Parameter lock: the lock of the workspace `owner`.
    convenience init(in owner: Directory, lock: WorkspaceLock) throws {
        // Without the lock, another process could remove the empty parent.
        let place = try lock.holding {
            try PrivateDirectory(
                in: owner.directory(creating: Self.parentName), sweeping: false)
        }
        self.init(place, for: owner)
    }

    /// - Parameter place: for a dry run a directory outside of the workspace.
    init(_ place: PrivateDirectory, for owner: Directory) {
        self.place = place
        newDocumentPath = owner.path(of: "\(Workspace.documentsName)/new document")
    }

    /// The staging directories of ended processes.
    static func abandoned(in owner: Directory) throws -> [PrivateDirectory.Abandoned] {
        try owner.directory(named: parentName).map(PrivateDirectory.abandoned) ?? []
    }

    /// Runs `body` with the name of a new entry, and removes the entry if `body` fails.
    package func withNewEntry<Result>(_ body: (_ name: String) throws -> Result) throws -> Result {
        let name = place.freshName()
        do { return try body(name) } catch {
            try? directory.removeEntry(named: name)
            throw error
        }
    }

    package func newDocument(named name: String) throws -> Directory {
        try directory.newDirectory(named: name, calledAs: newDocumentPath)
    }

    /// Makes a directory for a staged document without opening it, which saves closing it.
    /// ``createFile(named:inDocument:)`` reaches its files by path.
    func makeDocument(named name: String) throws {
        try directory.makeDirectory(named: name, calledAs: newDocumentPath)
    }

    func createFile(named name: String, inDocument document: String) throws -> File {
        try directory.createFile(
            named: name, inDirectory: document,
            calledAs: DisplayPath(name, inDirectory: newDocumentPath))
    }

    /// Removes entries that are no longer needed, as many as a moment allows.
    package func removeUnneeded(_ names: some Sequence<String>) {
        var bound = RemovalBound.ofCommand
        for name in names {
            // There is too much to remove while a user waits.
            if bound.isReached { return place.leave() }
            bound.entries -= 1
            try? directory.removeDirectory(named: name)
        }
    }
}
