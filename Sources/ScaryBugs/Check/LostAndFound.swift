import SystemPackage

/// Where what is in the way goes: nothing is ever deleted, and nothing there is replaced.
struct LostAndFound {
    static let name = "Lost and Found"

    private let directory: Directory
    /// Room for a number, in what file systems allow for a name.
    private static let longestName = 200

    init(in workspace: Directory) throws {
        directory = try workspace.directory(creating: Self.name)
    }

    /// Takes something in.
    ///
    /// - Parameter origin: the name of the document from which it comes; nil if from none.
    /// - Returns: its path beneath the user's directory.
    func take(_ entry: RawName, from source: Directory, of origin: String?) throws -> String {
        let wanted = Self.cut([origin, entry.shown].compactMap(\.self).joined(separator: " "))
        var name = wanted
        var count = 1
        while true {
            do {
                try source.move(entry, to: name, in: directory)
                try directory.sync()
                return "\(Self.name)/\(name)"
            } catch let error as ScaryBugsError where error.code == .system(.fileExists) {
                count += 1
                name = Self.numbered(wanted, count)
            }
        }
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
