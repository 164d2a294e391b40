import ScaryBugs

/// A line with the part that is wrong, which a terminal shows below the error.
///
///     list rating:>x
///          ^~~~~~~~~
struct ErrorMark {
    private let before: String
    private let wrong: String
    private let after: String

    /// - Parameters:
    ///   - word: a word of the line, or a part of one.
    ///   - words: the words of the line.
    /// - Returns: nil if no word contains it, such as a word of a saved query.
    init?(_ word: String, in words: [LineWord]) {
        guard !word.isEmpty,
            let index = words.firstIndex(where: { $0.text == word })
                ?? words.lastIndex(where: { $0.text.place(of: word) != nil })
        else { return nil }
        let quoted = words.map { LineLexer.line(of: [$0.text]) }
        let whole = quoted[index]
        let isPart = words[index].text != word
        let range = (isPart ? whole.place(of: word) : nil) ?? whole.startIndex..<whole.endIndex
        before = quoted[..<index].map { $0 + " " }.joined() + whole[..<range.lowerBound]
        wrong = String(whole[range])
        after = whole[range.upperBound...] + quoted[(index + 1)...].map { " " + $0 }.joined()
    }

    /// - Parameter column: the column at which the wrong part begins, from 1.
    init(_ line: [UInt8], from column: Int) {
        let line = String(decoding: line, as: UTF8.self)
        before = String(line.prefix(column - 1))
        wrong = String(line.dropFirst(column - 1))
        after = ""
    }

    private static let indent = "  "

    /// The line, shortened to the terminal's width, with the wrong part underlined.
    ///
    /// - Parameter isColored: whether the terminal underlines it; otherwise another line does.
    func text(width: Int, isColored: Bool) -> String {
        let room = max(8, width - Self.indent.count - 1)
        let wrong = DisplayWidth.cut(TerminalText.text(wrong), to: room * 3 / 4)
        let columns = DisplayWidth.columns(of: wrong)
        let before = Self.end(of: TerminalText.text(before), room - columns)
        let rest = room - columns - DisplayWidth.columns(of: before)
        let after = rest > 0 ? DisplayWidth.cut(TerminalText.text(after), to: rest) : ""
        let start = Self.indent + before
        if isColored { return start + Color.wrong.text(wrong) + after + "\n" }
        let blanks = String(repeating: " ", count: DisplayWidth.columns(of: start))
        let tildes = String(repeating: "~", count: max(0, columns - 1))
        return "\(start)\(wrong)\(after)\n\(blanks)^\(tildes)\n"
    }

    /// The end of a text, after `…` if it is too wide.
    private static func end(of text: String, _ width: Int) -> String {
        String(DisplayWidth.cut(String(text.reversed()), to: width).reversed())
    }
}
