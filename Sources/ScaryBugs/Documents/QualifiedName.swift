/// A scientific name with a word about how sure the identification is, such as `Bombus cf. terrestris`.
///
/// Darwin Core keeps them apart as `scientificName` and `identificationQualifier`
/// (https://dwc.tdwg.org/terms/#dwc:identificationQualifier).
struct QualifiedName {
    /// The name that holds in any case: `Bombus terrestris`; for `Carabus aff. auratus`, which means another
    /// species, `Carabus`.
    let name: String
    /// Such as `cf. terrestris` or `?`; empty without one.
    let qualifier: String

    init(_ text: String) {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        var end = ""
        if let last = words.last, last.hasSuffix("?") {
            words.removeLast()
            if last != "?" { words.append(String(last.dropLast())) }
            end = "?"
        }
        // A mark is short, also with its points. Most words of names are longer.
        let marks = words.map { $0.utf8.count > 6 ? "" : $0.lowercased().filter { $0 != "." } }
        guard let place = marks.firstIndex(where: { Self.isQualifier($0) }), place > 0 else {
            (name, qualifier) = (words.joined(separator: " "), end)
            return
        }
        let rest = words[(place + 1)...]
        let isUnknown = marks[place] == "aff" || marks[place] == "sp" || marks[place] == "spp"
        name = (words[..<place] + (isUnknown ? [] : rest)).joined(separator: " ")
        qualifier = words[place...].joined(separator: " ") + end
    }

    private static func isQualifier(_ word: String) -> Bool {
        ["cf", "aff", "nr", "sp", "spp", "agg", "sl"].contains(word)
    }
}
