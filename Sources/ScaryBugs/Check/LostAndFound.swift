/// The directory for entries that `check --repair` moves out of the way. Nothing is deleted, and
/// nothing in the directory is replaced.
enum LostAndFound {
    static let name = "Lost and Found"

    /// The maximum length of a name in bytes, which leaves room for a number.
    private static let longestName = 200

    /// Returns an unused path in the directory.
    ///
    /// - Parameter origin: the name of the document that contained the entry; nil if none did.
    static func freePath(
        for entry: RawName, of origin: String? = nil, in workspace: Directory
    ) throws -> WorkspacePath {
        let wanted = cut([origin, entry.shown].compactMap(\.self).joined(separator: " "))
        let directory = try workspace.directory(named: name)
        var free = wanted
        var count = 1
        while try directory?.status(of: free) != nil {
            count += 1
            free = numbered(wanted, count)
        }
        return .other([RawName(name), RawName(free)])
    }

    /// Inserts a number before the extension: `3 2.scarybug`.
    private static func numbered(_ name: String, _ count: Int) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return "\(name) \(count)"
        }
        return "\(name[..<dot]) \(count)\(name[dot...])"
    }

    private static func cut(_ name: String) -> String {
        var name = name
        while name.utf8.count > longestName { name.removeFirst() }
        return name
    }
}
