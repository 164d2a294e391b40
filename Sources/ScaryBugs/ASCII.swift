extension UInt8 {
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is an ASCII letter or digit, or part of another character.
    var isPartOfWord: Bool {
        self >= 0x80 || (0x61...0x7A).contains(self | 0x20) || isASCIIDigit
    }

    /// The small letter for a capital letter in ASCII, or the byte itself.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether no byte belongs to a character outside ASCII.
    var isASCII: Bool { reduce(0, |) < 0x80 }
}

extension FixedWidthInteger {
    /// Parses ASCII digits; nil for any other text, also an empty one, and on overflow.
    init?(asciiDigits digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        self = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            let (tens, isTooLarge) = multipliedReportingOverflow(by: 10)
            let (value, overflows) = tens.addingReportingOverflow(Self(digit - 0x30))
            if isTooLarge || overflows { return nil }
            self = value
        }
    }
}

extension [UInt8] {
    /// Appends a text in UTF-8. Appending its view `utf8` takes longer.
    mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends an ASCII text with small letters for capital ones.
    mutating func append(lowercased text: UnsafeBufferPointer<UInt8>) {
        append(addingCapacity: text.count) { output in
            output.withUnsafeMutableBufferPointer { output, count in
                for place in 0..<text.count { output[count + place] = text[place].lowercased }
                count += text.count
            }
        }
    }

    /// Appends a character in UTF-8.
    mutating func append(scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
    }
}

extension String {
    /// The digits of a number that is not negative, with leading zeros up to a width.
    init(_ number: some BinaryInteger, radix: Int, width: Int) {
        let digits = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}

extension StringProtocol {
    /// Whether the text has only characters of decimal numbers. Swift parses other numbers, too:
    /// hexadecimal digits and infinities.
    var isDecimal: Bool { utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) } }
}
