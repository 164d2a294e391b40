/// The directory for what is in the way: nothing is deleted, and nothing there is replaced.
enum LostAndFound {
    static let name = "Lost and Found"

    /// Leaves room for a number in what file systems allow for a name.
    private static let longestName = 200

    /// A path there that nothing has yet.
    ///
    /// - Parameter origin: the name of the document from which the entry comes; nil if from none.
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

    /// `3 2.scarybug`
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
