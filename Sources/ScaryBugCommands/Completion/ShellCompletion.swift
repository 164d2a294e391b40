/// A shell, and its script that completes the words of the program.
///
/// Each script passes the line up to the cursor to `scarybug complete`, which prints the
/// candidates. After a word that ends in `=`, `:`, `,` or `/` no blank follows.
enum ShellCompletion: String, CaseIterable {
    case bash, zsh, fish

    /// Bash inserts a word as it is, and runs what it finds in it, so the program quotes the word.
    /// Bash asks again with the type 63 before it lists candidates. It inserts a single one even then.
    var script: String {
        let file =
            switch self {
            case .bash: PackageResources.completion_bash
            case .zsh: PackageResources.completion_zsh
            case .fish: PackageResources.completion_fish
            }
        return String(decoding: file.dropLast(), as: UTF8.self)
    }
}

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

/// The quote that is open at a place in a line of bash.
enum BashQuote: String {
    case none = ""
    case single = "'"
    case double = "\""
    /// The quote `$'…'`, in which a backslash escapes.
    case escaping = "$'"

    /// The mark that closes the quote.
    private var end: String { self == .escaping ? "'" : rawValue }

    /// A text as it stands at the place, with the end of the quote.
    ///
    /// Bash runs commands that it finds in a line, and the text may come from anybody. So the text
    /// leaves the quote for each character that could begin a command. It does so even in single
    /// quotes, because bash completes a line without the lines before it, which may have an open
    /// quote or backtick.
    func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) { bytes.append(byte) } else { bytes += escaped(byte).utf8 }
        }
        return String(decoding: bytes, as: UTF8.self) + end
    }

    private func isPlain(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return true }
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "=", ",", "@", "%", "+":
            return true
        case "$", "`", "\\", "!", ";", "&", "|", "<", ">", "(", ")": return false
        case "'": return self == .double
        case "\"": return self == .single || self == .escaping
        default: return self != .none
        }
    }

    private func escaped(_ byte: UInt8) -> String {
        switch self {
        case .none: Self.word(of: byte)
        case .single, .double: rawValue + Self.word(of: byte) + rawValue
        case .escaping: Self.octal(byte)
        }
    }

    /// A character outside quotes. Between backticks, bash removes a backslash before these three.
    private static func word(of byte: UInt8) -> String {
        let character = Unicode.Scalar(byte)
        return switch character {
        case "`": "$'\(octal(byte))'"
        case "$", "\\": "'\(character)'"
        default: "\\\(character)"
        }
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}

extension Candidate {
    /// The end of the word as a line of bash needs it.
    ///
    /// - Parameter head: the line before the end.
    func replacement(in head: BashLine) -> String {
        let end = word.utf8.dropFirst(head.word.utf8.count)
        let beginsWithHome = unquotedLength > 0 && word.utf8.first == UInt8(ascii: "~")
        let home = head.word.isEmpty && beginsWithHome ? "~" : ""
        return home + head.quote.quoted(String(Substring(end.dropFirst(home.utf8.count))))
    }
}
