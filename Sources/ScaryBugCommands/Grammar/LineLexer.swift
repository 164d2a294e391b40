import ScaryBugs
import XML

/// Splits lines into words.
///
/// Text in `'…'` is literal. In `"…"` and outside quotes, a backslash makes the next character
/// literal, except that `\n` and `\t` in `"…"` are a newline and a tab. `#` at the start of a word
/// begins a comment. A backslash at the end of a line joins the next line.
struct LineLexer {
    /// A syntax error. Lines and columns count from 1, columns in characters.
    struct Failure: Error, Hashable, CustomStringConvertible {
        var line = 1
        /// The column; nil if the whole line is wrong.
        let column: Int?
        let message: String

        /// The error of a quote that is still open after the last of some lines.
        fileprivate func spanning(_ lineCount: Int) -> Failure {
            let text =
                switch lineCount - line {
                case ...0: ""
                case 1: "; the line after it was read as its text"
                case let count: "; the \(count.grouped) lines after it were read as its text"
                }
            return Failure(line: line, column: column, message: message + text)
        }

        var description: String { (column.map { "column \($0): " } ?? "") + message }
    }

    /// The quotes in which a text may span lines.
    enum Spanning {
        case none, doubleQuotes, allQuotes
    }

    private var words: [LineWord] = []
    private var word = LineWord.Builder()
    /// Whether a word has begun. It may still be empty.
    private var isInWord = false
    private var quote: UInt8?
    /// The offset of the open quote; nil if it was opened on an earlier line.
    private var quoteOffset: Int?
    /// The error for the open quote if it stays open.
    private var opening: Failure?
    /// The first error. Later text is read only to find the end of the quote, because the lines of a
    /// text must not run as commands.
    private var failure: Failure?
    private(set) var failedLine: [UInt8] = []
    /// Whether the next part of a line begins with an escaped character, or belongs to a comment.
    private var (isEscaping, isInComment) = (false, false)
    /// The offset after the last blank that is outside all quotes; 0 without any.
    private var blankEnd = 0
    private var lineCount = 0
    private var byteCount = 0
    private let spanning: Spanning
    private let isSelection: Bool

    /// - Parameters:
    ///   - spanning: the quotes in which a text may span lines.
    ///   - isSelection: whether a selection is split. In it a `#` begins no comment, and `\|` keeps
    ///     its backslash, which the parser of queries needs.
    init(spanning: Spanning = .none, isSelection: Bool = false) {
        (self.spanning, self.isSelection) = (spanning, isSelection)
    }

    /// The words of a single line; nil if a quote is open or the line goes on.
    static func words(of line: some Sequence<UInt8>) -> [String]? {
        LineLexer().words(of: line)
    }

    func words(of line: some Sequence<UInt8>) -> [String]? {
        lineWords(of: line)?.map(\.text)
    }

    func lineWords(of line: some Sequence<UInt8>) -> [LineWord]? {
        var lexer = self
        guard !lexer.read(Array(line)) else { return nil }
        return try? lexer.finish()
    }

    /// The words before the last blank that is outside all quotes, and the offset after that blank; nil
    /// if the end of the line belongs to a comment.
    func words(beforeLastOf line: some Sequence<UInt8>) -> (words: [String], end: Int)? {
        var lexer = self
        _ = lexer.scan(Array(line))
        return lexer.isInComment ? nil : (lexer.words.map(\.text), lexer.blankEnd)
    }

    /// Reads one line, without its line feed. Returns whether the next line continues this one.
    mutating func read(_ line: [UInt8]) -> Bool {
        lineCount += 1
        check(line)
        quoteOffset = nil
        defer { (isEscaping, isInComment) = (false, false) }
        return scan(line) ?? end(line)
    }

    /// Reads the beginning of a line that is too long. Only its quotes matter.
    mutating func read(part: [UInt8]) {
        failure = failure ?? Failure(line: lineCount + 1, column: nil, message: Self.excess)
        _ = scan(part)
    }

    /// Returns whether the next line continues this one, if a comment or a backslash tells.
    private mutating func scan(_ line: [UInt8]) -> Bool? {
        if isInComment { return false }
        var index = line.startIndex + (isEscaping && !line.isEmpty ? 1 : 0)
        isEscaping = false
        while index < line.endIndex {
            let byte = line[index]
            index += 1
            switch (quote, byte) {
            case (nil, UInt8(ascii: "#")) where !isInWord && !isSelection:
                isInComment = true
                return false
            case (UInt8(ascii: "'")?, _) where byte != UInt8(ascii: "'"):
                append(byte, isQuoted: true)
            case (_, UInt8(ascii: "\\")):
                isEscaping = index == line.endIndex
                if isEscaping { return true }
                escape(line[index])
                index += 1
            case (nil, UInt8(ascii: "'")), (nil, UInt8(ascii: "\"")):
                isInWord = true
                quote = byte
                quoteOffset = index - 1
                word.openQuote()
            case (let open?, _) where byte == open:
                quote = nil
                word.closeQuote()
            case (nil, UInt8(ascii: " ")), (nil, UInt8(ascii: "\t")):
                endWord()
                blankEnd = index
            default:
                isInWord = true
                append(byte, isQuoted: quote != nil)
            }
        }
        return nil
    }

    /// Returns the words after the last line.
    ///
    /// - Throws: the first error, or the error for a quote that is still open.
    mutating func finish() throws(Failure) -> [LineWord] {
        if let failure { throw failure }
        if quote != nil, let opening { throw opening.spanning(lineCount) }
        endWord()
        return words
    }

    private mutating func append(_ byte: UInt8, isQuoted: Bool) {
        if failure == nil { word.append(byte, isQuoted: isQuoted) }
    }

    private mutating func escape(_ byte: UInt8) {
        let isDoubleQuoted = quote != nil
        isInWord = true
        switch byte {
        case UInt8(ascii: "n") where isDoubleQuoted: append(UInt8(ascii: "\n"), isQuoted: true)
        case UInt8(ascii: "t") where isDoubleQuoted: append(UInt8(ascii: "\t"), isQuoted: true)
        case UInt8(ascii: "|") where isSelection:
            append(UInt8(ascii: "\\"), isQuoted: true)
            append(byte, isQuoted: true)
        default: if failure == nil { word.append(escaped: byte) }
        }
    }

    private mutating func endWord() {
        guard isInWord else { return }
        words.append(word.finish())
        isInWord = false
    }

    private mutating func end(_ line: [UInt8]) -> Bool {
        guard let quote else {
            endWord()
            return false
        }
        if let quoteOffset {
            let mark = Character(Unicode.Scalar(quote))
            let isOfScript = spanning == .doubleQuotes && !mayGoOn(in: quote)
            let hint = isOfScript ? "; only \"…\" may span lines in a script" : ""
            opening = Failure(
                line: lineCount, column: Self.column(of: quoteOffset, in: line),
                message: "the quote \(mark) is not closed\(hint)")
            if failure == nil { failedLine = line }
        }
        guard mayGoOn(in: quote) else {
            failure = failure ?? opening
            self.quote = nil
            return false
        }
        append(UInt8(ascii: "\n"), isQuoted: true)
        return true
    }

    private func mayGoOn(in quote: UInt8) -> Bool {
        switch spanning {
        case .none: false
        case .doubleQuotes: quote == UInt8(ascii: "\"")
        case .allQuotes: true
        }
    }

    // MARK: Limits

    private static let longest = Limits().lineBytes

    /// The message about a line, with the lines that continue it, that is too long.
    static var excess: String {
        "\(ScaryBugsError.over(.lineBytes, "a line is longer than \(longest.grouped) bytes"))"
    }

    private mutating func check(_ line: [UInt8]) {
        guard failure == nil else { return }
        byteCount += line.count + 1
        guard let (column, message) = problem(of: line) else { return }
        failure = Failure(line: lineCount, column: column, message: message)
        failedLine = line
    }

    private func problem(of line: [UInt8]) -> (column: Int?, message: String)? {
        if byteCount > Self.longest + 1 { return (nil, Self.excess) }
        if let offset = line.firstIndex(of: 0) {
            return (Self.column(of: offset, in: line), "a NUL has no place in a line")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            return (Self.invalidColumn(line), "the bytes are not UTF-8")
        }
        return CombiningMarks.areTooMany(in: text) ? (1, CombiningMarks.excess) : nil
    }

    // MARK: Characters

    private static func column(of offset: Int, in line: [UInt8]) -> Int {
        String(decoding: line[..<offset], as: UTF8.self).count + 1
    }

    private static func invalidColumn(_ line: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = line.makeIterator()
        var valid = ""
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            valid.unicodeScalars.append(scalar)
        }
        return valid.count + 1
    }
}
