extension JSONObject {
    /// The first number with a decimal point or an exponent that has too many digits; nil without any.
    ///
    /// jansson rounds such a number without an error, and keeps whole numbers.
    ///
    /// - Parameter text: valid JSON.
    static func roundedNumber(in text: [UInt8]) -> String? {
        var (isInString, isEscaped) = (false, false)
        var start = 0
        for (index, byte) in text.enumerated() {
            if !isInString, isPartOfNumber(byte) { continue }
            // A shorter number has no more than 15 digits.
            if index - start > 16, let number = rounded(text[start..<index]) { return number }
            start = index + 1
            if isEscaped {
                isEscaped = false
            } else if isInString, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == .quote {
                isInString = !isInString
            }
        }
        return nil
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+") || byte | 0x20 == UInt8(ascii: "e")
    }

    private static func rounded(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        let isWhole = bytes.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        return isWhole || Double(text)?.keepsDigits(of: text) != false ? nil : text
    }
}
