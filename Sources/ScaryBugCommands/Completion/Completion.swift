import ScaryBugs

/// The candidates for the word at the cursor of a line.
struct Completion {
    /// The start of the word, as an offset in UTF-8.
    var start: Int
    var candidates: Candidates

    /// No completions.
    static let none = Completion(start: 0, candidates: .none)

    /// The longest common prefix of all replacements; empty if there are more candidates than known.
    var commonPrefix: String {
        let replacements = candidates.list.map(\.replacement)
        guard let first = replacements.first, candidates.areAll else { return "" }
        var length = replacements.reduce(first.utf8.count) { length, replacement in
            var common = 0
            for (byte, other) in zip(first.utf8, replacement.utf8) {
                guard common < length, byte == other else { break }
                common += 1
            }
            return common
        }
        // Takes whole characters, so as not to split an accented letter or an emoji.
        while !replacements.allSatisfy({ $0.hasCharacterBoundary(at: length) }) {
            length -= 1
        }
        let prefix = first[..<first.utf8.index(first.startIndex, offsetBy: length)]
        // A backslash must not be separated from the character that it quotes.
        let backslashes = prefix.reversed().prefix { $0 == "\\" }.count
        return String(prefix.dropLast(backslashes % 2))
    }
}

extension String {
    /// Whether a character begins or ends at an offset in UTF-8.
    fileprivate func hasCharacterBoundary(at offset: Int) -> Bool {
        utf8.index(startIndex, offsetBy: offset).samePosition(in: self) != nil
    }
}
