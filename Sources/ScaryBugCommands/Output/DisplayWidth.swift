import ScaryBugs

/// The width of text on a terminal, in columns.
enum DisplayWidth {
    static func columns(of text: String) -> Int {
        TerminalText.simpleWidth(of: text) ?? text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The text as a terminal may show it, and its width.
    static func shown(_ text: String) -> (text: String, width: Int) {
        if let width = TerminalText.simpleWidth(of: text) { return (text, width) }
        let shown = TerminalText.text(text)
        return (shown, columns(of: shown))
    }

    /// The width of a character is the width of its widest scalar. Emoji presentation makes it two.
    static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains("\u{FE0F}") { return 2 }
        return scalars.reduce(0) { max($0, TerminalText.width(of: $1)) }
    }

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
