import ScaryBugs

extension LineLexer {
    /// Joins words into a line that parses into the same words.
    static func line(of words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    /// Joins words into a line, in which wildcards remain as they were typed.
    static func line(of words: [LineWord]) -> String {
        words.map { $0.isPattern && isPlain($0.text) ? $0.text : quoted($0.text) }
            .joined(separator: " ")
    }

    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.first != UInt8(ascii: "#") && word.utf8.allSatisfy(isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case " ", "\t", "\n", "'", "\"", "\\": false
        default: true
        }
    }

    private static func quoted(_ word: String) -> String {
        if isPlain(word) { return word }
        if !word.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\n") }) {
            return "'" + word + "'"
        }
        let escaped = word.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\"", "\\": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}
