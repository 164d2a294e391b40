/// The type of labels: Helvetica, or a font with the same widths, such as Arial and Liberation Sans.
///
/// Widths are in thousandths of the font's size.
enum LabelType {
    /// The widths of the characters of ASCII from the blank on. Source: Adobe's font metrics of Helvetica.
    private static let widths: [Int] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
        556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722,
        722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
        667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
        556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,
        500, 334, 260, 334, 584,
    ]

    static func width(of text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// The width of a character. Outside ASCII, it is an estimate for letters of other scripts.
    private static func width(of character: Character) -> Int {
        if let ascii = character.asciiValue {
            let place = Int(ascii) - 0x20
            return widths.indices.contains(place) ? widths[place] : 0
        }
        return character.unicodeScalars.map(width).max() ?? 0
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar {
        case "°": return 400
        case "±": return 584
        case "–": return 556
        default: break
        }
        switch TerminalText.width(of: scalar) {
        case 0: return 0
        case 1: return scalar.properties.isUppercase ? 780 : 600
        default: return 1_000
        }
    }

    /// Breaks a text into lines, at blanks where there are any.
    ///
    /// - Parameters:
    ///   - text: words with a blank between two of them.
    ///   - width: the most that a line has.
    ///   - most: the number of lines after which it stops.
    static func lines(of text: String, width: Int, atMost most: Int) -> [Substring] {
        var (lines, rest): ([Substring], Substring) = ([], text[...])
        while !rest.isEmpty, lines.count < most {
            let line = firstLine(of: rest, width)
            lines.append(line)
            rest = rest[line.endIndex...].drop { $0 == " " }
        }
        return lines
    }

    private static func firstLine(of text: Substring, _ width: Int) -> Substring {
        var (used, blank): (Int, Substring.Index?) = (0, nil)
        for index in text.indices {
            used += self.width(of: text[index])
            if text[index] == " " {
                blank = index
            } else if used > width, index > text.startIndex {
                return text[..<(blank ?? index)]
            }
        }
        return text
    }

    /// The beginning of a text with the mark of a cut.
    static func cut(_ text: Substring, width: Int) -> String {
        let mark: Character = "…"
        var used = self.width(of: mark)
        let kept = text.prefix { character in
            used += self.width(of: character)
            return used <= width
        }
        return String(kept).trimmed + String(mark)
    }
}
