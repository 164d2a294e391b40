import Glibc

extension Double {
    /// Whether the number still has the digits of the decimal text that it was parsed from: printed
    /// with as many digits, it has the same ones.
    func keepsDigits(of text: String) -> Bool {
        let digits = Self.significantDigits(text.utf8)
        // A double keeps 15 digits in any case (DBL_DIG), unless it is next to 0.
        if digits.count <= 15, isNormal || digits.isEmpty { return true }
        return digits.count <= Self.mostDigits && digits == printed(withDigits: digits.count)
    }

    /// More than anybody measures. The most that a double can have are 767.
    private static let mostDigits = 40

    private func printed(withDigits count: Int) -> [UInt8] {
        var text = [CChar](repeating: 0, count: Self.mostDigits + 24)
        _ = withVaList([CInt(count - 1), self]) { vsnprintf(&text, text.count, "%.*e", $0) }
        return Self.significantDigits(text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)))
    }

    /// The digits before an exponent, without zeros at both ends.
    private static func significantDigits(_ text: some Sequence<UInt8>) -> [UInt8] {
        var digits = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter(\.isASCIIDigit)
            .drop { $0 == UInt8(ascii: "0") }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return Array(digits)
    }
}
