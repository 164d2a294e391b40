/// Species whose positions others get on a grid, each with its size: the preference `sensitive`.
package struct SensitiveSpecies: Sendable {
    private var grids: [(name: String, distance: String, withholding: Withholding)] = []

    /// Parses lines such as `Lucanus cervus, 10km`. A name of a genus stands for all its species.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message has the number of the line.
    package init(_ text: String) throws {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline || $0 == ";" }
        for (index, line) in lines.enumerated()
        where !String(line).trimmed.isEmpty && !String(line).trimmed.hasPrefix("#") {
            let parts = line.split(separator: ",").map {
                String($0.filter { $0 != "\"" }).trimmed
            }
            let name = parts.dropLast().joined(separator: ", ")
            try naming("line \(index + 1)") {
                guard let distance = parts.last, !Self.key(name).isEmpty else {
                    throw ScaryBugsError(
                        .invalidValue,
                        "'\(line.prefix(60))' has no name and distance; "
                            + "write one such as 'Lucanus cervus, 10km'")
                }
                grids.append((name, distance, try Withholding(of: [], blur: distance)))
            }
        }
    }

    /// The list on one line.
    package var text: String { grids.map { "\($0.name), \($0.distance)" }.joined(separator: "; ") }

    /// What others don't get of a document; nil if its species isn't in the list.
    package func withholding(of data: DocumentData) -> Withholding? {
        let names = [Field.species, .title].compactMap { data[$0]?.text }
        let listed = grids.filter { entry in
            let key = Self.key(entry.name)
            return names.contains { Self.isListed(Self.key($0), as: key) || Self.has($0, key) }
        }
        return listed.reduce(nil) { $1.withholding.joined(with: $0) }
    }

    /// Whether a text has the words of a listed name among others: `Stag beetle (Lucanus cervus)`, or
    /// `Lucanus tetraodon/cervus`.
    private static func has(_ text: String, _ key: String) -> Bool {
        var rest = Self.words(of: key)[...]
        for word in Self.words(of: text.lowercased()) where word == rest.first {
            rest.removeFirst()
        }
        return rest.isEmpty
    }

    /// Whether a name is a listed one, or of a part of it: `L. cervus` may be any `Lucanus cervus`.
    private static func isListed(_ name: String, as key: String) -> Bool {
        if name == key || name.hasPrefix(key + " ") { return true }
        guard let point = name.firstIndex(of: "."), point > name.startIndex,
            let blank = key.firstIndex(of: " "), key[..<blank].hasPrefix(name[..<point])
        else { return false }
        let (rest, epithet) = (
            String(name[point...].dropFirst()).trimmed, key[blank...].dropFirst()
        )
        return rest == epithet || rest.hasPrefix(epithet + " ")
    }

    private static func words(of name: String) -> [Substring] {
        name.split { !$0.isLetter }
    }

    /// A name without author, subgenus and words about how sure it is, in small letters.
    private static func key(_ name: String) -> String {
        QualifiedName(QualifiedName.withoutAuthor(name)).name.lowercased()
            .split(whereSeparator: \.isWhitespace).filter { $0.first != "(" }.joined(separator: " ")
    }
}
