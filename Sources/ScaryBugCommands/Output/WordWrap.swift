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
}
