/// A word such as `or`, which other query languages take for an operator.
///
/// In capitals it is an error (``ForeignSyntax``). In small letters it is a word to search for, so a
/// query with it may match nothing.
package enum OperatorWord: String {
    case or, and, not

    /// The hint for the first such word among others; nil if there is none.
    package static func hint(in words: [String]) -> String? {
        words.indices.lazy.compactMap { index in
            Self(rawValue: words[index])?.remedy(at: index, in: words)
                .map { "'\(words[index])' is a word to search for; \($0)" }
        }.first
    }

    private func remedy(at index: Int, in words: [String]) -> String? {
        let after = words.dropFirst(index + 1).first
        switch self {
        case .or:
            guard index > 0, let after else { return nil }
            let form = Self.joined(words[index - 1], after).map { "'\($0)'" }
            return "write \(form ?? "a|b or tag:a|b") for either"
        case .and:
            return index > 0 && after != nil ? "leave it out, since all words must match" : nil
        case .not:
            guard let after, Self.isPlain(after) else { return nil }
            return "write -\(after) to exclude \(after)"
        }
    }

    private static func isPlain(_ word: String) -> Bool {
        !word.hasPrefix("-") && !word.contains(where: \.isWhitespace)
    }

    /// `spider|beetle`, `tag:a|b` for `tag:a` and `tag:b`, or `1,2` for numbers; nil for other words.
    private static func joined(_ first: String, _ second: String) -> String? {
        let words = [first, second]
        guard words.allSatisfy(isPlain) else { return nil }
        let numbers = words.filter(NumberWord.isForm)
        guard numbers.isEmpty else { return numbers == words ? "\(first),\(second)" : nil }
        switch (Qualifier(first), Qualifier(second)) {
        case (nil, nil): return "\(first)|\(second)"
        case (let first?, let second?) where first.name == second.name:
            return "\(first.name):\(first.value)|\(second.value)"
        default: return nil
        }
    }
}
