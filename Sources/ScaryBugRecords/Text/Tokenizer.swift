/// Splits texts into the words that queries compare, folded by ``UnicodeFold``.
///
/// A word is a run of letters, marks and digits. In scripts without blanks, each character with its
/// marks is a word. Each symbol is a word too. A run of more than 32,000 bytes is several words.
package enum Tokenizer {
    /// The most bytes of a word, about. FTS5 cuts one of more than 32,768 bytes, and then finds its index
    /// damaged.
    private static let longestWord = 32_000

    package static func words(of text: String) -> [String] {
        var joined: [UInt8] = []
        append(text, to: &joined)
        return joined.split(separator: blank).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the words of a text in UTF-8, separated by blanks from each other and from words
    /// already there.
    ///
    /// - Parameter start: the place of the first word in the bytes.
    package static func append(_ text: String, to bytes: inout [UInt8], from start: Int = 0) {
        var text = text
        text.withUTF8 { text in
            if text.isASCII { return append(ascii: text, to: &bytes, from: start) }
            var index = 0
            while index < text.count {
                let first = index
                while index < text.count, text[index].isPartOfWord { index += 1 }
                let part = UnsafeBufferPointer(rebasing: text[first..<index])
                if part.isASCII {
                    append(ascii: part, to: &bytes, from: start)
                } else {
                    append(UnicodeFold.fold(part), to: &bytes, from: start)
                }
                index += 1
            }
        }
    }

    private static func append(
        ascii text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], from start: Int
    ) {
        var needsBlank = bytes.count > start
        bytes.append(addingCapacity: text.count + 1 + text.count / longestWord) { output in
            output.withUnsafeMutableBufferPointer { output, count in
                // The bytes of the present word.
                var length = 0
                for byte in text {
                    guard byte.isPartOfWord else {
                        length = 0
                        continue
                    }
                    if length == longestWord { length = 0 }
                    if length == 0, needsBlank {
                        output[count] = blank
                        count += 1
                    }
                    length += 1
                    needsBlank = true
                    output[count] = byte.lowercased
                    count += 1
                }
            }
        }
    }

    /// A whole value in the form that lists and sorting compare: folded, not split into words,
    /// without blanks at the ends.
    package static func folded(_ text: String) -> String {
        var text = text
        let folded = text.withUTF8 { bytes in
            guard isFoldedBytewise(bytes) else { return string(UnicodeFold.fold(bytes)) }
            return String(unsafeUninitializedCapacity: bytes.count) { result in
                for index in bytes.indices { result[index] = bytes[index].lowercased }
                return bytes.count
            }
        }
        return isBlank(folded.utf8.first) || isBlank(folded.utf8.last) ? folded.trimmed : folded
    }

    /// Whether ``folded(_:)`` only makes letters of a value small, apart from blanks at its ends.
    private static func isFoldedBytewise(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.isASCII && !bytes.contains(0)
    }

    /// Calls `body` with a value whose bytes ``folded(_:)`` only makes small; returns nil for any other.
    package static func ifFoldedBytewise<Result>(
        _ value: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result?
    ) -> Result? {
        var value = value
        return value.withUTF8 { bytes in
            isFoldedBytewise(bytes) && !isBlank(bytes.first) && !isBlank(bytes.last)
                ? body(bytes) : nil
        }
    }

    private static let blank = UInt8(ascii: " ")

    /// Splits folded scalars into words.
    private static func append(
        _ scalars: [Int32], to bytes: inout [UInt8], from start: Int
    ) {
        var before = UnicodeFold.Role.separator
        var wordStart = bytes.count
        for scalar in scalars {
            let role = UnicodeFold.role(of: scalar)
            switch role {
            case .separator: before = role
            case .mark where before == .separator: continue
            case .mark: append(scalar, to: &bytes)
            case .letter, .single:
                if role == .single || before != .letter || bytes.count - wordStart >= longestWord {
                    if bytes.count > start { bytes.append(blank) }
                    wordStart = bytes.count
                }
                append(scalar, to: &bytes)
                before = role
            }
        }
    }

    private static func append(_ scalar: Int32, to bytes: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(UInt32(bitPattern: scalar)) else { return }
        bytes.append(scalar: scalar)
    }

    private static func string(_ scalars: [Int32]) -> String {
        var bytes: [UInt8] = []
        for scalar in scalars { append(scalar, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a byte can belong to a blank.
    private static func isBlank(_ byte: UInt8?) -> Bool {
        byte.map { $0 <= 0x20 || $0 >= 0x80 } ?? false
    }
}
