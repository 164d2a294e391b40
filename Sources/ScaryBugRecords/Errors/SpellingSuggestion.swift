/// Suggests the name that the user probably meant.
package enum SpellingSuggestion {
    /// The end of a message, such as `; the nearest is 'list'`.
    ///
    /// - Parameters:
    ///   - word: the misspelled word.
    ///   - other: the end if no name is near; nil for none.
    package static func hint(
        to word: String, among names: [String], else other: @autoclosure () -> String? = nil
    ) -> String {
        let hint = name(to: word, among: names).map { "the nearest is '\($0)'" } ?? other()
        return hint.map { "; \($0)" } ?? ""
    }

    /// The list of all names as the end of a message.
    package static func list(of names: [String]) -> String {
        names.isEmpty ? "there are none yet" : "there are: \(names.joined(separator: ", "))"
    }

    /// A name that begins with the word or its singular, or else the name with the smallest edit distance.
    ///
    /// The distance may be up to a third of the word's length, or 2 for a short word.
    package static func name(to word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        // A word that long is not a misspelt name, and the time grows with the product of the
        // lengths.
        guard (1...32).contains(word.count) else { return nil }
        let singular = word.count > 4 && word.last == "s" ? [String(word.dropLast())] : []
        for word in [word] + singular where word.count > 1 {
            if let name = names.first(where: { $0.lowercased().hasPrefix(word) }) { return name }
        }
        let most = max(2, word.count / 3)
        let distances = names.filter { abs($0.count - word.count) <= most }
            .map { (name: $0, distance: distance(word, $0.lowercased())) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }),
            nearest.distance <= most, nearest.distance < max(min(word.count, nearest.name.count), 2)
        else { return nil }
        return nearest.name
    }

    /// The name with the smallest edit distance, however large; nil without names.
    package static func closest(to word: String, among names: [String]) -> String? {
        names.min { distance(word, $0) < distance(word, $1) }
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours (optimal string
    /// alignment).
    package static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left)
        let right = Array(right)
        var rows = [Array(0...right.count)]
        for (i, character) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                let same = character == other ? 0 : 1
                var best = min(rows[i][j] + same, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, character == right[j - 1], left[i - 1] == other {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
