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
