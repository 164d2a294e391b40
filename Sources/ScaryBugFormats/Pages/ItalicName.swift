/// The parts of a scientific name that are in italics: genus and epithets, but neither authors nor marks such
/// as `cf.` (International Code of Zoological Nomenclature, General Recommendations, B6).
struct ItalicName {
    /// Whether each character is in italics.
    private(set) var flags: [Bool] = []

    /// Whether the next word may belong to the name. An author ends a name, and a rank such as `subsp.` goes
    /// on with it.
    private var isInName = true
    private var hasGenus = false

    /// - Parameter text: words with a blank between two of them.
    init(_ text: String) {
        let words = text.split(separator: " ")
        var wasItalic = false
        for (place, word) in words.enumerated() {
            let next = place + 1 < words.count ? words[place + 1] : ""
            let isItalic = isItalic(word, before: next)
            if place > 0 { flags.append(wasItalic && isItalic) }
            flags += Array(repeating: isItalic, count: word.count)
            wasItalic = isItalic
        }
    }

    private static let ranks: Set = ["subsp", "ssp", "var", "f", "forma", "ab", "x", "×"]
    private static let authorWords: Set = [
        "de", "van", "von", "der", "den", "du", "da", "la", "le", "et", "and", "ex", "in", "nec",
        "non",
        "auct", "sensu", "nom", "nov",
    ]

    private mutating func isItalic(_ word: Substring, before next: Substring) -> Bool {
        if Self.isMark(word) {
            // What stands after `sp.` is no epithet. After `aff.` it is one, of another species.
            isInName =
                QualifiedName.place(of: String(word)) != .insteadOfRest || Self.plain(word) == "aff"
            return false
        }
        if !hasGenus {
            hasGenus = true
            return true
        }
        isInName = isInName && (Self.isEpithet(word) || Self.isSubgenus(word, before: next))
        return isInName
    }

    private static func isEpithet(_ word: Substring) -> Bool {
        !authorWords.contains(plain(word))
            && word.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "?" }
    }

    /// Whether a word is `(Bombus)` in `Bombus (Bombus) terrestris`. An author has no epithet or mark after it.
    private static func isSubgenus(_ word: Substring, before next: Substring) -> Bool {
        guard word.hasPrefix("("), word.hasSuffix(")"), !next.isEmpty else { return false }
        return isMark(next) || isEpithet(next)
    }

    private static func isMark(_ word: Substring) -> Bool {
        ranks.contains(plain(word)) || QualifiedName.place(of: String(word)) != nil
    }

    /// A word in lower case without points, such as `cf`.
    private static func plain(_ word: Substring) -> String {
        word.lowercased().filter { $0 != "." }
    }
}
