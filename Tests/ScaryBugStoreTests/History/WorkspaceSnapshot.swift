import TestSupport

@testable import ScaryBugStore

/// The contents and permissions of a user's documents and preferences, by path.
struct WorkspaceSnapshot: Equatable {
    enum Entry: Equatable {
        case directory(mode: UInt32)
        case file([UInt8], mode: UInt32)
        case other
    }

    private(set) var entries: [String: Entry] = [:]

    init(of bench: Bench) throws {
        guard bench.directory.exists(bench.path("")) else { return }
        let user = try Directory.open(path: bench.directory.path(bench.path("")))
        if let file = try user.file(named: PreferencesFile.name) {
            entries[PreferencesFile.name] = .file(
                try file.contents(limit: .none), mode: try file.status().mode)
        }
        if let documents = try user.directory(named: Workspace.documentsName) {
            try add(documents, under: "")
        }
    }

    private mutating func add(_ directory: Directory, under path: String) throws {
        for name in try directory.entries() {
            let status = try directory.status(of: name)
            switch status?.kind {
            case .directory where name.isUTF8:
                entries[path + name.shown] = .directory(mode: status?.mode ?? 0)
                guard let inner = try directory.directory(named: name.shown) else { continue }
                try add(inner, under: "\(path)\(name.shown)/")
            case .regular where name.isUTF8:
                let bytes = try directory.file(named: name.shown)?.contents(limit: .none)
                entries[path + name.shown] = .file(bytes ?? [], mode: status?.mode ?? 0)
            default: entries[path + name.shown] = .other
            }
        }
    }

    /// The paths that differ, for messages.
    func differences(from other: WorkspaceSnapshot) -> [String] {
        Set(entries.keys).union(other.entries.keys)
            .filter { entries[$0] != other.entries[$0] }.sorted()
    }
}
