/// A qualifier such as `rating:>=4`: a name, a colon and a value.
package struct Qualifier {
    package let name: String
    package let value: String
}

extension Qualifier {
    /// Parses a qualifier; nil if the word has another form, such as `12:30` or `http://…`.
    ///
    /// The name consists of letters, digits and `_`, but not of digits alone. `//` must not follow
    /// the colon.
    package init?(_ word: some StringProtocol) {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = word[..<colon]
        let value = word[word.utf8.index(after: colon)...]
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
            !name.allSatisfy(\.isNumber), !value.hasPrefix("//")
        else { return nil }
        self.init(name: String(name), value: String(value))
    }
}

/// A value of a query in double quotes, such as `"Oak"`.
package enum QuotedValue {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    static func isQuoted(_ value: String) -> Bool {
        value.utf8.count > 2 && value.utf8.first == quote && value.utf8.last == quote
    }

    /// The value without its quotes, or without the backslash of ``literal(_:)``.
    static func text(in value: String) -> String {
        if isQuoted(value) { return String(value.dropFirst().dropLast()) }
        let isLiteral = value.utf8.first == backslash && beginsWithQuote(value)
        return isLiteral ? String(value.dropFirst()) : value
    }

    /// A value that means itself, even if it begins with a quote.
    package static func literal(_ value: String) -> String {
        beginsWithQuote(value) ? "\\" + value : value
    }

    private static func beginsWithQuote(_ value: String) -> Bool {
        value.utf8.first { $0 != backslash } == quote
    }
}

/// Splits a value at its bars: `garden|todo` is `garden` or `todo`. `\|` is a literal bar.
enum Alternatives {
    private static let bar = UInt8(ascii: "|")
    private static let backslash = UInt8(ascii: "\\")

    /// The alternatives in a value, without blanks around the bars. A value without a bar is
    /// returned as it is.
    static func split(_ value: String) -> [String] {
        guard value.utf8.contains(bar) else { return [value] }
        var all: [[UInt8]] = []
        var last: [UInt8] = []
        for byte in value.utf8 {
            if byte != bar {
                last.append(byte)
            } else if last.last == backslash {
                last[last.count - 1] = bar
            } else {
                all.append(last)
                last = []
            }
        }
        let values = (all + [last]).map { String(decoding: $0, as: UTF8.self) }
        return values.count > 1 ? values.map(\.trimmed) : values
    }
}

/// A parsed word such as `2,4-6`, `all`, `5.scarycreature` or, to exclude documents, `-3`.
struct NumberWord {
    let isNegated: Bool
    private(set) var named: [Selection.Named] = []
    private(set) var ranges: [Query.Numbers] = []

    /// Parses a word; nil if it has another form.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the invalid part.
    init?(_ word: String) throws {
        guard Self.isForm(word) else { return nil }
        isNegated = word.utf8.first == UInt8(ascii: "-")
        for part in Self.parts(of: word) { try add(part, of: word) }
    }

    /// The number of a word that is only a number: a fast path for the most common selection.
    static func plain(_ word: String) -> Int? {
        guard let number = Int(asciiDigits: word.utf8), DocumentName.numbers.contains(number)
        else { return nil }
        return number
    }

    /// Whether a word has the form of numbers, valid or not: digits, dashes, `all` and names of
    /// directories, separated by commas.
    static func isForm(_ word: String) -> Bool {
        let parts = parts(of: word)
        return parts.contains { !$0.isEmpty && $0 != "-" }
            && parts.allSatisfy { part in
                part == "all" || DocumentName(directoryName: String(part)) != nil
                    || part.utf8.allSatisfy {
                        $0.isASCIIDigit || $0 == UInt8(ascii: "-")
                    }
            }
    }

    private static func parts(of word: String) -> [Substring] {
        let isNegated = word.utf8.first == UInt8(ascii: "-")
        return word.dropFirst(isNegated ? 1 : 0).split(
            separator: ",", omittingEmptySubsequences: false)
    }

    /// All documents that the word selects: single ones and ranges.
    var all: [Query.Numbers] { named.map { Query.Numbers($0.number, $0.kind) } + ranges }

    /// Adds one of the comma-separated parts of the word.
    private mutating func add(_ part: Substring, of word: String) throws {
        if part == "all" { return ranges.append(.init(range: DocumentName.numbers)) }
        if let name = DocumentName(directoryName: String(part)) {
            return named.append(Selection.Named(number: name.number, kind: name.kind))
        }
        let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        if ends.count == 2, ends[1].isEmpty, Int(ends[0]) != nil {
            throw ScaryBugsError(
                .invalidValue,
                "the range '\(part)' has no end; write number:\(ends[0]).. for all from \(ends[0])")
        }
        let numbers = try ends.map { try Self.number($0, of: word) }
        switch numbers.count {
        case 1: named.append(Selection.Named(number: numbers[0], kind: nil))
        case 2 where numbers[0] <= numbers[1]:
            ranges.append(Query.Numbers(range: numbers[0]...numbers[1]))
        case 2:
            throw ScaryBugsError(
                .invalidValue,
                "the range '\(part)' runs backwards; write \(numbers[1])-\(numbers[0])")
        default: throw Self.unreadable(word)
        }
    }

    private static func number(_ text: Substring, of word: String) throws -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else {
            throw unreadable(word)
        }
        guard let number = Int(text), DocumentName.numbers.contains(number) else {
            throw ScaryBugsError(
                .invalidValue, "'\(text)' is not a document number: numbers go from 1 to 999999999")
        }
        return number
    }

    private static func unreadable(_ word: String) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            "'\(word)' is not a selection: a number (3), a range (1-5), a list (2,4-6) or "
                + "'all'")
    }
}
