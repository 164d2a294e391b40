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

    private static func quoted(_ word: String) -> String {
        let scalars = word.unicodeScalars
        let isPlain = !scalars.contains { " \t\n'\"\\".unicodeScalars.contains($0) }
        if isPlain, !word.isEmpty, scalars.first != "#" { return word }
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
