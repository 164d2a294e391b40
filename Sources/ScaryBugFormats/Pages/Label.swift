/// A text that is too long for its label.
package struct LabelCut: Sendable {
    /// The name of the field, or of several fields.
    package let field: String
    /// The text on the label; nil if there is no room for any of it.
    package let text: String?
}

/// A label with its lines, each as wide as the label at most.
package struct Label: Sendable {
    struct Line {
        struct Span: Hashable {
            var text: String
            let isItalic: Bool
        }

        /// The parts of the text, upright and in italics.
        let spans: [Span]
        /// In thousandths of the font's size.
        let width: Int

        var text: String { spans.map(\.text).joined() }
    }

    let lines: [Line]
    /// The size of the font, in hundredths of a point.
    let fontSize: Int
    package private(set) var cuts: [LabelCut] = []

    // Labels have 19 by 10 mm. Collections want them small, and all alike. The label for the place alone has
    // five lines of Helvetica in 4 points at the Mississippi Entomological Museum (Report 2016-01), and at
    // most 22 by 8 mm at Purdue's. These have two lines more, since they also name the species. 19 mm are
    // enough for a position, and ten of them for the width of a sheet. Their sizes are whole pixels of CSS,
    // so no browser cuts off an edge.

    /// The size of a label, in hundredths of a point.
    package static let (width, height) = (5_400, 2_850)
    /// The space between the text and the edges.
    static let margin = 99
    /// The sizes of the font. Smaller ones can't be read without a lens.
    private static let fontSizes = [500, 450, 400]

    /// The distance of two lines.
    static func lineHeight(_ fontSize: Int) -> Int { fontSize * 105 / 100 }

    private struct Space {
        let fontSize, width, lines: Int

        init(fontSize: Int) {
            self.fontSize = fontSize
            width = (Label.width - 2 * Label.margin) * 1_000 / fontSize
            lines = (Label.height - 2 * Label.margin) / Label.lineHeight(fontSize)
        }
    }

    private typealias Part = LabelTexts.Part

    /// Breaks texts into lines, in the largest size in which they fit. In the smallest one, it cuts them.
    package init(_ texts: LabelTexts) {
        let spaces = Self.fontSizes.map { Space(fontSize: $0) }
        let missing = texts.rights.map { LabelCut(field: $0.field, text: nil) }
        for parts in [texts.parts + [texts.rights].compactMap(\.self), texts.parts] {
            for space in spaces {
                let broken = Self.broken(parts, space)
                guard broken.reduce(0, { $0 + $1.count }) <= space.lines else { continue }
                fontSize = space.fontSize
                lines = zip(parts, broken).flatMap { part, lines in
                    lines.map { Self.line(String($0), at: $0.startIndex, of: part) }
                }
                if parts.count == texts.parts.count { cuts = [missing].compactMap(\.self) }
                return
            }
        }
        let space = Space(fontSize: Self.fontSizes.min() ?? 0)
        fontSize = space.fontSize
        var (lines, cuts): ([Line], [LabelCut]) = ([], [])
        let broken = Self.broken(texts.parts, space)
        let least = texts.parts.map { part in
            // The mark of the cut takes room, too.
            part.kept.isEmpty
                ? 1
                : LabelType.lines(of: part.kept + " …", width: space.width, atMost: space.lines)
                    .count
        }
        let counts = Self.counts(broken.map(\.count), least: least, sum: space.lines)
        for ((part, whole), count) in zip(zip(texts.parts, broken), counts) {
            var shown = whole.prefix(count).map(String.init)
            if count < whole.count {
                let rest = part.text[whole[count - 1].startIndex...]
                shown[count - 1] = LabelType.cut(rest, width: space.width)
                cuts.append(LabelCut(field: part.field, text: shown.joined(separator: " ")))
            }
            lines += zip(shown, whole).map { Self.line($0, at: $1.startIndex, of: part) }
        }
        (self.lines, self.cuts) = (lines, cuts + [missing].compactMap(\.self))
    }

    /// The lines of each part, up to one more than there is room for.
    private static func broken(_ parts: [Part], _ space: Space) -> [[Substring]] {
        parts.map { LabelType.lines(of: $0.text, width: space.width, atMost: space.lines + 1) }
    }

    /// - Parameters:
    ///   - text: the text of the line, which may end with the mark of a cut.
    ///   - start: the place of the line in the text of the part.
    private static func line(_ text: String, at start: String.Index, of part: Part) -> Line {
        let flags = part.italics.dropFirst(part.text[..<start].count)
        var spans: [Line.Span] = []
        for (place, character) in text.enumerated() {
            let flag = flags.dropFirst(place).first ?? spans.last?.isItalic ?? false
            if spans.last?.isItalic == flag {
                spans[spans.count - 1].text.append(character)
            } else {
                spans.append(Line.Span(text: String(character), isItalic: flag))
            }
        }
        return Line(spans: spans, width: LabelType.width(of: text))
    }

    /// The lines that each part may have. The longest loses first, of several the last one.
    private static func counts(_ wanted: [Int], least: [Int], sum: Int) -> [Int] {
        var counts = wanted
        while counts.reduce(0, +) > sum {
            let longest = counts.indices.reversed().filter { counts[$0] > least[$0] }
                .max { counts[$0] < counts[$1] }
            guard let longest else { break }
            counts[longest] -= 1
        }
        return counts
    }
}
