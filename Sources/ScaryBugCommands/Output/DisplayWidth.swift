import CEditLine
import Glibc
import ScaryBugs

/// The width of text on a terminal, in columns.
enum DisplayWidth {
    static func columns(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The width of a character is the width of its widest scalar. Emoji presentation makes it two.
    private static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains("\u{FE0F}") { return 2 }
        _ = locale
        return scalars.map { max(0, Int(wcwidth(wchar_t($0.value)))) }.max() ?? 0
    }

    /// The C library knows the widths of characters only in a UTF-8 locale.
    private static let locale = setlocale(LC_CTYPE, "C.UTF-8") != nil

    /// Shortens a line to `width` columns, ending it with `…`.
    static func cut(_ line: String, to width: Int) -> String {
        guard columns(of: line) > width else { return line }
        var result = ""
        var used = 0
        for character in line {
            used += columns(of: character)
            if used > width - 1 { break }
            result.append(character)
        }
        return result + "…"
    }
}
