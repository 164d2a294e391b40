import CEditLine
import Glibc
import ScaryBugs

/// Lays out rows of cells for people. A column is as wide as its widest cell, and two blanks
/// separate columns.
enum TextTable {
    /// - Parameter width: the maximum width of a line, in columns; nil for no limit.
    static func lines(_ rows: [[Record.Cell]], width: Int?) -> [String] {
        // A single row needs no alignment.
        if width == nil, rows.count == 1, let row = rows.first {
            return [
                withoutBlanksAtEnd(row.map { TerminalText.text($0.text) }.joined(separator: "  "))
            ]
        }
        let rows = rows.map { row in row.map { ($0, TerminalText.text($0.text)) } }
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                let width = columns(of: cell.1)
                if column < widths.count {
                    widths[column] = max(widths[column], width)
                } else {
                    widths.append(width)
                }
            }
        }
        if let width, let row = rows.first { shrink(&widths, of: row.map(\.0), to: width) }
        return rows.map { row in
            var line = ""
            for (column, (cell, whole)) in row.enumerated() {
                if column > 0 { line += "  " }
                let text = cell.isCutFirst ? cut(whole, to: widths[column]) : whole
                let padding = blanks(widths[column] - columns(of: text))
                line += cell.isRightAligned ? padding + text : text + padding
            }
            return cut(withoutBlanksAtEnd(line), to: width)
        }
    }

    /// A number of blanks; none for a negative number.
    static func blanks(_ count: Int) -> String {
        guard count > 0 else { return "" }
        return String(unsafeUninitializedCapacity: count) { text in
            text[..<count].initialize(repeating: UInt8(ascii: " "))
            return count
        }
    }

    private static func withoutBlanksAtEnd(_ line: String) -> String {
        guard line.utf8.last == UInt8(ascii: " ") else { return line }
        let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
        return String(line[..<end])
    }

    /// Narrows the column that is shortened first until the line fits, but keeps it readable.
    private static func shrink(_ widths: inout [Int], of row: [Record.Cell], to width: Int) {
        guard let column = row.firstIndex(where: \.isCutFirst), column < widths.count else {
            return
        }
        let line = widths.reduce(2 * (widths.count - 1), +)
        // The last column is cut at the edge of the terminal, so its first part is enough.
        let last = column < widths.count - 1 ? widths[widths.count - 1] : 0
        let tooMuch = line - last + min(last, width / 4) - width
        widths[column] = min(widths[column], max(width / 4, widths[column] - max(0, tooMuch)))
    }

    /// Shortens the line to `width` columns, ending it with `…`.
    static func cut(_ line: String, to width: Int?) -> String {
        guard let width, columns(of: line) > width else { return line }
        var result = ""
        var used = 0
        for character in line {
            used += columns(of: String(character))
            if used > width - 1 { break }
            result.append(character)
        }
        return result + "…"
    }

    /// The width of the text on a terminal, in columns.
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
}
