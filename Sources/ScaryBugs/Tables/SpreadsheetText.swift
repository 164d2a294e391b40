/// Escapes text in separated values, so that spreadsheets don't take it for a formula.
///
/// A formula may send the contents of other cells to a stranger, or start a program. An apostrophe
/// in front marks a text, as in all spreadsheets. Numbers and positions are not escaped. Importing one of our
/// tables removes the apostrophe again, so that every text comes back unchanged.
package enum SpreadsheetText {
    /// Characters that begin a formula, characters after which some spreadsheets look for one, and
    /// full-width forms of these.
    private static let beginnings: [Unicode.Scalar] = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// The text with an apostrophe in front if it needs one.
    package static func guarded(_ text: String) -> String {
        needsGuard(text) && !isHarmless(text) ? "'" + text : text
    }

    /// Whether a text consists of numbers, as a position does: `-33.9,151.2±25`.
    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.split { $0 == "," || $0 == "±" }.allSatisfy {
            let number = Substring($0)
            return number.isDecimal && Double(number) != nil
        }
    }

    static func unguarded(_ text: String) -> String {
        text.unicodeScalars.first == "'" && needsGuard(text)
            ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Whether the text begins like a formula, after any number of apostrophes. A text that begins
    /// with apostrophes gets one more, so that removing one restores it.
    private static func needsGuard(_ text: String) -> Bool {
        // Compares scalars, since a carriage return and a line feed are one Character.
        text.unicodeScalars.first { $0 != "'" }.map(beginnings.contains) ?? false
    }
}
