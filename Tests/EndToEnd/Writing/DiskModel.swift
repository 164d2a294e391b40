import TestSupport

/// Computes the files that a power failure would lose, from the system calls of a program.
///
/// A new version may replace the old one before it is synced. The history must then keep the old
/// version until the new one is synced.
struct DiskModel {
    /// Whether each change must be synced before it is reported.
    let lastsAtOnce: Bool
    private let workingDirectory: String
    /// The paths of files and directories whose contents are not synced.
    private(set) var unsynced: Set<String> = []
    /// Slots of the history that hold replaced versions, with the paths of the new versions.
    private var newVersions: [String: String] = [:]
    /// Whether a line was appended to the journal since the last report.
    private var hasLine = false
    /// Calls that were made in the wrong order.
    private(set) var problems: [String] = []

    init(of program: Program, lastingAtOnce lastsAtOnce: Bool) {
        workingDirectory = program.workingDirectory
        self.lastsAtOnce = lastsAtOnce
    }

    /// The unsynced paths, without temporary files.
    var lost: [String] { unsynced.filter { !Self.isTemporary($0) }.sorted() }

    private static func isTemporary(_ path: String) -> Bool {
        path.contains("/Staging") || path.contains("/.scarybug-") || path.contains("/#")
            || path.hasSuffix("/History/reserve")
    }

    private static func isInHistory(_ path: String) -> Bool { path.contains("/History/") }

    private static func isDocument(_ path: String) -> Bool {
        path.contains("/Private Documents/") || path.hasSuffix("/preferences.plist")
    }

    mutating func record(_ call: SystemCall) {
        // Pipes are ignored.
        let paths = call.paths.filter { !$0.contains(":[") }.map {
            $0.hasPrefix("/") ? $0 : "\(workingDirectory)/\($0)"
        }
        guard !call.hasFailed, call.writes, !call.isForIndex, !call.isForThumbnail,
            let path = paths.first
        else {
            return report(call)
        }
        switch call.name {
        case "sync_file_range": break
        case "fsync": unsynced.remove(path)
        case "syncfs": unsynced = []
        case "openat" where !call.arguments.contains("O_CREAT"): break
        case "openat": add(path, withContents: true)
        case "mkdir", "mkdirat": add(path, withContents: Self.isTemporary(path))
        case "linkat": add(paths[1], withContents: false)
        case "unlink", "unlinkat", "rmdir": remove(path, by: call)
        // Only the index uses the times of directories.
        case "utimensat" where path.hasSuffix("/Private Documents"): break
        case "write" where call.isNote: break
        case "write", "ioctl", "utimensat":
            unsynced.insert(path)
            if path.hasSuffix("/History/journal") { hasLine = true }
        case "copy_file_range": unsynced.insert(paths.last ?? path)
        case "renameat", "renameat2": move(path, to: paths[1], by: call)
        default: problems.append("an unknown call: \(call)")
        }
    }

    /// Records a new name.
    private mutating func add(_ path: String, withContents hasContents: Bool) {
        if hasContents { unsynced.insert(path) }
        let parent = Self.parent(of: path)
        if !Self.isTemporary(path) || Self.isTemporary(parent) { unsynced.insert(parent) }
    }

    private mutating func remove(_ path: String, by call: SystemCall) {
        if let new = newVersions.removeValue(forKey: path) { expectSynced(new, before: call) }
        unsynced = unsynced.filter { !Self.is($0, in: path) }
    }

    private mutating func report(_ call: SystemCall) {
        guard call.reports else { return }
        hasLine = false
        if lastsAtOnce, !lost.isEmpty { problems.append("\(lost) would be lost after: \(call)") }
    }

    private mutating func move(_ path: String, to target: String, by call: SystemCall) {
        if Self.isDocument(path) || Self.isDocument(target), !hasLine {
            problems.append("there is no line in the journal before: \(call)")
        }
        let isExchange = call.arguments.contains("RENAME_EXCHANGE")
        let replaces = call.name == "renameat" || call.arguments.hasSuffix(", 0")
        if isExchange, Self.isInHistory(path) {
            newVersions[path] = target
        } else if !Self.isTemporary(target), !Self.isDocument(target), !Self.isInHistory(target) {
            // The journal doesn't cover exported bundles, so a bundle must be complete when it gets
            // its name.
            if lastsAtOnce || isExchange || replaces { expectSynced(path, before: call) }
        } else if isExchange || replaces {
            expectSynced(path, before: call)
        }
        exchange(path, target, isExchange)
        unsynced.formUnion([Self.parent(of: path), Self.parent(of: target)])
    }

    private mutating func exchange(_ path: String, _ target: String, _ isExchange: Bool) {
        let (one, other) = (unsynced(in: path), isExchange ? unsynced(in: target) : [])
        unsynced.subtract(one + other)
        unsynced.formUnion(one.map { target + $0.dropFirst(path.count) })
        unsynced.formUnion(other.map { path + $0.dropFirst(target.count) })
    }

    private mutating func expectSynced(_ path: String, before call: SystemCall) {
        let inside = unsynced(in: path)
        if !inside.isEmpty { problems.append("\(inside) would be lost after: \(call)") }
    }

    private func unsynced(in path: String) -> [String] {
        unsynced.filter { Self.is($0, in: path) }.sorted()
    }

    private static func `is`(_ path: String, in directory: String) -> Bool {
        path == directory || path.hasPrefix("\(directory)/")
    }

    private static func parent(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}

extension SystemCall {
    /// Whether the call appends a line to the journal that recovery doesn't need.
    var isNote: Bool {
        paths.contains { $0.hasSuffix("/History/journal") }
            && arguments.contains(/"\d+\\t(synced|end)\\t/)
    }
}
