extension LineLexer {
    /// Joins words into a line that parses into the same words.
    static func line(of words: [String]) -> String {
        var line = ""
        for word in words {
            if !line.isEmpty { line += " " }
            line += quoted(word)
        }
        return line
    }

    /// Joins words into a line, in which wildcards remain as they were typed.
    static func line(of words: [LineWord]) -> String {
        words.map { $0.isPattern && isPlain($0.text) ? $0.text : quoted($0.text) }
            .joined(separator: " ")
    }

    private static func isPlain(_ word: String) -> Bool {
        !word.unicodeScalars.contains { " \t\n'\"\\".unicodeScalars.contains($0) }
            && !word.isEmpty && word.unicodeScalars.first != "#"
    }

    private static func quoted(_ word: String) -> String {
        if isPlain(word) { return word }
        let scalars = word.unicodeScalars
        if !scalars.contains("'"), !scalars.contains("\n") { return "'\(word)'" }
        let escaped = scalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\"", "\\": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}
