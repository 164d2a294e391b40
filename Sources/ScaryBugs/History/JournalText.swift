/// The encoding of texts and numbers in the journal.
enum JournalText {
    static let tab = UInt8(ascii: "\t")
    static let blank = UInt8(ascii: " ")
    static let lineFeed = UInt8(ascii: "\n")

    /// A checksum as eight hexadecimal digits.
    static func checksum(_ sum: UInt32) -> String {
        var digits: [UInt8] = []
        digits.append(checksum: sum)
        return String(decoding: digits, as: UTF8.self)
    }

    /// The greatest number in a journal. No size or count comes near it, and sums of such numbers
    /// don't overflow.
    static let greatestNumber = 1 << 44

    /// A decimal integer; nil for other bytes, and beyond ``greatestNumber``.
    static func integer(_ digits: some Collection<UInt8>) -> Int? {
        let isNegative = digits.first == UInt8(ascii: "-")
        let rest = digits.dropFirst(isNegative ? 1 : 0)
        guard let number = Int(asciiDigits: rest), number <= greatestNumber else { return nil }
        return isNegative ? -number : number
    }

    /// A number that later lines can follow for ever.
    static func ordinal(_ digits: some Collection<UInt8>) -> Int? {
        integer(digits).flatMap { (0...(greatestNumber / 2)).contains($0) ? $0 : nil }
    }

    /// The parts between separators, empty ones too.
    static func split(_ bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        parts.reserveCapacity(10)
        var start = bytes.startIndex
        for index in bytes.indices where bytes[index] == separator {
            parts.append(bytes[start..<index])
            start = index + 1
        }
        parts.append(bytes[start...])
        return parts
    }

    /// The parts before and after the first separator; the second one is nil if there is none.
    static func halves(
        of bytes: ArraySlice<UInt8>, at separator: UInt8
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
        guard let middle = bytes.firstIndex(of: separator) else { return (bytes, nil) }
        return (bytes[..<middle], bytes[(middle + 1)...])
    }

    /// A checksum of at most eight hexadecimal digits.
    static func checksum(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard (1...8).contains(digits.count) else { return nil }
        var sum: UInt32 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): sum = sum << 4 | UInt32(digit & 0xF)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): sum = sum << 4 | UInt32(digit & 0xF + 9)
            default: return nil
            }
        }
        return sum
    }

    static func unescaped(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: unescapedBytes(bytes), as: UTF8.self)
    }

    /// The unescaped name of a directory's entry, in UTF-8; nil if it is not a valid name.
    static func plainName(_ bytes: ArraySlice<UInt8>) -> String? {
        let name = unescapedBytes(bytes)
        guard !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "/")),
            let text = String(validating: name, as: UTF8.self), text != ".", text != ".."
        else { return nil }
        return text
    }

    static func unescapedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\\")) else { return Array(bytes) }
        var result: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            else {
                result.append(byte)
                continue
            }
            result.append(value)
            rest = rest.dropFirst(3)
        }
        return result
    }
}

extension [UInt8] {
    /// Appends a field that needs no escapes.
    mutating func append(field: String) {
        append(utf8: field)
        append(JournalText.tab)
    }

    /// Appends a checksum as eight hexadecimal digits.
    mutating func append(checksum sum: UInt32) {
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: sum >> UInt32(shift)) & 0xF
            append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }

    mutating func append(escaping text: String, keepsBlanks: Bool, commas: Bool = false) {
        append(escaping: text.utf8, keepsBlanks: keepsBlanks, commas: commas)
    }

    /// Appends text with octal escapes for bytes that would end a field or a word.
    ///
    /// - Parameter commas: whether to escape commas and equals signs, too.
    mutating func append(
        escaping text: some Collection<UInt8>, keepsBlanks: Bool, commas: Bool = false
    ) {
        func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case JournalText.blank: keepsBlanks
            case UInt8(ascii: ","), UInt8(ascii: "="): !commas
            case UInt8(ascii: "\\"), ..<0x20, 0x7F: false
            default: true
            }
        }
        // An array is checked faster than a string.
        let start = count
        append(contentsOf: text)
        guard let first = self[start...].firstIndex(where: { !isPlain($0) }) else { return }
        let rest = Array(self[first...])
        removeLast(rest.count)
        for byte in rest {
            guard !isPlain(byte) else {
                append(byte)
                continue
            }
            append(UInt8(ascii: "\\"))
            for shift in [6, 3, 0] { append(0x30 + (byte >> UInt8(shift)) & 7) }
        }
    }
}
