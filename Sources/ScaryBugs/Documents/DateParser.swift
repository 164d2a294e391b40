/// Parses one date without a qualifier, part by part: a year, a month, a day, a local time or a
/// moment.
struct DateParser {
    private var rest: ArraySlice<UInt8>

    init(_ text: Substring) {
        rest = Array(text.utf8)[...]
    }

    /// Parses the whole text into the time that the date covers; nil if the text has another form,
    /// or there is no such date.
    mutating func date() -> DatePeriod? {
        guard let year = number(4) else { return nil }
        if rest.isEmpty { return DatePeriod(year: year) }
        guard skip("-"), let month = number(2) else { return nil }
        if rest.isEmpty { return DatePeriod(year: year, month: month) }
        guard skip("-"), let day = number(2),
            let period = DatePeriod(year: year, month: month, day: day)
        else { return nil }
        if rest.isEmpty { return period }
        let isEDTF = rest.first != UInt8(ascii: " ")
        guard let time = timeOfDay() else { return nil }
        let clock = period.start.clock + time.start
        if rest.isEmpty { return DatePeriod(clock: clock, length: time.length) }
        guard let offset = offset(), rest.isEmpty, Timestamp.range.contains(clock - offset),
            isEDTF || !Self.isSpan(time, offset)
        else { return nil }
        return DatePeriod(clock: clock, moment: clock - offset, length: time.length)
    }

    /// Whether the text after a blank may be a span of hours, such as `22:00-02:00`, and not a time with
    /// an offset.
    private static func isSpan(_ time: (start: Int64, length: Int64), _ offset: Int64) -> Bool {
        time.length == 60 && offset < 0
    }

    /// The hours that zones have been ahead of UTC or behind it since 1970, without their minutes.
    /// Source: the IANA time zone database.
    private static let wholeOffsets = -12...14
    /// The offsets with minutes, likewise, in minutes.
    private static let oddOffsets: Set = [
        -640, -630, -570, -510, -270, -225, -210, -150, -90, 210, 270, 330, 345, 390, 450, 510, 525,
        570, 585, 630, 690, 750, 765, 825,
    ]

    /// Parses a time of day into its first second and the number of seconds: a minute without
    /// seconds. Drops fractions of a second.
    private mutating func timeOfDay() -> (start: Int64, length: Int64)? {
        guard skip("T") || skip("t") || skip(" "), let hour = number(2), skip(":"),
            let minute = number(2), hour < 24, minute < 60
        else { return nil }
        let start = Int64(hour * 3600 + minute * 60)
        guard skip(":") else { return (start, 60) }
        guard let second = number(2), second < 60 else { return nil }
        if skip(".") { while number(1) != nil {} }
        return (start + Int64(second), 1)
    }

    /// Parses seconds east of UTC; nil for an offset that no time zone has used since 1970, which is
    /// more likely the end of a span.
    private mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : -1
        guard sign == 1 || skip("-"), let hour = number(2), skip(":"), let minute = number(2)
        else { return nil }
        let isUsed =
            minute == 0
            ? Self.wholeOffsets.contains(sign * hour)
            : Self.oddOffsets.contains(sign * (hour * 60 + minute))
        return isUsed ? Int64(sign * (hour * 3600 + minute * 60)) : nil
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
