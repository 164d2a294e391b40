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
