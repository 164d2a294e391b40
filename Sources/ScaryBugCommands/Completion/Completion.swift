import ScaryBugs

/// The candidates for the word at the cursor of a line.
struct Completion {
    /// The start of the word, as an offset in UTF-8.
    var start: Int
    var candidates: Candidates

    static let none = Completion(start: 0, candidates: .none)

    /// The longest common prefix of all words, quoted; empty if there are more candidates than known.
    var commonPrefix: String {
        guard let first = candidates.list.first, candidates.areAll else { return "" }
        let words = candidates.list.map(\.word)
        var length = words.reduce(first.word.utf8.count) { length, word in
            zip(first.word.utf8.prefix(length), word.utf8).prefix { $0 == $1 }.count
        }
        // Takes whole characters, so as not to split an accented letter or an emoji.
        while !words.allSatisfy({ $0.hasCharacterBoundary(at: length) }) { length -= 1 }
        return first.replacement(upTo: length)
    }
}

extension String {
    /// Whether a character begins or ends at an offset in UTF-8.
    fileprivate func hasCharacterBoundary(at offset: Int) -> Bool {
        let index = utf8.index(startIndex, offsetBy: offset)
        let isInASCII =
            utf8[..<index].suffix(1).allSatisfy { $0 < 0x80 }
            && utf8[index...].prefix(1).allSatisfy { $0 < 0x80 }
        return isInASCII || index.samePosition(in: self) != nil
    }
}
