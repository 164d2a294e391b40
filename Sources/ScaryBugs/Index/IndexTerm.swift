/// Words as the full-text index has them that are no plain words: those of one field, and the whole
/// values of lists.
///
/// FTS5's tokenizer `ascii` takes letters and digits of ASCII, and everything beyond, as parts of a
/// word. So each character of ASCII that would end a word is moved to a private plane of Unicode,
/// and marks from there tell the name of a field from what follows it. No word of a text has such
/// characters in it; those of a value get a mark of their own.
enum IndexTerm {
    /// Keeps a phrase from going from one value of a list into the next.
    static let gap = " \u{F0100} "
    private static let wordMark = "\u{F0101}"
    private static let valueMark = "\u{F0102}"
    private static let literalMark: Unicode.Scalar = "\u{F0103}"
    private static let privatePlane: ClosedRange<Unicode.Scalar> = "\u{F0000}"..."\u{F01FF}"

    /// A word of a field.
    static func word(_ word: some StringProtocol, of field: Field) -> String {
        encoded(field.name) + wordMark + word
    }

    /// A folded value of a list, whole.
    static func value(_ value: String, of field: Field) -> String {
        encoded(field.name) + valueMark + encoded(value)
    }

    /// Adds words that have blanks between.
    static func add(_ joined: [UInt8], of field: Field, to terms: inout [UInt8]) {
        let prefix = Array((encoded(field.name) + wordMark).utf8)
        terms += prefix
        for byte in joined {
            terms.append(byte)
            if byte == UInt8(ascii: " ") { terms += prefix }
        }
        terms += gap.utf8
    }

    static func add(value: String, of field: Field, to terms: inout [UInt8]) {
        terms += self.value(value, of: field).utf8
        terms.append(UInt8(ascii: " "))
    }

    private static func encoded(_ text: String) -> String {
        // The private plane's characters begin with F3.
        if text.utf8.allSatisfy({ isPartOfWord($0) && $0 != 0xF3 }) { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if privatePlane.contains(scalar) { result.unicodeScalars.append(literalMark) }
            let moved = Unicode.Scalar(0xF0000 + scalar.value)
            let isKept = scalar.value >= 0x80 || isPartOfWord(UInt8(scalar.value))
            result.unicodeScalars.append(isKept ? scalar : moved ?? scalar)
        }
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: byte >= 0x80
        }
    }
}
