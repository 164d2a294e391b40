/// Splits texts into the words that queries compare, folded by ``UnicodeFold``.
///
/// A word is a run of letters, marks and digits. In scripts without blanks, each character with its
/// marks is a word. Each symbol is a word too.
enum Tokenizer {
    static func words(of text: String) -> [String] {
        var joined: [UInt8] = []
        append(text, to: &joined)
        return joined.split(separator: blank).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends the words of a text in UTF-8, separated by blanks from each other and from words
    /// already there.
    static func append(_ text: String, to words: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let start = index
                var union: UInt8 = 0
                while index < bytes.count, bytes[index].isPartOfWord {
                    union |= bytes[index]
                    index += 1
                }
                if index > start { append(bytes[start..<index], union: union, to: &words) }
                index += 1
            }
        }
    }

    /// Appends the words of a part of a text that has no ASCII separators.
    ///
    /// - Parameter union: the bitwise OR of all its bytes.
    private static func append(
        _ part: Slice<UnsafeBufferPointer<UInt8>>, union: UInt8, to words: inout [UInt8]
    ) {
        guard union < 0x80 else { return append(UnicodeFold.fold(part), to: &words) }
        begin(&words)
        let start = words.count
        words.append(contentsOf: UnsafeBufferPointer(rebasing: part))
        words.withUnsafeMutableBufferPointer { words in
            for index in start..<words.count { words[index] = lowercased(words[index]) }
        }
    }

    /// A whole value in the form that lists and sorting compare: folded, not split into words,
    /// without blanks at the ends.
    static func folded(_ text: String) -> String {
        var text = text
        let folded = text.withUTF8 { bytes in
            guard bytes.allSatisfy({ (0x01...0x7F).contains($0) }) else {
                return string(UnicodeFold.fold(bytes[...]))
            }
            return String(unsafeUninitializedCapacity: bytes.count) { result in
                for index in bytes.indices { result[index] = lowercased(bytes[index]) }
                return bytes.count
            }
        }
        return isBlank(folded.utf8.first) || isBlank(folded.utf8.last) ? folded.trimmed : folded
    }

    private static let blank = UInt8(ascii: " ")

    private static func begin(_ words: inout [UInt8]) {
        if !words.isEmpty { words.append(blank) }
    }

    /// Splits folded scalars into words.
    private static func append(_ scalars: [Int32], to words: inout [UInt8]) {
        var before = UnicodeFold.Role.separator
        for scalar in scalars {
            let role = UnicodeFold.role(of: scalar)
            switch role {
            case .separator: before = role
            case .mark where before == .separator: continue
            case .mark: append(scalar, to: &words)
            case .letter, .single:
                if role == .single || before != .letter { begin(&words) }
                append(scalar, to: &words)
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

    // MARK: Bytes

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// Whether a byte can belong to a blank.
    private static func isBlank(_ byte: UInt8?) -> Bool {
        byte.map { $0 <= 0x20 || $0 >= 0x80 } ?? false
    }
}
