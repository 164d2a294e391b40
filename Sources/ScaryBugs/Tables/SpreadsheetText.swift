/// Text in separated values, kept from being taken for a formula by a spreadsheet.
///
/// A formula may send what stands in other cells to a stranger, or start a program. An apostrophe in
/// front makes it text, as everywhere in spreadsheets; what is a number stays one. The apostrophe is
/// taken away again where a table of ours is imported, so that every text comes back as it was.
package enum SpreadsheetText {
    /// What begins a formula; also what makes one of the rest of a cell, and their wide forms.
    private static let beginnings: [Unicode.Scalar] = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// The text as it is written.
    package static func guarded(_ text: String) -> String {
        needsGuard(text) && !isNumber(text) ? "'" + text : text
    }

    /// The text that was written.
    static func unguarded(_ text: String) -> String {
        text.unicodeScalars.first == "'" && needsGuard(text)
            ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Whether it begins as a formula does, after any apostrophes: those of its own are told from
    /// ours by there being one more.
    private static func needsGuard(_ text: String) -> Bool {
        // By scalars: a carriage return and a line feed are one Character.
        text.unicodeScalars.first { $0 != "'" }.map(beginnings.contains) ?? false
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) } && Double(text) != nil
    }
}
