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
    let period: DatePeriod

    /// Parses a date.
    ///
    /// - Parameter text: the date, without blanks around it.
    /// - Returns: nil if the text is no such date.
    public init?(_ text: String) {
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
    var timestamp: Timestamp {
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
