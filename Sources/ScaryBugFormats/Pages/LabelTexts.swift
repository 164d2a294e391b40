/// The texts of a label.
package struct LabelTexts {
    /// A text that begins on a line of its own.
    struct Part {
        /// The name of its last field, which a cut shortens.
        let field: String
        let text: String
        /// The beginning of the text that no cut may shorten.
        var kept = ""
        /// Whether each character is in italics; empty for an upright text.
        var italics: [Bool] = []
    }

    /// The names of the fields that a label may show.
    package static let fields = Set(
        [
            Field.title, .species, .place, .at, .seen, .observer, .determiner, .license, .credit,
        ].map(\.name))

    /// The parts that each label has, if the document has the values.
    let parts: [Part]
    /// The license and the credit, for which there may be no room; nil if the document has none.
    let rights: Part?

    /// - Parameters:
    ///   - data: the values as others get them.
    ///   - number: the number, or the name of the directory that tells apart documents with one number.
    package init(_ data: DocumentData, number: String) {
        let text = { (field: Field) in Self.plain(data[field]?.text ?? "") }
        let species = text(.species)
        let title =
            species.isEmpty
            ? Part(field: Field.title.name, text: Self.plain(data.title))
            : Part(
                field: Field.species.name, text: species, italics: ItalicName(species).flags)
        var date = ""
        if case .date(let seen)? = data[.seen] { date = seen.labelText }
        let position = data.position(in: .at)?.labelText ?? ""
        let named = { (word: String, field: Field) in
            let name = text(field)
            return (field, name.isEmpty ? "" : word + " " + name)
        }
        parts = [
            title, Part(field: Field.place.name, text: text(.place)),
            Part(
                field: Field.at.name, text: position.isEmpty ? text(.at) : position, kept: position),
            Self.part((.seen, date), named("leg.", .observer)),
            Self.part((.determiner, "No. \(number)"), named("det.", .determiner)),
        ].filter { !$0.text.isEmpty }
        let rights = [Field.license, .credit].map { ($0.name, text($0)) }.filter { !$0.1.isEmpty }
        self.rights =
            rights.isEmpty
            ? nil
            : Part(
                field: rights.map(\.0).joined(separator: " and "),
                text: rights.map(\.1).joined(separator: " "))
    }

    private static func part(_ first: (Field, String), _ second: (Field, String)) -> Part {
        let texts = [first.1, second.1].filter { !$0.isEmpty }
        let last = second.1.isEmpty ? first.0 : second.0
        return Part(field: last.name, text: texts.joined(separator: " "), kept: first.1)
    }

    /// The words of a text, without hidden characters, which could change the order of others.
    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).map { word in
            String(
                String.UnicodeScalarView(word.unicodeScalars.filter { !TerminalText.isHidden($0) }))
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension EDTFDate {
    /// The date as collections write it, with a Roman month: `12.v.2026` and `12–15.v.2026`. No country
    /// reads it with the month first. The time of day is left out.
    var labelText: String {
        let ends = text.split(separator: "/").map { LabelDay($0) }
        guard let first = ends.first, let last = ends.last, ends.count == 2 else {
            return ends.first?.text ?? ""
        }
        if first.isOpen { return "until " + last.text }
        if last.isOpen { return "from " + first.text }
        return first == last ? first.text : first.text(before: last) + "–" + last.text
    }
}

/// A day, a month or a year on a label.
private struct LabelDay: Equatable {
    /// The day, the month and the year, or the last of them.
    private var parts: [String] = []
    private let qualifier: Character?
    /// Whether it is the open end of an interval.
    let isOpen: Bool

    init(_ date: Substring) {
        isOpen = date == ".."
        qualifier = date.last.flatMap { "?~%".contains($0) ? $0 : nil }
        let numbers = date.prefix { $0 != "T" && $0 != qualifier }.split(separator: "-")
        for (place, number) in numbers.enumerated() {
            switch place {
            case 0: parts = [String(number)]
            case 1:
                let month = Int(number).flatMap(WrittenDate.romanNumber)
                parts.insert(month ?? String(number), at: 0)
            default: parts.insert(String(number.drop { $0 == "0" }), at: 0)
            }
        }
    }

    var text: String {
        let isApproximate = qualifier == "~" || qualifier == "%"
        let isUncertain = qualifier == "?" || qualifier == "%"
        return (isApproximate ? "c. " : "") + parts.joined(separator: ".")
            + (isUncertain ? "?" : "")
    }

    /// The text before the end of an interval, without what both have in common.
    func text(before last: LabelDay) -> String {
        guard parts.count == last.parts.count, qualifier == nil, last.qualifier == nil else {
            return text
        }
        var (own, others) = (parts, last.parts)
        while own.count > 1, own.last == others.last {
            own.removeLast()
            others.removeLast()
        }
        return own.joined(separator: ".")
    }
}

extension Position {
    /// The degrees with five decimals, which are about a metre, or with four where they are less certain
    /// than 100 m: `50.93236°N 1.45078°W ±25m`.
    var labelText: String {
        let metres = uncertainty ?? 0
        let decimals = metres < 100 ? 5 : 4
        let degrees = { (units: Int32, letters: (north: String, south: String)) in
            let unit = decimals == 5 ? 100.0 : 1_000.0
            let number = Int32((Double(units.magnitude) / unit).rounded())
            return Self.digits(number, decimals) + "°" + (units < 0 ? letters.south : letters.north)
        }
        let place = degrees(latitudeUnits, ("N", "S")) + " " + degrees(longitudeUnits, ("E", "W"))
        if metres == 0 { return place }
        let whole = Int32(metres.rounded(.up))
        return place + " ±\(metres < 10 ? Self.digits(centimetres, 2) : String(whole))m"
    }
}
