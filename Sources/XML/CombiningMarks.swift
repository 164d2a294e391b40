/// Marks on one character, such as accents.
///
/// Swift compares strings by canonical equivalence, and sorts the marks of a character for that, in time
/// that is quadratic in their number. A text with many is therefore refused where it comes in.
package enum CombiningMarks {
    /// The most marks on one character. Real text has at most 30 (UAX 15, Stream-Safe Text Format).
    package static let most = 100

    package static let excess = "a character has more than \(most) accents"

    /// Whether a character has more marks than any text needs.
    package static func areTooMany(in text: String) -> Bool {
        guard text.utf8.count > most else { return false }
        var count = 0
        for scalar in text.unicodeScalars {
            count = isMark(scalar) ? count + 1 : 0
            if count > most { return true }
        }
        return false
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Latin letters, and the large blocks of Chinese and Korean, have no marks.
        case ..<0x300, 0x3400..<0xA66F, 0xAC00...0xD7FF: false
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
