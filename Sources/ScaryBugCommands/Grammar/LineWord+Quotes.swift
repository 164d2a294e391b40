import ScaryBugs

extension LineWord {
    /// The places of the quotes in a word, as offsets into its UTF-8 without them.
    struct Quotes: Hashable, Sendable {
        private var parts: [Range<Int>] = []
        private var opened = 0
        /// The double quotes after a backslash, which are characters of the word.
        private var escaped: [Int] = []

        var isEmpty: Bool { parts.isEmpty && escaped.isEmpty }

        mutating func open(at offset: Int) { opened = offset }
        mutating func close(at offset: Int) { parts.append(opened..<max(opened, offset)) }
        mutating func addEscaped(at offset: Int) { escaped.append(offset) }

        /// A word with quotes around each part that is a whole value, such as `title:"Oak"`, and a
        /// backslash before a value that begins with a quote.
        func queryText(of text: String) -> String {
            let bytes = Array(text.utf8)
            var marks = escaped.filter { Self.beginsValue(bytes[..<$0]) }.map { ($0, "\\") }
            for part in parts where Self.isValue(part, of: bytes) {
                marks += [(part.lowerBound, "\""), (part.upperBound, "\"")]
            }
            if marks.isEmpty { return text }
            var (result, copied): ([UInt8], Int) = ([], 0)
            for (offset, mark) in marks.sorted(by: { $0.0 < $1.0 }) {
                result += bytes[copied..<offset] + Array(mark.utf8)
                copied = offset
            }
            return String(decoding: result + bytes[copied...], as: UTF8.self)
        }

        /// Whether a part is a whole value of one word. The quotes around more, such as
        /// `'rating:>=4'`, only keep it together.
        private static func isValue(_ part: Range<Int>, of bytes: [UInt8]) -> Bool {
            let value = bytes[part]
            let end = bytes[part.upperBound...].first
            guard !value.isEmpty, !value.contains(where: { " \t\n|\"".utf8.contains($0) }),
                end == nil || end == UInt8(ascii: "|")
            else { return false }
            let text = String(decoding: value, as: UTF8.self)
            return beginsValue(bytes[..<part.lowerBound]) && !Selection.mustBeMeant(by: [text])
        }

        /// Whether a value follows the beginning of a word: `-`, `title:` or `title:a|`.
        private static func beginsValue(_ head: ArraySlice<UInt8>) -> Bool {
            let head = head.first == UInt8(ascii: "-") ? head.dropFirst() : head
            switch head.last {
            case nil: return true
            case UInt8(ascii: "|"): return head.dropLast().last != UInt8(ascii: "\\")
            case UInt8(ascii: ":"):
                let name = String(decoding: head.dropLast(), as: UTF8.self)
                return !QueryContext.customQualifiers.contains(name) || name == QueryContext.tag
            default: return false
            }
        }
    }
}
