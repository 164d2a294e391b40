import KeyedArchive

/// Splits lines into words.
///
/// Text in `'…'` is literal. In `"…"` and outside quotes, a backslash makes the next character
/// literal, except that `\n` and `\t` in `"…"` are a newline and a tab. `#` at the start of a word
/// begins a comment. A backslash at the end of a line joins the next line.
struct LineLexer {
    /// A syntax error in a line. Columns count characters, from 1.
    struct Failure: Error, Hashable {
        let column: Int
        let message: String
    }

    /// The words so far.
    private(set) var words: [String] = []
    private var word: [UInt8] = []
    /// Whether a word has begun. It may still be empty.
    private var isInWord = false
    private var quote: UInt8?
    /// The offset of the open quote; 0 if it was opened on an earlier line.
    private var quoteOffset = 0
    private let takesComments: Bool
    private let keepsBars: Bool

    /// - Parameters:
    ///   - takesComments: whether a word that begins with `#` begins a comment.
    ///   - keepsBars: whether `\|` keeps its backslash, which the parser of queries needs.
    init(takesComments: Bool = true, keepsBars: Bool = false) {
        (self.takesComments, self.keepsBars) = (takesComments, keepsBars)
    }

    /// The words of a single line; nil if a quote is open or the line goes on.
    static func words(
        of line: some Sequence<UInt8>, takesComments: Bool = true, keepsBars: Bool = false
    ) -> [String]? {
        var lexer = LineLexer(takesComments: takesComments, keepsBars: keepsBars)
        guard let goesOn = try? lexer.read(Array(line)), !goesOn else { return nil }
        return lexer.finish()
    }

    /// Reads one line, without its line feed.
    ///
    /// - Returns: whether the next line continues this one.
    mutating func read(_ line: [UInt8]) throws(Failure) -> Bool {
        try Self.validate(line)
        quoteOffset = 0
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            index += 1
            switch (quote, byte) {
            case (nil, UInt8(ascii: "#")) where !isInWord && takesComments:
                return false
            case (UInt8(ascii: "'")?, _) where byte != UInt8(ascii: "'"):
                word.append(byte)
            case (_, UInt8(ascii: "\\")):
                guard index < line.endIndex else { return true }
                escape(line[index])
                index += 1
            case (nil, UInt8(ascii: "'")), (nil, UInt8(ascii: "\"")):
                isInWord = true
                quote = byte
                quoteOffset = index - 1
            case (let open?, _) where byte == open:
                quote = nil
            case (nil, UInt8(ascii: " ")), (nil, UInt8(ascii: "\t")):
                endWord()
            default:
                isInWord = true
                word.append(byte)
            }
        }
        return try end(line)
    }

    /// Returns the words after the last line.
    mutating func finish() -> [String] {
        endWord()
        return words
    }

    private mutating func escape(_ byte: UInt8) {
        let isDoubleQuoted = quote != nil
        isInWord = true
        switch byte {
        case UInt8(ascii: "n") where isDoubleQuoted: word.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "t") where isDoubleQuoted: word.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "|") where keepsBars: word += [UInt8(ascii: "\\"), byte]
        default: word.append(byte)
        }
    }

    private mutating func endWord() {
        guard isInWord else { return }
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
        isInWord = false
    }

    private mutating func end(_ line: [UInt8]) throws(Failure) -> Bool {
        if let quote {
            let mark = Character(Unicode.Scalar(quote))
            throw Failure(
                column: Self.column(of: quoteOffset, in: line),
                message: "the quote \(mark) is not closed")
        }
        endWord()
        return false
    }

    // MARK: Characters

    private static func validate(_ line: [UInt8]) throws(Failure) {
        if let offset = line.firstIndex(of: 0) {
            throw Failure(
                column: column(of: offset, in: line), message: "a NUL has no place in a line")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw Failure(column: invalidColumn(line), message: "the bytes are not UTF-8")
        }
        if CombiningMarks.areTooMany(in: text) {
            throw Failure(column: 1, message: CombiningMarks.excess)
        }
    }

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
