/// Terms of the full-text index other than plain words: whole values of lists.
///
/// FTS5's tokenizer `ascii` treats ASCII letters and digits, and all other characters outside
/// ASCII, as parts of a word. A term therefore moves every other ASCII character to a private plane
/// of Unicode. A mark from that plane separates a field's name from the value after it. Words of
/// texts never contain characters of that plane; in a value, a mark precedes them.
enum IndexTerm {
    /// Separates the values of a list, so that no phrase matches across two of them.
    static let gap = " \u{F0100} "
    private static let valueMark: Unicode.Scalar = "\u{F0101}"
    private static let literalMark: Unicode.Scalar = "\u{F0102}"
    private static let privatePlane: ClosedRange<Unicode.Scalar> = "\u{F0000}"..."\u{F01FF}"

    /// Whether a term of the index is a value of a list, in UTF-8.
    static func isValue(_ term: UnsafeRawBufferPointer) -> Bool {
        String(decoding: term, as: UTF8.self).unicodeScalars.contains(valueMark)
    }

    /// The term for a whole value of a list, which must be folded.
    static func value(_ value: String, of field: Field) -> String {
        var term: [UInt8] = []
        append(value, of: field, to: &term)
        return String(decoding: term, as: UTF8.self)
    }

    /// Adds the term for a whole value of a list, and a blank.
    static func add(value: String, of field: Field, to terms: inout [UInt8]) {
        append(value, of: field, to: &terms)
        terms.append(UInt8(ascii: " "))
    }

    private static func append(_ value: String, of field: Field, to terms: inout [UInt8]) {
        append(encoded: field.name, to: &terms)
        terms.append(scalar: valueMark)
        append(encoded: value, to: &terms)
    }

    private static func append(encoded text: String, to terms: inout [UInt8]) {
        // In UTF-8, characters of the private plane begin with F3.
        var text = text
        let isDone = text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0.isPartOfWord && $0 != 0xF3 }) else { return false }
            terms.append(contentsOf: bytes)
            return true
        }
        if isDone { return }
        for scalar in text.unicodeScalars {
            if privatePlane.contains(scalar) { terms.append(scalar: literalMark) }
            let moved = Unicode.Scalar(0xF0000 + scalar.value)
            let isKept = scalar.value >= 0x80 || UInt8(scalar.value).isPartOfWord
            terms.append(scalar: isKept ? scalar : moved ?? scalar)
        }
    }
}
