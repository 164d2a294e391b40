import Glibc

extension UInt8 {
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is an ASCII letter or digit, or part of another character.
    package var isPartOfWord: Bool {
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
    package init?(asciiDigits digits: some Collection<UInt8>) {
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
    package mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends an ASCII text with small letters for capital ones.
    package mutating func append(lowercased text: UnsafeBufferPointer<UInt8>) {
        append(addingCapacity: text.count) { output in
            output.withUnsafeMutableBufferPointer { output, count in
                for place in 0..<text.count { output[count + place] = text[place].lowercased }
                count += text.count
            }
        }
    }

    /// Appends a character in UTF-8.
    package mutating func append(scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
    }
}

extension String {
    /// The digits of a number that is not negative, with leading zeros up to a width.
    package init(_ number: some BinaryInteger, radix: Int, width: Int) {
        let digits = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}

extension StringProtocol {
    /// Whether the text has only characters of decimal numbers. Swift parses other numbers, too:
    /// hexadecimal digits and infinities.
    package var isDecimal: Bool { utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) } }
}

/// A search for a text in another one.
extension StringProtocol {
    package func place(of text: String) -> Range<Index>? {
        for start in indices where self[start...].hasPrefix(text) {
            let end = index(start, offsetBy: text.count, limitedBy: endIndex)
            return start..<(end ?? endIndex)
        }
        return nil
    }

    /// The last place where a text stands as a whole: no letter or digit beside it continues it. nil
    /// if there is none, or if this is longer than 100 bytes: the search can take the square of its
    /// length.
    package func lastPlace(ofWhole text: String) -> Range<Index>? {
        guard utf8.count <= 100 else { return nil }
        return indices.reversed().lazy.compactMap { start in
            guard self[start...].utf8.starts(with: text.utf8),
                let end = index(start, offsetBy: text.count, limitedBy: endIndex),
                !Self.isWord(text.first, continuing: self[..<start].last),
                !Self.isWord(text.last, continuing: self[end...].first)
            else { return nil }
            return start..<end
        }.first
    }

    private static func isWord(_ inner: Character?, continuing outer: Character?) -> Bool {
        [inner, outer].allSatisfy { $0.map { $0.isLetter || $0.isNumber } ?? false }
    }

    /// The parts before and after a text that occurs once; nil otherwise.
    package func halves(around text: String) -> (before: SubSequence, after: SubSequence)? {
        guard let place = place(of: text) else { return nil }
        let after = self[place.upperBound...]
        return after.place(of: text) == nil ? (self[..<place.lowerBound], after) : nil
    }
}

extension Double {
    /// Whether the number still has the digits of the decimal text that it was parsed from: printed
    /// with as many digits, it has the same ones.
    package func keepsDigits(of text: String) -> Bool {
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
