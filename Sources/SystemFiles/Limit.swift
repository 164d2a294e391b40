/// An upper bound of input, with the advice for whoever exceeds it.
package struct Limit: ExpressibleByIntegerLiteral, Sendable {
    /// A number of bytes or entries.
    package let value: Int64
    /// Makes the end of the message for input that exceeds the limit, such as how to raise it.
    private let remedy: @Sendable () -> String

    package init(
        _ value: Int64, remedy: @escaping @Sendable () -> String = { "" }
    ) {
        self.value = value
        self.remedy = remedy
    }

    package init(integerLiteral value: Int64) { self.init(value) }

    package static let none = Limit(Int64.max)

    /// The error for input that exceeds the limit.
    ///
    /// - Parameter what: the object, and how it exceeds the limit.
    package func exceeded(_ what: String) -> ScaryBugsError {
        ScaryBugsError(.limitExceeded, what + remedy())
    }

    package func exceeded(byFile name: String) -> ScaryBugsError {
        exceeded("\(name) is longer than \(value.grouped) bytes")
    }
}

/// A number of bytes for messages and settings, written in the largest unit that is exact.
package struct ByteCount: CustomStringConvertible {
    package let count: Int64

    private static let units: [(name: String, shift: Int64)] = [
        ("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10),
    ]

    package init(_ count: some BinaryInteger) {
        self.count = Int64(clamping: count)
    }

    /// Parses `268435456`, `256M` or `256 MiB`; nil for any other text and on overflow.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = String(text.dropFirst(digits.count).drop { $0 == " " })
        guard let number = Int64(digits), let shift = Self.shift(of: unit) else { return nil }
        let (count, isTooMuch) = number.multipliedReportingOverflow(by: 1 << shift)
        if isTooMuch { return nil }
        self.count = count
    }

    /// The exponent of a unit, where units are powers of two with or without `iB`. A decimal `MB`
    /// is ambiguous and therefore not accepted.
    private static func shift(of unit: String) -> Int64? {
        let unit = unit.lowercased()
        if ["", "b", "byte", "bytes"].contains(unit) { return 0 }
        return units.first {
            unit == $0.name.lowercased() || unit == $0.name.lowercased().prefix(1)
        }?
        .shift
    }

    /// A size rounded down to one decimal, such as `12.4 KiB`.
    package static func rounded(_ count: Int64) -> String {
        guard let unit = units.first(where: { count >= 1 << $0.shift }) else {
            return ByteCount(count).description
        }
        let tenths = (count * 10) >> unit.shift
        return "\(tenths / 10).\(tenths % 10) \(unit.name)"
    }

    package var description: String {
        for unit in Self.units where count > 0 && count % (1 << unit.shift) == 0 {
            return "\(count >> unit.shift) \(unit.name)"
        }
        return count == 1 ? "1 byte" : "\(count) bytes"
    }
}

/// Counts in messages. Numbers of documents, JSON and CSV have no commas.
extension BinaryInteger {
    /// The number with a comma before each third digit: `12,345`.
    package var grouped: String {
        var text = String(self)
        var end = text.endIndex
        while let index = text.index(end, offsetBy: -3, limitedBy: text.startIndex),
            index > text.startIndex
        {
            text.insert(",", at: index)
            end = index
        }
        return text
    }

    /// The number with a noun: `1 step`, `2,000 steps`.
    package func counting(_ noun: String) -> String {
        "\(grouped) \(noun)\(self == 1 ? "" : "s")"
    }
}
