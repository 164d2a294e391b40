/// Breaks text at words into lines for a terminal.
enum WordWrap {
    /// The words as lines of at most `width` columns. A wider word has a line of its own.
    static func lines(of words: [some StringProtocol], width: Int) -> [String] {
        var lines: [String] = []
        var used = 0
        for word in words {
            let columns = DisplayWidth.columns(of: String(word))
            if let last = lines.indices.last, used + 1 + columns <= width {
                lines[last] += " " + word
                used += 1 + columns
            } else {
                lines.append(String(word))
                used = columns
            }
        }
        return lines
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
