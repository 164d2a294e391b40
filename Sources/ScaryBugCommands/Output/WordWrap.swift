import ScaryBugs

/// Breaks text at words into lines for a terminal.
enum WordWrap {
    /// The words as lines of at most `width` columns. A wider word has a line of its own.
    ///
    /// - Parameter indent: the blanks before every line but the first.
    static func lines(of words: [some StringProtocol], width: Int, indent: Int = 0) -> [String] {
        var lines: [String] = []
        var used = 0
        for word in words {
            let columns = DisplayWidth.columns(of: String(word))
            if let last = lines.indices.last, used + 1 + columns <= width {
                lines[last] += " " + word
                used += 1 + columns
            } else if lines.isEmpty || !word.isEmpty {
                let blanks = lines.isEmpty ? 0 : indent
                lines.append(String(repeating: " ", count: blanks) + word)
                used = blanks + columns
            }
        }
        return lines
    }

    /// A message as lines of at most `width` columns. All but the first are indented.
    static func lines(ofMessage message: String, width: Int) -> [String] {
        guard DisplayWidth.columns(of: message) > width else { return [message] }
        let words = message.split(separator: " ", omittingEmptySubsequences: false)
        return lines(ofText: words, width: width, indent: 4)
    }

    /// The words of a text as lines of at most `width` columns.
    ///
    /// A quoted command stays on one line if a line has room for it, so that it can be copied. A longer
    /// word, such as a path, is left whole.
    static func lines(ofText words: [Substring], width: Int, indent: Int = 0) -> [String] {
        var rest = words[...]
        var phrases: [String] = []
        while let word = rest.first {
            let count = quotedWords(in: rest)
            let phrase = rest.prefix(count).joined(separator: " ")
            let fits = DisplayWidth.columns(of: phrase) <= width - indent
            phrases.append(fits ? phrase : String(word))
            rest = rest.dropFirst(fits ? count : 1)
        }
        return lines(of: phrases, width: width, indent: indent)
    }

    /// The number of words in the quotation at the beginning; 1 if there is none.
    private static func quotedWords(in words: ArraySlice<Substring>) -> Int {
        guard words.first?.drop(while: { $0 == "(" }).first == "'" else { return 1 }
        let end = words.firstIndex { word in
            word.count > 1 && word.reversed().drop { ";,.:)?".contains($0) }.first == "'"
        }
        return end.map { $0 - words.startIndex + 1 } ?? 1
    }

    /// Divides a line at blanks into lines of at most `width` columns. A longer word is divided
    /// anywhere.
    static func lines(of line: String, width: Int) -> [Substring] {
        guard DisplayWidth.columns(of: line) > width else { return [line[...]] }
        var lines: [Substring] = []
        var rest = line[...]
        while case let end = Self.end(of: rest, width), end < rest.endIndex {
            let blank = rest[...end].lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
            lines.append(rest[..<(blank ?? end)])
            rest = rest[(blank ?? end)...].drop { $0 == " " }
        }
        return lines + (rest.isEmpty ? [] : [rest])
    }

    /// The end of the first characters that fit into `width` columns, at least one character.
    private static func end(of text: Substring, _ width: Int) -> Substring.Index {
        var used = 0
        return text.indices.first { index in
            used += DisplayWidth.columns(of: text[index])
            return used > width && index > text.startIndex
        } ?? text.endIndex
    }
}

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

    /// The width of a text as a terminal may show it.
    ///
    /// - Parameter bytes: the text in UTF-8.
    static func ofShown(_ bytes: UnsafeRawBufferPointer) -> Int {
        TerminalText.simpleWidth(of: bytes) ?? shown(String(decoding: bytes, as: UTF8.self)).width
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
