import SystemFiles

extension Timestamp {
    /// Parses a day (`2026-05-01`, meaning its first second) or a time
    /// (`2026-05-01T14:30[:00][Z|+02:00]`, in UTC without an offset).
    public init?(_ text: String) {
        var parser = DateParser(text)
        guard var time = parser.date() else { return nil }
        var offset: Int64 = 0
        if !parser.isAtEnd {
            guard parser.addTime(to: &time), let east = parser.offset(), parser.isAtEnd else {
                return nil
            }
            offset = east
        }
        guard let seconds = time.secondsSince1970, Self.range.contains(seconds - offset) else {
            return nil
        }
        secondsSince1970 = seconds - offset
    }
}

/// Parses an RFC 3339 date, part by part. ``UTCTime`` refuses numbers that are too large.
private struct DateParser {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func date() -> UTCTime? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"),
            let day = number(2)
        else { return nil }
        var time = UTCTime()
        (time.year, time.month, time.day) = (year, month, day)
        return time
    }

    /// Parses a time of day; fractions of a second are dropped.
    ///
    /// - Returns: false if there is none.
    mutating func addTime(to time: inout UTCTime) -> Bool {
        guard skip("T") || skip("t") || skip(" "), let hour = number(2), skip(":"),
            let minute = number(2)
        else { return false }
        (time.hour, time.minute) = (hour, minute)
        guard skip(":") else { return true }
        guard let second = number(2) else { return false }
        time.second = second
        if skip(".") { while number(1) != nil {} }
        return true
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : -1
        guard sign == 1 || skip("-"), let hour = number(2), skip(":"), let minute = number(2),
            hour < 24, minute < 60
        else { return nil }
        return Int64(sign * (hour * 3600 + minute * 60))
    }

    private mutating func number(_ digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, let number = Int(asciiDigits: text) else { return nil }
        rest = rest.dropFirst(digits)
        return number
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
