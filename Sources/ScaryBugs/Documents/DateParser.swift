/// Parses one date without a qualifier, part by part: a year, a month, a day, or a moment.
struct DateParser {
    private var rest: Substring.UTF8View

    init(_ text: Substring) {
        rest = text.utf8
    }

    /// What the date covers, and the offset that a moment got because it had none.
    typealias Result = (period: DatePeriod, addedOffset: Int64?)

    /// Parses the whole text.
    ///
    /// - Parameter zone: the zone of a moment without an offset; nil to refuse such a moment.
    /// - Returns: nil if the text has another form, or there is no such date.
    mutating func date(in zone: LocalZone?) -> Result? {
        guard let year = number(4) else { return nil }
        if rest.isEmpty { return DatePeriod(year: year).map { ($0, nil) } }
        guard skip("-"), let month = number(2) else { return nil }
        if rest.isEmpty { return DatePeriod(year: year, month: month).map { ($0, nil) } }
        guard skip("-"), let day = number(2),
            let period = DatePeriod(year: year, month: month, day: day)
        else { return nil }
        if rest.isEmpty { return (period, nil) }
        guard let time = timeOfDay() else { return nil }
        let clock = period.start.clock + time.start
        if !rest.isEmpty {
            guard let offset = offset(), rest.isEmpty else { return nil }
            return Self.period(clock, at: clock - offset, time.length).map { ($0, nil) }
        }
        guard let moment = zone?.moment(clock: clock) else { return nil }
        return Self.period(clock, at: moment, time.length).map { ($0, clock - moment) }
    }

    private static func period(
        _ clock: Int64, at moment: Int64, _ length: Int64
    ) -> DatePeriod? {
        guard Timestamp.range.contains(moment) else { return nil }
        return DatePeriod(clock: clock, moment: moment, length: length)
    }

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

    /// Parses seconds east of UTC.
    private mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
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
