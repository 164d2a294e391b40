/// A date as a collector knows it, in the Extended Date/Time Format (EDTF, ISO 8601-2).
///
/// It is a year (`1906`), a month (`2026-05`), a day (`2026-05-01`), a local time
/// (`2026-05-01T14:30`) or a moment with its offset from UTC (`2026-05-01T14:30+02:00`). An interval
/// has two of these (`2026-05/2026-06`), or one and an open end (`2026-05/..`). A date may be
/// uncertain (`1906?`), approximate (`1906~`), or both (`1906%`). Years go from 0000 to 9999.
public struct EDTFDate: Hashable, Sendable {
    /// The date as entered. A local time stays without an offset.
    public let text: String
    /// What it covers. Uncertainty doesn't count.
    package let period: DatePeriod

    /// The most bytes of a date in any form. Two moments with words between them need fewer.
    static let mostBytes = 100

    /// Parses a date.
    ///
    /// - Parameter text: the date, without blanks around it.
    /// - Returns: nil if the text is no such date.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 1:
            guard let date = Self.date(Self.dayAtMidnight(parts[0])) else { return nil }
            self = date
        case 2:
            guard let start = Self.end(parts[0], open: .openStart),
                let end = Self.end(parts[1], open: .openEnd),
                start.text != ".." || end.text != ".."
            else { return nil }
            self.text = start.text + "/" + end.text
            period = DatePeriod(start: start.period.start, end: end.period.end)
            if period.end < period.start { return nil }
        default: return nil
        }
    }

    /// The date that an app stored: a day at midnight UTC, and a moment in UTC at any other time.
    public init(_ timestamp: Timestamp) {
        text = timestamp.shortest
        let seconds = timestamp.secondsSince1970
        let isDay = DatePeriod.midnight(before: seconds) == seconds
        period =
            isDay
            ? DatePeriod(dayOf: timestamp, in: .utc)
            : DatePeriod(clock: seconds, moment: seconds)
    }

    /// The date with the text that was entered. Where another program changed only the date, the date
    /// counts.
    func entered(as text: String?) -> EDTFDate {
        guard let entered = text.flatMap({ EDTFDate($0) }), entered.timestamp == timestamp else {
            return self
        }
        return entered
    }

    private init(_ text: String, _ period: DatePeriod) {
        (self.text, self.period) = (text, period)
    }

    private static func end(_ text: Substring, open point: DatePoint) -> EDTFDate? {
        if text == ".." { return EDTFDate("..", DatePeriod(start: point, end: point)) }
        return date(text)
    }

    /// Parses a date that is not an interval.
    private static func date(_ text: Substring) -> EDTFDate? {
        let (date, qualifier) = qualified(text)
        var parser = DateParser(date)
        guard let period = parser.date() else { return nil }
        return EDTFDate(canonical(date) + qualifier, period)
    }

    /// `2026-05-01` for `2026-05-01 00:00:00`, as spreadsheets, pandas and R write a day; the same
    /// text otherwise. Midnight itself is `2026-05-01T00:00`.
    private static func dayAtMidnight(_ date: Substring) -> Substring {
        let (day, time) = (date.prefix(10), date.dropFirst(10))
        let fraction = time.dropFirst(9)
        let isMidnight =
            time.first.map { " Tt".contains($0) } ?? false
            && time.dropFirst().hasPrefix("00:00:00") && fraction.allSatisfy { ".0".contains($0) }
        return isMidnight ? day : date
    }

    /// A time may be entered with a blank or a small letter, which EDTF does not have.
    private static func canonical(_ date: Substring) -> String {
        if date.utf8.allSatisfy({ 0x21...0x5A ~= $0 }) { return String(date) }
        return String(date.uppercased().map { $0 == " " ? "T" : $0 })
    }
}

// MARK: The date for older apps

extension EDTFDate {
    /// The time that the apps get, which know nothing of EDTF: the start or, where it is open, the
    /// end. A day is its midnight in UTC, and a local time is taken as UTC.
    package var timestamp: Timestamp {
        let start = period.start
        if start != .openStart {
            return Timestamp(secondsSince1970: start.moment ?? start.clock)
        }
        let end = period.end
        let isTime = text.utf8.contains(UInt8(ascii: "T"))
        let clock = isTime ? end.clock : DatePeriod.midnight(before: end.clock)
        return Timestamp(secondsSince1970: end.moment ?? clock)
    }
}

// MARK: Days

extension EDTFDate {
    /// Parses `today`, `yesterday`, `3d` (the day three days ago) or `2w`; nil for other words.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - now: the time from which days are counted.
    ///   - zone: the zone whose days are counted.
    public init?(dayNamed word: String, now: Timestamp, in zone: LocalZone = .local) {
        guard let days = Self.daysAgo(word.lowercased()) else { return nil }
        let midnight = DatePeriod(dayOf: now, minus: days, in: zone).start.clock
        guard Timestamp.range.contains(midnight) else { return nil }
        self.init(Timestamp(secondsSince1970: midnight))
    }

    static func daysAgo(_ word: String) -> Int64? {
        switch word {
        case "today": return 0
        case "yesterday": return 1
        default:
            let digits = word.dropLast()
            // Seven digits are more days than all the years to 9999 have.
            guard let days = ["d": 1, "w": 7][word.suffix(1)] as Int64?, digits.utf8.count < 7,
                let count = Int64(asciiDigits: digits.utf8)
            else { return nil }
            return count * days
        }
    }
}

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
        guard rest.count <= EDTFDate.mostBytes, let year = number(4) else { return nil }
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
        // After a blank, `22:00-02:00` is rather a span of hours than a time with an offset.
        guard let offset = offset(), rest.isEmpty, Timestamp.range.contains(clock - offset),
            isEDTF || time.length != 60 || offset >= 0
        else { return nil }
        return DatePeriod(clock: clock, moment: clock - offset, length: time.length)
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
