/// A point in time in UTC with a precision of one second, in the years 0 to 9999.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    public let secondsSince1970: Int64

    /// The epoch of archives: 2001-01-01 00:00:00 UTC, in seconds since 1970.
    private static let referenceDate: Int64 = 978_307_200
    private static let range = -62_167_219_200..<253_402_300_800 as Range<Int64>

    /// - Parameter secondsSince1970: seconds, clamped to the years 0 to 9999.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = min(
            max(secondsSince1970, Self.range.lowerBound), Self.range.upperBound - 1)
    }

    /// Converts seconds since 2001-01-01 UTC, the unit of archives; nil outside of the years 0 to
    /// 9999.
    public init?(secondsSince2001: Double) {
        guard let seconds = Int64(exactly: secondsSince2001.rounded(.down)) else { return nil }
        let (sum, overflow) = seconds.addingReportingOverflow(Self.referenceDate)
        guard !overflow, Self.range.contains(sum) else { return nil }
        secondsSince1970 = sum
    }

    public var secondsSince2001: Double {
        Double(secondsSince1970 - Self.referenceDate)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

// MARK: RFC 3339

extension Timestamp {
    /// `2026-05-01T14:30:00Z`
    public var rfc3339: String {
        let (day, second) = secondsSince1970.quotientAndRemainder(flooringBy: 86_400)
        var text = Self.date(day)
        text.append(UInt8(ascii: "T"), second / 3600, digits: 2)
        text.append(UInt8(ascii: ":"), second / 60 % 60, digits: 2)
        text.append(UInt8(ascii: ":"), second % 60, digits: 2)
        return String(decoding: text + [UInt8(ascii: "Z")], as: UTF8.self)
    }

    /// `2026-05-01` if the time is midnight, otherwise ``rfc3339``.
    public var shortest: String {
        let (day, second) = secondsSince1970.quotientAndRemainder(flooringBy: 86_400)
        return second == 0 ? String(decoding: Self.date(day), as: UTF8.self) : rfc3339
    }

    /// Parses a day (`2026-05-01`, meaning its first second) or a time
    /// (`2026-05-01T14:30[:00][Z|+02:00]`, in UTC without an offset).
    public init?(_ text: String) {
        var parser = DateParser(text)
        guard let date = parser.date() else { return nil }
        var seconds = date * 86_400
        if !parser.isAtEnd {
            guard let time = parser.time(), let offset = parser.offset(), parser.isAtEnd else {
                return nil
            }
            seconds += time - offset
        }
        guard Self.range.contains(seconds) else { return nil }
        secondsSince1970 = seconds
    }

    /// Formats a day with Howard Hinnant's `civil_from_days` for the proleptic Gregorian calendar.
    private static func date(_ daysSince1970: Int64) -> [UInt8] {
        let (era, dayOfEra) = (daysSince1970 + 719_468).quotientAndRemainder(flooringBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        var text: [UInt8] = []
        text.reserveCapacity(20)
        text.append(year, digits: 4)
        text.append(UInt8(ascii: "-"), month, digits: 2)
        text.append(UInt8(ascii: "-"), day, digits: 2)
        return text
    }
}

/// Parses an RFC 3339 date, part by part.
private struct DateParser {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Days since 1970-01-01.
    mutating func date() -> Int64? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"),
            let day = number(2), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.quotientAndRemainder(flooringBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Seconds since midnight; fractions of a second are dropped.
    mutating func time() -> Int64? {
        guard skip("T") || skip("t") || skip(" "), let hour = number(2), skip(":"),
            let minute = number(2), hour < 24, minute < 60
        else { return nil }
        var second: Int64 = 0
        if skip(":") {
            guard let read = number(2), read < 60 else { return nil }
            second = read
            if skip(".") { while number(1) != nil {} }
        }
        return hour * 3600 + minute * 60 + second
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let sign: Int64 = skip("+") ? 1 : -1
        guard sign == 1 || skip("-"), let hour = number(2), skip(":"), let minute = number(2),
            hour < 24, minute < 60
        else { return nil }
        return sign * (hour * 3600 + minute * 60)
    }

    private mutating func number(_ digits: Int) -> Int64? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    fileprivate func quotientAndRemainder(flooringBy divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ separator: UInt8, _ number: Int64, digits: Int) {
        append(separator)
        append(number, digits: digits)
    }

    fileprivate mutating func append(_ number: Int64, digits: Int) {
        if digits > 1 { append(number / 10, digits: digits - 1) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
