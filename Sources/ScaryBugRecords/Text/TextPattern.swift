import Containers
import Glibc

/// An extended regular expression of POSIX, for texts in UTF-8.
package final class TextPattern: @unchecked Sendable {
    private var expression: regex_t
    private let isValid: Bool

    package init(_ pattern: String, ignoringCase: Bool = false) {
        var expression = regex_t()
        let flags = REG_EXTENDED | (ignoringCase ? REG_ICASE : 0)
        isValid = UTF8Locale.run { regcomp(&expression, pattern, flags) } == 0
        self.expression = expression
    }

    deinit { if isValid { regfree(&expression) } }

    /// The texts of what the pattern and its first nine groups match, empty for a group that matches
    /// nothing; nil if the pattern doesn't match.
    package func groups(in text: String) -> [String]? {
        var matches = Array(repeating: regmatch_t(), count: 10)
        let isMatch =
            isValid
            && UTF8Locale.run { regexec(&expression, text, matches.count, &matches, 0) } == 0
        guard isMatch else { return nil }
        let bytes = Array(text.utf8)
        return matches.map { match in
            let start = max(0, Int(match.rm_so))
            return match.rm_so < 0
                ? "" : String(decoding: bytes[start..<max(start, Int(match.rm_eo))], as: UTF8.self)
        }
    }

    package func matches(_ text: String) -> Bool { groups(in: text) != nil }
}
