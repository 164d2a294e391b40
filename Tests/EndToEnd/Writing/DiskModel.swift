import TestSupport

/// Finds what a power failure would lose, from the system calls of a program: when a result gets its
/// name, its contents and the history's log must be synced.
struct DiskModel {
    /// The paths of files and directories whose contents are not synced.
    private var unsynced: Set<String> = []
    /// Calls that were made in the wrong order.
    private(set) var problems: [String] = []
    /// How many changes of documents and preferences, exported bundles and messages got their names.
    private(set) var placed = 0

    init(_ calls: [SystemCall]) { for call in calls { record(call) } }

    private static func isTemporary(_ path: String) -> Bool {
        ["/Staging", "/.scarybug-", "/#", "/inboxes/alice/tmp"].contains(where: path.contains)
    }

    private static func isInWorkspace(_ path: String) -> Bool {
        path.contains("/Private Documents/") || path.hasSuffix("/preferences.plist")
    }

    private static func isLog(_ path: String) -> Bool { path.hasSuffix("/History/history.db-wal") }

    private mutating func record(_ call: SystemCall) {
        guard !call.hasFailed, call.writes, !call.isForIndex, !call.isForThumbnail,
            let path = call.paths.first
        else { return }
        switch call.name {
        case "fsync", "fdatasync": unsynced.remove(path)
        case "syncfs": unsynced = []
        case "openat" where call.arguments.contains("O_CREAT"), "mkdirat":
            if Self.isTemporary(path) { unsynced.formUnion([path, Self.parent(of: path)]) }
        case "write" where call.reports: report(call)
        case "write", "pwrite64", "ioctl", "ftruncate":
            if Self.isTemporary(path) || Self.isLog(path) { unsynced.insert(path) }
        case "copy_file_range":
            if let target = call.paths.last, Self.isTemporary(target) { unsynced.insert(target) }
        case "linkat": place("/#", call.paths.last ?? "", call)
        case _ where call.isRename: place(path, call.paths.last ?? "", call)
        default: break
        }
    }

    private mutating func place(_ path: String, _ target: String, _ call: SystemCall) {
        let isChange = [path, target].contains(where: Self.isInWorkspace)
        if isChange {
            expectNone(of: unsynced.filter(Self.isLog), before: call)
            // Recovery must find the staged name.
            let parent = Self.parent(of: path)
            if Self.isTemporary(path) {
                expectNone(of: unsynced.filter { $0 == parent }, before: call)
            }
        }
        guard Self.isTemporary(path) || isChange, !Self.isTemporary(target) else {
            return move(path, to: target)
        }
        placed += 1
        let inside = unsynced.filter {
            path == "/#" ? $0.contains(path) : $0 == path || $0.hasPrefix("\(path)/")
        }
        expectNone(of: inside, before: call)
        // The name of a message is synced, too.
        if !isChange, !target.contains("/records/users/") {
            unsynced.insert(Self.parent(of: target))
        }
    }

    private mutating func move(_ path: String, to target: String) {
        let moved = unsynced.filter { $0 == path || $0.hasPrefix("\(path)/") }
        unsynced.subtract(moved)
        unsynced.formUnion(moved.map { target + $0.dropFirst(path.count) })
    }

    /// An exported bundle has its name when it is reported.
    private mutating func report(_ call: SystemCall) {
        expectNone(of: unsynced.filter { !Self.isTemporary($0) && !Self.isLog($0) }, before: call)
    }

    private mutating func expectNone(of lost: Set<String>, before call: SystemCall) {
        if !lost.isEmpty { problems.append("\(lost.sorted()) would be lost after: \(call)") }
    }

    private static func parent(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
