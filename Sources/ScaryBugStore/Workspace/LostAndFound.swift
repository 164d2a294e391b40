/// The directory for entries that `check --repair` moves out of the way. Nothing is deleted, and
/// nothing in the directory is replaced.
enum LostAndFound {
    static let name = "Lost and Found"

    /// The maximum length of a name in bytes, which leaves room for a number.
    private static let longestName = 200

    /// Returns an unused path in the directory.
    ///
    /// - Parameters:
    ///   - origin: the name of the document that contained the entry; nil if none did.
    ///   - reserved: paths that count as used. The new path becomes one of them.
    static func freePath(
        for entry: RawName, of origin: String? = nil, in workspace: Directory,
        avoiding reserved: inout ReservedPaths
    ) throws -> WorkspacePath {
        let wanted = cut([origin, entry.shown].compactMap(\.self).joined(separator: " "))
        let directory = try workspace.directory(named: name)
        // The number precedes the extension: `3 2.scarybug`.
        let dot = wanted.lastIndex(of: ".").flatMap { $0 > wanted.startIndex ? $0 : nil }
        let end = dot ?? wanted.endIndex
        return try reserved.first(for: wanted) { suffix in
            let free = String(wanted[..<end] + suffix + wanted[end...])
            guard try directory?.status(of: free) == nil else { return nil }
            return .other([RawName(name), RawName(free)])
        }
    }

    private static func cut(_ name: String) -> String {
        var name = name
        while name.utf8.count > longestName { name.removeFirst() }
        return name
    }
}

/// The paths and numbers that other planned repairs will use.
struct ReservedPaths {
    var paths: Set<WorkspacePath> = []
    /// The highest number that a document has; nil if no repair has needed it yet.
    var highest: Int?
    /// The highest number that a repair will give to a document.
    private(set) var highestTaken = 0
    /// For each name in `Lost and Found` that several entries want, the next number to try.
    private var nextNumbers: [String: Int] = [:]

    /// Reserves the first path that nothing else has.
    ///
    /// - Parameters:
    ///   - name: the name that the path should have, or begin with.
    ///   - path: returns the path with a number in its name; nil if something has it.
    mutating func first(
        for name: String, _ path: (_ suffix: String) throws -> WorkspacePath?
    ) rethrows -> WorkspacePath {
        try NumberedName.first(from: &nextNumbers[name, default: 1]) { suffix in
            try path(suffix).flatMap { paths.insert($0).inserted ? $0 : nil }
        }
    }

    mutating func take(_ name: DocumentName) -> DocumentName {
        paths.insert(.document(name))
        highestTaken = max(highestTaken, name.number)
        return name
    }
}
