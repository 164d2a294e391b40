import CEditLine
import Glibc

/// How much room the line being edited takes, counted as libedit counts it: by code points, where
/// tables count whole characters.
enum TextWidth {
    /// Columns of one line of text.
    static func columns(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { sum, scalar in
            sum + max(0, Int(wcwidth(wchar_t(scalar.value))))
        }
    }

    /// Columns of a prompt, without what stands between two escape marks.
    static func columns(prompt: String, escape: Character) -> Int {
        let parts = prompt.split(separator: escape, omittingEmptySubsequences: false)
        return stride(from: 0, to: parts.count, by: 2).reduce(0) { $0 + columns(parts[$1]) }
    }
}
