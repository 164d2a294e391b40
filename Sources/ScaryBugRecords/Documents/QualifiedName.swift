/// A scientific name with a word about how sure the identification is, such as `Bombus cf. terrestris`.
///
/// Darwin Core keeps them apart as `scientificName` and `identificationQualifier`
/// (https://dwc.tdwg.org/terms/#dwc:identificationQualifier).
package struct QualifiedName {
    /// The name that holds in any case: `Bombus terrestris`; for `Carabus aff. auratus`, which means another
    /// species, `Carabus`.
    package let name: String
    /// Such as `cf. terrestris` or `?`; empty without one.
    package let qualifier: String

    /// The place of a qualifier in a name.
    package enum Place {
        /// Before the word that is in doubt.
        case before
        /// Before a word that is no part of the name, or without one: `aff. auratus`, `sp. 1`.
        case insteadOfRest
        /// After the name.
        case behind
    }

    package init(_ text: String) {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        var end = ""
        if let last = words.last, last.hasSuffix("?") {
            words.removeLast()
            if last != "?" { words.append(String(last.dropLast())) }
            end = "?"
        }
        // The mark of another word than the last one stands before what follows: `Osmia? rufa`.
        words = words.flatMap {
            $0.hasSuffix("?") && $0 != "?" ? [String($0.dropLast()), "?"] : [$0]
        }
        var (rest, first, index) = ([] as [String], nil as Int?, 0)
        while index < words.count {
            guard let (place, count) = Self.qualifier(words[index...]),
                index > 0 || place == .before
            else {
                rest.append(words[index])
                index += 1
                continue
            }
            first = first ?? index
            if place == .insteadOfRest { break }
            index += count
        }
        name = rest.joined(separator: " ")
        qualifier = first.map { words[$0...].joined(separator: " ") + end } ?? end
    }

    /// A scientific name without its author and year: `Bombus terrestris` for
    /// `Bombus terrestris (Linnaeus, 1758)`. Any other text stays as it is.
    package static func withoutAuthor(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count > 1, let genus = words.first, genus.first?.isLetter == true,
            genus.dropFirst().allSatisfy({ $0.isLowercase || $0 == "-" })
        else { return text }
        let isCapitalized = genus.first?.isUppercase == true
        let isSubgenus = words.count > 2 && words[1].first == "(" && words[1].last == ")"
        let begin = isSubgenus && words[2].first?.isLowercase == true ? 2 : 1
        let isEpithet = { (index: Int) in
            let isParticle = particles.contains(words[index])
            let next = words[index...].first { !particles.contains($0) }
            // `d'Orbigny` has a capital letter.
            return words[index].first.map { $0.isLowercase || "×?".contains($0) } ?? false
                && !words[index].contains(where: \.isUppercase)
                && !(isParticle && next?.first?.isUppercase == true)
        }
        let end = words.indices.dropFirst(begin).first { !isEpithet($0) } ?? words.endIndex
        let author = words[end...]
        let isNumbered = words[..<end].contains { place(of: $0) == .insteadOfRest }
        // A name of two words with capital letters may be an English one.
        let hasYear = author.contains { Int(plain($0)) != nil }
        let isSure =
            hasYear || author.contains("&") && author.contains { $0.hasSuffix(".") }
        guard !author.isEmpty, author.allSatisfy(isOfAuthor), !isNumbered,
            isCapitalized ? end > begin || isSure : end > begin && hasYear && author.count > 1
        else { return text }
        return words[..<end].joined(separator: " ")
    }

    /// A value as documents are counted, searched and sorted by it: a species without its author and without
    /// further blanks.
    package static func compared(_ value: FieldValue, of field: Field) -> FieldValue {
        guard field === Field.species, case .text(let text) = value else { return value }
        let words = withoutAuthor(text).split(whereSeparator: \.isWhitespace)
        return .text(words.joined(separator: " "))
    }

    private static let particles: Set = [
        "von", "van", "der", "den", "de", "da", "di", "du", "la", "le", "et", "in", "ex", "and",
        "al", "zu", "y",
    ]

    private static func isOfAuthor(_ word: String) -> Bool {
        let name = plain(word)
        let isYear = name.utf8.count == 4 && name.utf8.allSatisfy(\.isASCIIDigit)
        let isName =
            (name.first?.isUppercase == true
                || word.contains("'") && name.contains(where: \.isUppercase))
            && (name.count > 1 || word.contains("."))
        return word == "&" || isYear || isName || particles.contains(name)
    }

    private static func plain(_ word: String) -> String {
        word.filter { $0.isLetter || $0.isNumber }
    }

    /// The place of the qualifier with which a text begins; nil if it begins with none.
    package static func place(of text: String) -> Place? {
        qualifier(text.split(whereSeparator: \.isWhitespace).map(String.init)[...])?.place
    }

    /// The qualifier with which some words begin, and the number of its words.
    private static func qualifier(_ words: ArraySlice<String>) -> (place: Place, count: Int)? {
        let marks = words.prefix(2).map { $0.lowercased().filter { $0 != "." } }
        guard let mark = marks.first else { return nil }
        // A mark is short, also with its points. Most words of names are longer.
        if words.first.map({ $0.utf8.count <= 6 }) == true, let place = places[mark] {
            return (place, 1)
        }
        let isPair = marks.count > 1 && pairs[mark]?.contains(marks[1]) == true
        return isPair ? (.behind, 2) : nil
    }

    private static let places: [String: Place] = [
        "cf": .before, "nr": .before, "?": .before,
        "aff": .insteadOfRest, "sp": .insteadOfRest, "spp": .insteadOfRest,
        "spec": .insteadOfRest, "indet": .insteadOfRest,
        "agg": .behind, "sl": .behind, "slat": .behind, "ss": .behind, "sstr": .behind,
    ]
    /// Qualifiers of two words: in the wide or the narrow sense.
    private static let pairs: [String: Set<String>] = [
        "sensu": ["lato", "stricto"], "s": ["l", "lat", "s", "str"],
    ]
}
