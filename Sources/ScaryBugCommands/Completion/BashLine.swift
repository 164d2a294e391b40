/// The words of a line of bash up to the cursor, with the quotes of bash.
struct BashLine {
    /// The words before the last one.
    private(set) var earlier: [String] = []
    /// The quote that is open at the end.
    private(set) var quote = BashQuote.none
    /// Whether the last word begins with a `~` that stands for a directory.
    private(set) var beginsWithHome = false
    private var bytes: [UInt8] = []
    private var isInWord = false

    /// The last word; empty after a blank.
    var word: String { String(decoding: bytes, as: UTF8.self) }

    /// Splits a line; nil in a comment, or if the line has a part that bash replaces, because that
    /// part has quotes of its own.
    init?(_ line: some Sequence<UInt8>) {
        var rest = Array(line)[...]
        while let byte = rest.popFirst() {
            guard read(byte, &rest) else { return nil }
        }
    }

    private mutating func read(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        switch (quote, Unicode.Scalar(byte)) {
        case (.none, _): return readUnquoted(byte, &rest)
        case (.single, "'"), (.double, "\""), (.escaping, "'"): quote = .none
        case (.double, "`"): return false
        case (.double, "$"):
            append(byte)
            return !Self.isReplaced(rest)
        case (.double, "\\"): append(Self.unescaped(byte, &rest))
        case (.escaping, "\\"):
            guard let escaped = Self.octal(&rest) else { return false }
            append(escaped)
        default: append(byte)
        }
        return true
    }

    private mutating func readUnquoted(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Bool {
        switch Unicode.Scalar(byte) {
        case " ", "\t", "\n": endWord()
        case "#" where !isInWord: return false
        case "`": return false
        case "'": open(.single)
        case "\"": open(.double)
        case "$" where rest.first == UInt8(ascii: "'"):
            rest.removeFirst()
            open(.escaping)
        case "$" where rest.first == UInt8(ascii: "\""): isInWord = true
        case "$" where Self.isReplaced(rest): return false
        case "\\": if let next = rest.popFirst() { append(next) }
        default:
            beginsWithHome = beginsWithHome || !isInWord && byte == UInt8(ascii: "~")
            append(byte)
        }
        return true
    }

    private mutating func open(_ quote: BashQuote) {
        (self.quote, isInWord) = (quote, true)
    }

    private mutating func append(_ byte: UInt8) {
        bytes.append(byte)
        isInWord = true
    }

    private mutating func endWord() {
        if isInWord { earlier.append(word) }
        bytes = []
        (isInWord, beginsWithHome) = (false, false)
    }

    /// Whether text after a `$` begins the replacement of a command or a value.
    private static func isReplaced(_ rest: ArraySlice<UInt8>) -> Bool {
        rest.first.map { "({[".utf8.contains($0) } ?? false
    }

    /// The character that a backslash in `"…"` means: the next one if it is special, or itself.
    private static func unescaped(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> UInt8 {
        guard let next = rest.first, "$`\"\\".utf8.contains(next) else { return byte }
        rest.removeFirst()
        return next
    }

    /// The byte after a backslash in `$'…'`: a quote, a backslash or three octal digits; nil for
    /// the other escapes.
    private static func octal(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        if let next = rest.first, "'\"\\".utf8.contains(next) { return rest.popFirst() }
        let digits = String(decoding: rest.prefix(3), as: UTF8.self)
        guard digits.utf8.count == 3, let byte = UInt8(digits, radix: 8) else { return nil }
        rest = rest.dropFirst(3)
        return byte
    }
}
