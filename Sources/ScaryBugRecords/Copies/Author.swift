/// A copy of a document in somebody's workspace, whose changes have times of their own.
///
/// The text is `NAME-KEY.COPY`, such as `alice-7f3a8b21.1`: a name for people, the key of the
/// workspace, and the number of the copy there. Two copies in one workspace are two authors.
package struct Author: Hashable, Sendable {
    /// Visible ASCII without blanks; other characters of the name are percent-encoded.
    let text: String

    /// - Parameter text: the text from a document; nil for one that no author has.
    init?(text: some StringProtocol) {
        guard (1...Self.mostBytes).contains(text.utf8.count),
            text.utf8.enumerated().allSatisfy({ place, byte in
                PercentText.isPlain(byte) || byte == PercentText.mark
                    || place == 0 && byte == Self.unknownMark
            })
        else { return nil }
        self.text = String(text)
    }

    private static let mostBytes = 256
    private static let unknownMark = UInt8(ascii: "?")

    package init(name: String, workspaceKey: String, copy: Int) {
        text = "\(PercentText.encoded(name))-\(workspaceKey).\(copy)"
    }

    /// The author of values that no known author entered, such as those from an app. The same content
    /// has the same author, so that taking it twice is the same as once.
    init(of content: Digest) {
        text = "?" + String(UInt64(bitPattern: content.high), radix: 16, width: 16)
    }

    private var nameEnd: String.Index? { text.utf8.lastIndex(of: UInt8(ascii: "-")) }

    /// The name for people, on one line whatever is encoded in it; nil if nobody knows who it was.
    package var name: String? {
        guard text.utf8.first != Self.unknownMark else { return nil }
        return PercentText.decoded(nameEnd.map { text[..<$0] } ?? text[...]).map(
            TerminalText.onOneLine)
    }

    /// The key of the workspace and the number of the copy; empty if the text has none.
    package var place: Substring { nameEnd.map { text[text.utf8.index(after: $0)...] } ?? "" }

    /// The key of the workspace; empty if the text has none.
    package var workspaceKey: Substring {
        let place = place
        return place[..<(place.utf8.firstIndex(of: UInt8(ascii: ".")) ?? place.endIndex)]
    }
}

extension Author: Comparable {
    package static func < (left: Author, right: Author) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

/// Percent-encoding (RFC 3986) of all bytes but ASCII letters, digits and a few signs, so that the words
/// of ``CopyState`` need no other rule.
package enum PercentText {
    static let mark = UInt8(ascii: "%")

    static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || (0x41...0x5A).contains(byte & 0xDF) || "-._/()".utf8.contains(byte)
    }

    package static func encoded(_ text: String) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isPlain(byte) {
                encoded.append(byte)
            } else {
                encoded += "%\(String(byte, radix: 16, width: 2))".utf8
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The text; nil if a percent sign has no two hexadecimal digits after it, or if the bytes are no
    /// UTF-8.
    package static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(mark) else { return String(text) }
        var decoded: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == mark else {
                decoded.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                digits.allSatisfy({ $0 != UInt8(ascii: "+") }), digits.count == 2
            else { return nil }
            decoded.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
