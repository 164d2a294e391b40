import TestSupport

/// What would be lost with the power, told by the calls that a program made.
struct DiskModel {
    /// Whether each change is to last before it is reported.
    let lastsAtOnce: Bool
    private let workingDirectory: String
    /// Files and directories whose contents are not on the disk, by their paths.
    private(set) var unsynced: Set<String> = []
    /// What was done in the wrong order.
    private(set) var problems: [String] = []

    init(of program: Program, lastingAtOnce lastsAtOnce: Bool) {
        workingDirectory = program.workingDirectory
        self.lastsAtOnce = lastsAtOnce
    }

    /// What would be lost that is not for the meantime.
    var lost: [String] { unsynced.filter { !Self.isTemporary($0) }.sorted() }

    private static func isTemporary(_ path: String) -> Bool {
        path.contains("/Staging") || path.contains("/.scarybug-") || path.hasPrefix("/var/tmp")
    }

    mutating func note(_ call: SystemCall) {
        // Pipes are of no account.
        let paths = call.paths.filter { !$0.contains(":[") }.map {
            $0.hasPrefix("/") ? $0 : "\(workingDirectory)/\($0)"
        }
        guard !call.hasFailed, call.writes, !call.isForIndex, let path = paths.first else {
            return report(call)
        }
        switch call.name {
        case "sync_file_range": break
        case "fsync": unsynced.remove(path)
        case "syncfs": unsynced = []
        case "openat": add(path, withContents: true)
        case "mkdir", "mkdirat": add(path, withContents: Self.isTemporary(path))
        case "linkat": add(paths[1], withContents: false)
        case "unlink", "unlinkat", "rmdir": unsynced = unsynced.filter { !Self.is($0, in: path) }
        // Times of directories are for the index.
        case "utimensat" where path.hasSuffix("/Private Documents"): break
        case "write", "ioctl", "utimensat": unsynced.insert(path)
        case "copy_file_range": unsynced.insert(paths.last ?? path)
        case "renameat", "renameat2": move(path, to: paths[1], by: call)
        default: problems.append("an unknown call: \(call)")
        }
    }

    /// Notes a new name.
    private mutating func add(_ path: String, withContents hasContents: Bool) {
        if hasContents { unsynced.insert(path) }
        let parent = Self.parent(of: path)
        if !Self.isTemporary(path) || Self.isTemporary(parent) { unsynced.insert(parent) }
    }

    private mutating func report(_ call: SystemCall) {
        if call.reports, lastsAtOnce, !lost.isEmpty {
            problems.append("\(lost) would be lost after: \(call)")
        }
    }

    private mutating func move(_ path: String, to target: String, by call: SystemCall) {
        let inside = unsynced.filter { Self.is($0, in: path) }
        let replaces = call.name == "renameat" || call.arguments.contains("RENAME_EXCHANGE")
        if Self.isTemporary(path), !Self.isTemporary(target), !inside.isEmpty,
            lastsAtOnce || replaces
        {
            problems.append("\(inside.sorted()) would be lost after: \(call)")
        }
        unsynced.subtract(inside)
        unsynced.formUnion(inside.map { target + $0.dropFirst(path.count) })
        unsynced.formUnion([Self.parent(of: path), Self.parent(of: target)])
    }

    private static func `is`(_ path: String, in directory: String) -> Bool {
        path == directory || path.hasPrefix("\(directory)/")
    }

    private static func parent(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
