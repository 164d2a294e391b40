/// The likely meaning of a text that was refused or finds nothing: a pattern, and the sentence that
/// answers it.
///
/// A table of hints is asked only after an error. The first hint whose pattern matches answers.
package struct Hint: Sendable {
    /// An extended regular expression of POSIX, in which case doesn't count.
    let pattern: String
    /// The answer. `$0` in it stands for what the pattern matches, and `$1` to `$9` for its groups.
    let sentence: String
    /// The group that matches the wrong part of the text.
    let wrong: Int

    package init(_ pattern: String, _ sentence: String, at wrong: Int = 0) {
        (self.pattern, self.sentence, self.wrong) = (pattern, sentence, wrong)
    }

    /// A longer text is no slip of the keyboard.
    private static let mostBytes = 1000

    /// The sentence of the first hint that matches a text; nil if none does.
    package static func sentence(for text: String, among hints: [Hint]) -> String? {
        answer(to: text, among: hints)?.sentence
    }

    /// The sentence of the first hint that matches a text, and the wrong part of the text.
    ///
    /// - Parameter quoting: writes what a group matches, for a sentence with a line to type.
    package static func answer(
        to text: String, among hints: [Hint], quoting: (String) -> String = { $0 }
    ) -> (sentence: String, part: String)? {
        guard text.utf8.count <= mostBytes, !text.utf8.contains(0) else { return nil }
        for hint in hints {
            if let groups = TextPattern(hint.pattern, ignoringCase: true).groups(in: text) {
                return (hint.filled(groups.map(quoting)), groups[hint.wrong])
            }
        }
        return nil
    }

    /// The group of names, for a pattern. Names are letters, digits and `_`.
    package static func oneOf(_ names: some Sequence<String>) -> String {
        "(\(names.joined(separator: "|")))"
    }

    private func filled(_ groups: [String]) -> String {
        let parts = sentence.split(separator: "$", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
            guard let number = part.first?.wholeNumberValue, groups.indices ~= number else {
                return text + "$" + part
            }
            return text + groups[number] + part.dropFirst()
        }
    }
}
