extension UInt8 {
    /// Whether the byte is one of the ASCII digits 0 to 9.
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
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
