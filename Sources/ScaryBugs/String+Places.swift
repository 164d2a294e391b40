/// A search for a text in another one. Swift's own search comes with its regular expressions, which would
/// add 1 MB to the program.
extension StringProtocol {
    package func place(of text: String) -> Range<Index>? {
        for start in indices where self[start...].hasPrefix(text) {
            let end = index(start, offsetBy: text.count, limitedBy: endIndex)
            return start..<(end ?? endIndex)
        }
        return nil
    }

    /// The last place where a text stands as a whole: no letter or digit beside it continues it. nil
    /// if there is none, or if this is longer than 100 bytes: the search can take the square of its
    /// length.
    package func lastPlace(ofWhole text: String) -> Range<Index>? {
        guard utf8.count <= 100 else { return nil }
        return indices.reversed().lazy.compactMap { start in
            guard self[start...].utf8.starts(with: text.utf8),
                let end = index(start, offsetBy: text.count, limitedBy: endIndex),
                !Self.isWord(text.first, continuing: self[..<start].last),
                !Self.isWord(text.last, continuing: self[end...].first)
            else { return nil }
            return start..<end
        }.first
    }

    private static func isWord(_ inner: Character?, continuing outer: Character?) -> Bool {
        [inner, outer].allSatisfy { $0.map { $0.isLetter || $0.isNumber } ?? false }
    }

    /// The parts before and after a text that occurs once; nil otherwise.
    package func halves(around text: String) -> (before: SubSequence, after: SubSequence)? {
        guard let place = place(of: text) else { return nil }
        let after = self[place.upperBound...]
        return after.place(of: text) == nil ? (self[..<place.lowerBound], after) : nil
    }
}
