/// A latitude and a longitude in one text: two angles, a point of WKT, a position of ISO 6709, or angles
/// with the names of both.
struct WrittenPair {
    /// The degrees, unchecked.
    let latitude, longitude: Double
    /// Whether the text can mean nothing but a position.
    let isNamed: Bool

    private typealias Degrees = (latitude: Double, longitude: Double)

    init?(_ text: String) throws {
        let named = try Self.point(text) ?? Self.digits(text) ?? Self.named(text)
        let isInBrackets = text.first == "(" && text.last == ")"
        let plain = isInBrackets ? String(text.dropFirst().dropLast()) : text
        guard let pair = named ?? Self.angles(in: plain) else { return nil }
        ((latitude, longitude), isNamed) = (pair, named != nil)
    }

    /// Parses a point in well-known text, which has the longitude first: `POINT (-1.45 50.93)`.
    private static func point(_ text: String) throws -> Degrees? {
        guard let first = text.first, "PpSs".contains(first), let parts = wkt.groups(in: text),
            let longitude = Double(parts[3]), let latitude = Double(parts[4])
        else { return nil }
        try check(datum: parts[2])
        return (latitude, longitude)
    }

    private static let wkt = TextPattern(
        "^(SRID=([0-9]+) *; *)?POINT *[ZM]* *[(] *([-+]?[0-9.]+)[ ,]+([-+]?[0-9.]+)[-+0-9. ]*[)]$",
        ignoringCase: true)

    /// Parses ISO 6709 without blanks: `+50.9324-001.4508/`, also with minutes and seconds.
    private static func digits(_ text: String) throws -> Degrees? {
        guard let first = text.first, "+-".contains(first), let parts = iso6709.groups(in: text)
        else { return nil }
        let angles = zip([parts[1], parts[4]], [3, 4]).compactMap { part, width in
            var (spaced, rest) = (String(part.prefix(width)), part.dropFirst(width))
            while rest.first?.isNumber == true {
                spaced += " " + rest.prefix(2)
                rest = rest.dropFirst(2)
            }
            return WrittenAngle((spaced + rest).withDecimalPoints[...])
        }
        try check(datum: parts[9])
        return angles.count == 2 ? (angles[0].degrees, angles[1].degrees) : nil
    }

    private static let iso6709 = TextPattern(
        "^([-+]([0-9]{2}|[0-9]{4}|[0-9]{6})([.,][0-9]+)?)([-+]([0-9]{3}|[0-9]{5}|[0-9]{7})([.,][0-9]+)?)"
            + "([-+][0-9.]+)?(CRS([A-Za-z0-9_]+))?/?$")

    private static func check(datum: String) throws {
        guard !Datum.isUsual(datum) else { return }
        throw ScaryBugsError(
            .invalidValue, "'\(datum)' is not WGS 84, which GPS receivers and maps use")
    }

    /// Parses angles with their names: `lat: 50.93, lon: -1.45`.
    private static func named(_ text: String) -> Degrees? {
        let words = text.split { !$0.isLetter }.filter { $0.utf8.count > 2 }
        guard words.count == 2, let place = text.firstIndex(where: { $0.isLetter || $0.isNumber }),
            place == words[0].startIndex
        else { return nil }
        let rests = [text[words[0].endIndex..<words[1].startIndex], text[words[1].endIndex...]]
        let isMark = { (character: Character) in ":=.,;&\"{}' ".contains(character) }
        let angles = rests.compactMap { rest in
            WrittenAngle(
                String(rest.drop(while: isMark).reversed().drop(while: isMark).reversed())[...])
        }
        let isSwapped = isName(words[0], ofLatitude: false)
        guard angles.count == 2, isName(words[isSwapped ? 1 : 0], ofLatitude: true),
            isName(words[isSwapped ? 0 : 1], ofLatitude: false)
        else { return nil }
        let (latitude, longitude) = isSwapped ? (angles[1], angles[0]) : (angles[0], angles[1])
        return latitude.isLongitude || longitude.isLatitude
            ? nil : (latitude.degrees, longitude.degrees)
    }

    /// Whether a word is a latitude or a longitude, in English, German, French, Spanish or Dutch.
    static func isName(_ word: some StringProtocol, ofLatitude isLatitude: Bool) -> Bool {
        let names =
            isLatitude ? ["lat", "breit", "breed"] : ["lon", "lng", "läng", "laeng", "leng"]
        return names.contains { word.lowercased().hasPrefix($0) }
    }

    /// Parses two angles. Their letters may swap the order.
    private static func angles(in text: String) -> Degrees? {
        guard let halves = halves(of: text), let first = WrittenAngle(halves.first),
            let second = WrittenAngle(halves.second)
        else { return nil }
        let isSwapped = first.isLongitude && second.isLatitude
        let (latitude, longitude) = isSwapped ? (second, first) : (first, second)
        let isPair =
            first.letter == nil && second.letter == nil
            || latitude.isLatitude && longitude.isLongitude
        return isPair ? (latitude.degrees, longitude.degrees) : nil
    }

    /// The texts of the two angles. Letters part them, else a semicolon, a comma or a blank does.
    private static func halves(of text: String) -> (first: Substring, second: Substring)? {
        let letters = text.indices.filter { WrittenAngle.isLetter(text[$0]) }
        if letters.count == 2 {
            let cut = text.startIndex == letters[0] ? letters[1] : text.index(after: letters[0])
            return (text[..<cut], text[cut...])
        }
        guard letters.isEmpty else { return nil }
        let parts = [
            text.split(separator: ";"), text.split(separator: ","),
            text.split(whereSeparator: \.isWhitespace),
        ].first { $0.count > 1 }
        return parts.flatMap { $0.count == 2 ? ($0[0], $0[1]) : nil }
    }
}
