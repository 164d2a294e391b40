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
        // The number precedes the extension: `3 2.scarybug`.
        let dot = wanted.lastIndex(of: ".").flatMap { $0 > wanted.startIndex ? $0 : nil }
        let end = dot ?? wanted.endIndex
        let free = try NumberedName.first { suffix in
            let free = wanted[..<end] + suffix + wanted[end...]
            return try directory?.status(of: String(free)) == nil ? String(free) : nil
        }
        return .other([RawName(name), RawName(free)])
    }

    private static func cut(_ name: String) -> String {
        var name = name
        while name.utf8.count > longestName { name.removeFirst() }
        return name
    }
}
