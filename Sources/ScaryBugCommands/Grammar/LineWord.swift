import ScaryBugs

/// A word of a line, with its quotes resolved.
struct LineWord: Hashable, Sendable {
    let text: String
    /// The UTF-8 offsets of the characters that would be special in a glob and were quoted; nil if no
    /// unquoted character is special.
    private let quoted: [Int]?
    /// The parts that were in quotes, and the quotes after a backslash.
    private let quotes: Quotes
    /// The index of the word in its line; nil until the whole line is known.
    private(set) var index: Int?

    /// A word in which no character is special.
    init(_ text: String) {
        (self.text, quoted, quotes) = (text, nil, Quotes())
    }

    /// An argument from the shell, which has expanded its path. But fish does not expand a `~` after
    /// `=`, so that is special here.
    static func fromShell(_ text: String) -> LineWord {
        let value = text.utf8.drop { $0 != UInt8(ascii: "=") }.dropFirst()
        let path = value.first == UInt8(ascii: "@") ? value.dropFirst() : value
        guard path.first == UInt8(ascii: "~") else { return LineWord(text) }
        let home = text.utf8.distance(from: text.utf8.startIndex, to: path.startIndex)
        var word = Builder()
        for (index, byte) in text.utf8.enumerated() {
            word.append(byte, isQuoted: index != home)
        }
        return word.finish()
    }

    private init(_ text: String, quoted: [Int]?, _ quotes: Quotes) {
        (self.text, self.quoted, self.quotes) = (text, quoted, quotes)
    }

    var hasQuotes: Bool { !quotes.isEmpty }

    /// Whether it looks like a shell's `>` or `>FILE`. Numbers and dates follow the `>` of a query.
    var isRedirection: Bool {
        guard !hasQuotes, text.hasPrefix(">") else { return false }
        let rest = text.drop { $0 == ">" }
        return rest.isEmpty || rest.first?.isNumber == false && rest.first != "="
    }

    /// The word of a query, in which a value in quotes keeps them, because it matches whole words.
    var queryText: String { hasQuotes ? quotes.queryText(of: text) : text }

    static func line(_ words: [LineWord]) -> [LineWord] {
        words.enumerated().map { index, word in
            var word = word
            word.index = index
            return word
        }
    }

    /// The path that the word means, with the place of the word.
    func expanded(to path: String) -> LineWord {
        var word = LineWord(path)
        word.index = index
        return word
    }

    /// Whether an unquoted character is special in a glob.
    var isPattern: Bool { quoted != nil }

    /// The word after its first `offset` bytes of UTF-8 as a pattern for glob(7), with a backslash
    /// before each quoted character; nil if no unquoted character is special.
    func pattern(from offset: Int) -> String? {
        guard let quoted else { return nil }
        var rest = quoted[...]
        var pattern: [UInt8] = []
        for (index, byte) in text.utf8.enumerated() {
            let isQuoted = rest.first == index
            if isQuoted { rest.removeFirst() }
            if index < offset { continue }
            if isQuoted { pattern.append(UInt8(ascii: "\\")) }
            pattern.append(byte)
        }
        return String(decoding: pattern, as: UTF8.self)
    }

    /// A word that grows byte by byte.
    struct Builder {
        private var bytes: [UInt8] = []
        private var quoted: [Int] = []
        private var isPattern = false
        private var quotes = Quotes()

        /// No path is longer, so the special characters of longer words don't matter.
        private static let longestPath = 4_096

        mutating func openQuote() { quotes.open(at: bytes.count) }
        mutating func closeQuote() { quotes.close(at: bytes.count) }

        mutating func append(escaped byte: UInt8) {
            if byte == UInt8(ascii: "\"") { quotes.addEscaped(at: bytes.count) }
            append(byte, isQuoted: true)
        }

        mutating func append(_ byte: UInt8, isQuoted: Bool) {
            if Self.isSpecial(byte), bytes.count < Self.longestPath {
                if isQuoted { quoted.append(bytes.count) } else { isPattern = true }
            }
            bytes.append(byte)
        }

        /// Returns the word, and begins the next one.
        mutating func finish() -> LineWord {
            defer {
                bytes.removeAll(keepingCapacity: bytes.count <= Self.longestPath)
                (quoted, isPattern, quotes) = ([], false, Quotes())
            }
            let isPattern = isPattern && bytes.count <= Self.longestPath
            return LineWord(
                String(decoding: bytes, as: UTF8.self), quoted: isPattern ? quoted : nil,
                quotes)
        }

        private static func isSpecial(_ byte: UInt8) -> Bool {
            switch Unicode.Scalar(byte) {
            case "~", "*", "?", "[", "]", "-", "!", "^", "\\": true
            default: false
            }
        }
    }
}

/// Runs `body`, and adds the word that it parses to its errors.
func parsing<Result>(_ word: LineWord, _ body: () throws -> Result) throws -> Result {
    try parsing(word.text, index: word.index, body)
}

/// Runs `body`. If its error has a part of the word, adds the place of the word in the line.
func locating<Result>(_ word: LineWord?, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ScaryBugsError {
        guard let word, error.part != nil else { throw error }
        throw error.at(word.text, index: word.index)
    }
}

extension LineWord {
    /// The places of the quotes in a word, as offsets into its UTF-8 without them.
    struct Quotes: Hashable, Sendable {
        private var parts: [Range<Int>] = []
        private var opened = 0
        /// The double quotes after a backslash, which are characters of the word.
        private var escaped: [Int] = []

        var isEmpty: Bool { parts.isEmpty && escaped.isEmpty }

        mutating func open(at offset: Int) { opened = offset }
        mutating func close(at offset: Int) { parts.append(opened..<max(opened, offset)) }
        mutating func addEscaped(at offset: Int) { escaped.append(offset) }

        /// A word with quotes around each part that is a whole value, such as `title:"Oak"`, and a
        /// backslash before a value that begins with a quote.
        func queryText(of text: String) -> String {
            let bytes = Array(text.utf8)
            var marks = escaped.filter { Self.beginsValue(bytes[..<$0]) }.map { ($0, "\\") }
            for part in parts where Self.isValue(part, of: bytes) {
                marks += [(part.lowerBound, "\""), (part.upperBound, "\"")]
            }
            if marks.isEmpty { return text }
            var (result, copied): ([UInt8], Int) = ([], 0)
            for (offset, mark) in marks.sorted(by: { $0.0 < $1.0 }) {
                result += bytes[copied..<offset] + Array(mark.utf8)
                copied = offset
            }
            return String(decoding: result + bytes[copied...], as: UTF8.self)
        }

        /// Whether a part is a whole value of one word. The quotes around more, such as
        /// `'rating:>=4'`, only keep it together.
        private static func isValue(_ part: Range<Int>, of bytes: [UInt8]) -> Bool {
            let value = bytes[part]
            let end = bytes[part.upperBound...].first
            guard !value.isEmpty, !value.contains(where: { " \t\n|\"".utf8.contains($0) }),
                end == nil || end == UInt8(ascii: "|")
            else { return false }
            let text = String(decoding: value, as: UTF8.self)
            return beginsValue(bytes[..<part.lowerBound]) && !Selection.mustBeMeant(by: [text])
        }

        /// Whether a value follows the beginning of a word: `-`, `title:` or `title:a|`.
        private static func beginsValue(_ head: ArraySlice<UInt8>) -> Bool {
            let head = head.first == UInt8(ascii: "-") ? head.dropFirst() : head
            switch head.last {
            case nil: return true
            case UInt8(ascii: "|"): return head.dropLast().last != UInt8(ascii: "\\")
            case UInt8(ascii: ":"):
                let name = String(decoding: head.dropLast(), as: UTF8.self)
                return !QueryContext.customQualifiers.contains(name) || name == QueryContext.tag
            default: return false
            }
        }
    }
}

extension LineLexer {
    /// Joins words into a line that parses into the same words.
    static func line(of words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// Joins words into a line, in which wildcards remain as they were typed.
    static func line(of words: [LineWord]) -> String {
        words.map { $0.isPattern && isPlain($0.text) ? $0.text : quoted($0.text) }
            .joined(separator: " ")
    }

    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.first != UInt8(ascii: "#") && word.utf8.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case " ", "\t", "\n", "'", "\"", "\\": false
        default: true
        }
    }

    private static func quoted(_ word: String) -> String {
        if isPlain(word) { return word }
        if !word.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\n") }) {
            return "'" + word + "'"
        }
        let escaped = word.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\"", "\\": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}

extension LineLexer {
    /// A word with backslashes, for use in a line. It works on bytes, because the lexer recognizes a blank
    /// even with a combining accent, and a directory may have thousands of names.
    static func escaped(_ word: String) -> String {
        var result: [UInt8] = []
        for byte in word.utf8 {
            switch Unicode.Scalar(byte) {
            case " ", "\t", "'", "\"", "\\", "*", "?", "[": result.append(UInt8(ascii: "\\"))
            case "#" where result.isEmpty, "~" where result.isEmpty:
                result.append(UInt8(ascii: "\\"))
            default: break
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
