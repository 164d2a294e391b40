/// An angle as people write it: `-1.45`, `50°55'56.5"N`, `N 50 55.94`, `50:55:56.5N`.
struct WrittenAngle {
    /// The degrees; negative in the south and the west.
    let degrees: Double
    /// N, S, E or W, before or after the numbers; nil without one.
    let letter: Character?

    var isLatitude: Bool { letter == "N" || letter == "S" }
    var isLongitude: Bool { letter == "E" || letter == "W" }

    static func isLetter(_ character: Character) -> Bool { "NSEWnsew".contains(character) }

    static func isDigit(_ character: Character) -> Bool { "0123456789.".contains(character) }

    /// Parses an angle, with blanks, commas and semicolons around it.
    ///
    /// - Returns: nil for another text, for 60 minutes, and for a letter with a sign.
    init?(_ text: Substring) {
        let isSeparator = { (character: Character) in
            character.isWhitespace || character == "," || character == ";"
        }
        var rest = text.drop(while: isSeparator)
        while let last = rest.last, isSeparator(last) { rest.removeLast() }
        var letter: Character?
        if let first = rest.first, Self.isLetter(first) {
            letter = rest.removeFirst()
        } else if let last = rest.last, Self.isLetter(last) {
            letter = rest.removeLast()
        }
        self.letter = letter?.uppercased().first
        let sign = rest.first.flatMap { "+-".contains($0) ? $0 : nil }
        if sign != nil { rest.removeFirst() }
        // Without a letter or a sign, `12:30` is a time.
        let mayBeTime = letter == nil && sign == nil
        guard letter == nil || sign == nil, !mayBeTime || !rest.contains(":"),
            let size = Self.size(rest)
        else { return nil }
        let isNegative = sign == "-" || self.letter == "S" || self.letter == "W"
        degrees = isNegative ? -size : size
    }

    /// Parses degrees, then minutes, then seconds. Only the last number may have decimals, behind a comma only
    /// after degrees, since it may part two numbers, too.
    private static func size(_ text: Substring) -> Double? {
        var rest = text.drop(while: \.isWhitespace)
        var (size, unit) = (0.0, 1.0)
        for mark in "°'\"" as String {
            let digits = String(rest.prefix { isDigit($0) || unit > 1 && $0 == "," })
            guard digits.first != ",", let number = Double(digits.withDecimalPoints),
                unit == 1 || number < 60
            else { return nil }
            size += number / unit
            unit *= 60
            rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
            if rest.first == mark || rest.first == ":" {
                rest = rest.dropFirst().drop(while: \.isWhitespace)
            }
            if rest.isEmpty { return size }
            if digits.contains(where: { ".,".contains($0) }) { return nil }
        }
        return nil
    }

    /// Parses a decimal number without blanks, such as `-1.45`.
    static func number(_ text: Substring) -> Double? {
        let digits = text.first == "-" ? text.dropFirst() : text
        return digits.allSatisfy(isDigit) ? Double(text) : nil
    }
}
