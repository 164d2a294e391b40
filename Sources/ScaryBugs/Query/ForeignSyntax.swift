/// A word that means something in other query languages, such as `OR` or `rating>3`.
///
/// As a word to search for, it would find something else than the user meant. So it is an error
/// that gives the right form.
struct ForeignSyntax {
    private let problem: String
    private let remedy: String

    var error: ScaryBugsError { ScaryBugsError(.invalidValue, "\(problem); \(remedy)") }

    /// - Parameter text: a word without a qualifier, and without the `-` of a negation.
    /// - Returns: nil for an ordinary word.
    init?(_ text: String, isNegated: Bool, in context: QueryContext) {
        switch text {
        case "OR" where !isNegated:
            problem = "'OR' is not an operator"
            remedy = "write a|b or tag:a|b for either, or :OR to search for the word"
        case "AND" where !isNegated:
            problem = "'AND' is not an operator"
            remedy = "all words must match anyway; write :AND to search for the word"
        case "NOT" where !isNegated:
            problem = "'NOT' is not an operator"
            remedy = "write -a to exclude a, or :NOT to search for the word"
        case "@":
            problem = "'@' needs the name of a saved query"
            remedy = "'query' lists them"
        case "*" where !isNegated, "?" where !isNegated:
            problem = "'\(text)' is not a wildcard"
            remedy = "'all' stands for all documents"
        case "|", "||":
            problem = "'\(text)' stands alone"
            remedy = "write a|b or tag:a|b without blanks"
        case "<", "<=", ">", ">=", "=", "==", "!=", "<>":
            problem = "'\(text)' stands alone"
            remedy = "write \(Self.qualifier("rating", text, "4")) without blanks"
        case _ where Self.dottedRange(text) != nil:
            problem = "'\(text)' is not a range"
            let range = Self.dottedRange(text) ?? text
            remedy =
                "write \(isNegated ? "-" : "")\(range), or ':\(text)' to search for the words"
        case _ where Self.joinsNumbers(text):
            problem = "'\(text)' has numbers, which commas separate"
            let numbers = String(text.map { $0 == "|" ? "," : $0 })
            remedy = "write \(numbers), or ':\(text)' to search for the words"
        case _ where Self.negatedWord(text) != nil:
            let word = Self.negatedWord(text) ?? text
            problem = "'!' is not an operator"
            remedy =
                isNegated
                ? "write \(word), or ':\(text)' to search for the word"
                : "write -\(word) to exclude \(word), or ':\(text)' to search for the word"
        case _ where Self.truncatedWord(text) != nil:
            let word = Self.truncatedWord(text) ?? text
            problem = "'*' is not a wildcard"
            remedy =
                "write \(isNegated ? "-" : "")\(word), which stands for all words with this "
                + "beginning, or ':\(text)' to search for the text"
        default:
            guard
                let meant = Self.comparison(text, in: context) ?? Self.negation(text, in: context)
            else { return nil }
            problem = "'\(text)' is not a qualifier"
            let negated = meant.hasPrefix("-") ? String(meant.dropFirst()) : "-\(meant)"
            remedy = "write \(isNegated ? negated : meant), or ':\(text)' to search for the words"
        }
    }

    /// `1-3` for `1..3`, a range of numbers that qualifiers take, and `number:3..` for `3..`; nil for
    /// another text.
    private static func dottedRange(_ text: String) -> String? {
        guard let (first, last) = text.halves(around: ".."),
            [first, last].allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        if first.isEmpty && last.isEmpty { return nil }
        return first.isEmpty || last.isEmpty ? "number:\(text)" : "\(first)-\(last)"
    }

    /// `bee` for `!bee`; nil for another text.
    private static func negatedWord(_ text: String) -> String? {
        let word = text.dropFirst()
        guard text.hasPrefix("!"), word.first?.isLetter == true, Qualifier(word) == nil,
            !word.contains(where: \.isWhitespace)
        else { return nil }
        return String(word)
    }

    /// `bee` for `bee*`; nil for another text.
    private static func truncatedWord(_ text: String) -> String? {
        let word = text.dropLast()
        guard text.hasSuffix("*"), !word.isEmpty,
            word.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return nil }
        return String(word)
    }

    private static func joinsNumbers(_ text: String) -> Bool {
        let alternatives = Alternatives.split(text)
        return alternatives.count > 1 && alternatives.allSatisfy(NumberWord.isForm)
    }

    /// The qualifier for a comparison: `rating:>3` for `rating>3`, and `rating:3` for `rating=3`.
    ///
    /// - Returns: nil unless the name of a qualifier comes before the sign.
    private static func comparison(_ text: String, in context: QueryContext) -> String? {
        let isSign = { (character: Character) in "<>=!".contains(character) }
        guard let start = text.firstIndex(where: isSign) else { return nil }
        let name = String(text[..<start]).trimmed.lowercased()
        let sign = text[start...].prefix(while: isSign)
        let value = String(text[start...].dropFirst(sign.count)).trimmed
        return context.qualifiers.first { $0.lowercased() == name }
            .map { qualifier($0, String(sign), value.isEmpty ? "VALUE" : value) }
    }

    /// The negation `-tag:dead` for `!tag:dead`; nil for another word.
    private static func negation(_ text: String, in context: QueryContext) -> String? {
        guard text.hasPrefix("!"), let qualifier = Qualifier(text.dropFirst()),
            context.knows(qualifier)
        else { return nil }
        return "-\(text.dropFirst())"
    }

    private static func qualifier(_ name: String, _ sign: String, _ value: String) -> String {
        let comparison = ["<", "<=", ">", ">="].contains(sign) ? sign : ""
        return "\(["!=", "<>"].contains(sign) ? "-" : "")\(name):\(comparison)\(value)"
    }
}
