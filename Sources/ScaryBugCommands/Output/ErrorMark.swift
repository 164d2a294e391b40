import ScaryBugs

/// A line with the part that is wrong, which a terminal shows below the error.
///
///     list rating:>x
///          ^~~~~~~~~
struct ErrorMark {
    private let before: String
    private let wrong: String
    private let after: String

    /// - Parameter words: the words of the line, the command first.
    /// - Returns: nil if no word contains the part, such as a word of a saved query.
    init?(_ part: LinePart, in words: [LineWord]) {
        guard let index = part.index ?? Self.index(of: part.word, in: words),
            words.indices.contains(index)
        else { return nil }
        let quoted = words.map { LineLexer.line(of: [$0.text]) }
        let whole = quoted[index]
        let isWhole = words[index].text == part.text
        let place = isWhole || part.text.isEmpty ? nil : whole.lastPlace(ofWhole: part.word)
        let start = place.map { whole[..<$0.lowerBound] + part.before } ?? ""
        wrong = place == nil ? whole : part.text
        before = quoted[..<index].map { $0 + " " }.joined() + start
        after =
            (place.map { part.after + whole[$0.upperBound...] } ?? "")
            + quoted[(index + 1)...].map { " " + $0 }.joined()
    }

    /// The index of the argument that is the word, or has it as a part.
    private static func index(of word: String, in words: [LineWord]) -> Int? {
        let arguments = words.dropFirst()
        return arguments.lastIndex { $0.text == word || $0.queryText == word }
            ?? arguments.lastIndex { !word.isEmpty && $0.text.lastPlace(ofWhole: word) != nil }
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
        // The characters of a very long text would be found slowly from its end.
        let last = String(text.unicodeScalars.suffix(16 * max(1, width)))
        return String(DisplayWidth.cut(String(last.reversed()), to: width).reversed())
    }
}

/// What a terminal shows of an error beyond its message.
struct ErrorContext {
    private let topic: HelpTopic?
    let mark: ErrorMark?

    /// - Parameter words: the words of the line that failed.
    init(_ error: any Error, in words: [LineWord]) {
        let error = error as? ScaryBugsError
        topic = error?.topic.flatMap { HelpTopic(rawValue: $0.rawValue) }
        mark = error?.part.flatMap { ErrorMark($0, in: words) }
    }

    /// - Parameter line: the line that could not be split into words.
    init(_ error: LineLexer.Failure, in line: [UInt8]) {
        topic = error.column == nil ? nil : .scripts
        mark = error.column.map { ErrorMark(line, from: $0) }
    }

    /// The end of the message; empty if no topic helps.
    var advice: String { topic.map { "; see 'help \($0)'" } ?? "" }
}

/// The colours at a terminal, with the parameters of their control sequences: Select Graphic Rendition in
/// ECMA-48, 8.3.117. All are readable on dark and light.
enum Color: String {
    case error = "1;31"
    case warning = "1;35"
    case heading = "1"
    case number = "35"
    /// The part of a line that is wrong: underlined.
    case wrong = "4"

    static let end = "\u{1B}[0m"

    var start: String { "\u{1B}[\(rawValue)m" }

    func text(_ text: String) -> String { start + text + Self.end }
}
