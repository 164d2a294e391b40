/// Species whose positions others get on a grid, each with its size: the preference `sensitive`.
package struct SensitiveSpecies: Sendable {
    private struct Grid {
        let name: String
        /// The words of the name, in small letters.
        let words: [Substring]
        let distance: String
        let withholding: Withholding
    }

    private var grids: [Grid] = []

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
                let words = Self.words(of: Self.key(name))
                guard let distance = parts.last, !words.isEmpty else {
                    throw ScaryBugsError(
                        .invalidValue,
                        "'\(line.prefix(60))' has no name and distance; "
                            + "write one such as 'Lucanus cervus, 10km'")
                }
                grids.append(
                    Grid(
                        name: name, words: words, distance: distance,
                        withholding: try Withholding(of: [], blur: distance)))
            }
        }
    }

    /// The list on one line.
    package var text: String { grids.map { "\($0.name), \($0.distance)" }.joined(separator: "; ") }

    /// What others don't get of a document; nil if its species isn't in the list.
    package func withholding(of data: DocumentData) -> Withholding? {
        // A name may stand with a doubt beside it, or among what another program tells.
        let species = [data[.species]?.text, data.stored(Self.qualifierKey)?.text].compactMap(
            \.self)
        let named =
            [species, Self.nameColumns.map { kept($0, of: data) }].map { $0.joined(separator: " ") }
            + [data[.title]?.text ?? ""]
            + data.unknown.flatMap { $0.value.plainTexts ?? [] }
        let texts = named.map { Self.words(of: $0.lowercased()) }
        let listed = grids.filter { grid in texts.contains { Self.has($0, grid.words) } }
        return listed.reduce(nil) { $1.withholding.joined(with: $0) }
    }

    private static let qualifierKey = "identificationQualifier"
    /// Columns that make a name together.
    private static let nameColumns = ["genus", "specificepithet"]

    /// The text that a document has under the name of a column; empty for none.
    private func kept(_ column: String, of data: DocumentData) -> String {
        data.unknown.first { PositionTraces.plainKey($0.key) == column }?.value.text ?? ""
    }

    /// Whether a text has the words of a listed name in their order: `Stag beetle (Lucanus cervus)`, or
    /// `Lucanus tetraodon/cervus`. The first letters of the genus of a species are enough, as in `L. cervus`.
    private static func has(_ text: [Substring], _ listed: [Substring]) -> Bool {
        var rest = listed[...]
        for word in text {
            guard let next = rest.first else { return true }
            let isGenus = listed.count > 1 && rest.count == listed.count
            if word == next || isGenus && next.hasPrefix(word) { rest.removeFirst() }
        }
        return rest.isEmpty
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
