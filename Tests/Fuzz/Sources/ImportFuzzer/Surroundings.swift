import Fuzzing
import Glibc

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// A home in `TMPDIR`, which the caller removes. A file beside the workspace must not change.
final class Surroundings {
    private let root: Directory
    private let user: UserName

    init() throws {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        root = try Directory.open(path: place).directory(creating: "scarybug-\(getpid())")
        user = try UserName("alice")
        try root.createFile(named: "canary").write(Array("as it was".utf8))
    }

    func workspace() throws -> Workspace {
        let workspace = Workspace(
            home: Home(path: root.path + "/home"), user: user)
        try workspace.create()
        var changes: [Workspace.PreferenceChange] = []
        // Small limits keep each input fast, and inputs can exceed them.
        for (name, value) in [("bundleBytes", 1 << 20), ("bundleEntries", 16)] as [(String, Int64)]
        {
            if let preference = Preference.named(name) {
                changes.append((preference, .integer(value)))
            }
        }
        _ = try workspace.change(changes)
        return workspace
    }

    /// Writes an input to a file with a matching suffix.
    func write(_ bytes: [UInt8]) throws -> String {
        for name in try root.names() where name.hasPrefix("input") {
            try root.removeFile(named: name)
        }
        let suffix =
            switch bytes.first ?? 0 {
            case UInt8(ascii: "{"), UInt8(ascii: "["): "jsonl"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "\""): "csv"
            default: "scarybug"
            }
        let name = "input.\(suffix)"
        try root.createFile(named: name).write(bytes)
        return "\(root.path)/\(name)"
    }

    // MARK: Exports

    /// The path of an empty directory for exports.
    func exports() throws -> String { try root.directory(creating: "exports").path }

    func removeExports() throws { try root.removeDirectory(named: "exports") }

    /// The contents of a document's files.
    func files(of name: DocumentName) throws -> [String: [UInt8]] {
        guard let directory = try document(name) else { return [:] }
        return try directory.names().reduce(into: [:]) { files, file in
            files[file] = try directory.file(named: file)?.contents(limit: .none)
        }
    }

    private func document(_ name: DocumentName) throws -> Directory? {
        try workspaceDirectory()?.directory(named: Workspace.documentsName)?
            .directory(named: name.directoryName)
    }

    // MARK: Snapshots

    fileprivate struct Seen: Equatable {
        let path: String
        let status: FileStatus
    }

    /// All files except the history, the record of exchanges with its journal, and the staging
    /// directory. Directories that an import changes are recorded only by their type.
    struct Snapshot: Equatable {
        fileprivate var seen: [Seen] = []
    }

    func snapshot() throws -> Snapshot {
        var snapshot = Snapshot()
        try add(root, "", to: &snapshot)
        return snapshot
    }

    private func add(_ directory: Directory, _ path: String, to snapshot: inout Snapshot) throws {
        let record = ExchangeStore.fileName
        let changing = ["Staging", "History", record, record + "-journal"]
        for name in try directory.names().sorted() where !changing.contains(name) {
            guard let status = try directory.status(of: name) else { continue }
            let path = "\(path)/\(name)"
            guard status.kind == .directory, let inner = try directory.directory(named: name)
            else {
                snapshot.seen.append(Seen(path: path, status: status))
                continue
            }
            try add(inner, path, to: &snapshot)
        }
    }

    private func workspaceDirectory() throws -> Directory? {
        try root.directory(named: "home")?.directory(named: "users")?
            .directory(named: user.description)
    }

    func removeHistory() throws { try workspaceDirectory()?.removeDirectory(named: "History") }

    func isStagingEmpty() throws -> Bool {
        guard let staging = try workspaceDirectory()?.directory(named: "Staging") else {
            return true
        }
        return try staging.names().allSatisfy {
            try staging.directory(named: $0)?.names().isEmpty ?? false
        }
    }

    /// Checks that a document contains only regular files, accessible only to the owner.
    func checkFiles(of name: DocumentName) throws {
        guard let document = try document(name) else {
            return verify(false, "\(name.directoryName) is no directory")
        }
        for file in try document.names() {
            let status = try document.status(of: file)
            verify(status?.kind == .regular && status?.links == 1, "\(file) is no regular file")
        }
    }
}
