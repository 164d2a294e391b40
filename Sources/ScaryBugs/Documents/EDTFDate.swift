/// A date as a collector knows it, in the Extended Date/Time Format (EDTF, ISO 8601-2).
///
/// It is a year (`1906`), a month (`2026-05`), a day (`2026-05-01`) or a moment with its offset from
/// UTC (`2026-05-01T14:30+02:00`). An interval has two of these (`2026-05/2026-06`), or one and an
/// open end (`2026-05/..`). A date may be uncertain (`1906?`), approximate (`1906~`), or both
/// (`1906%`). Years go from 0000 to 9999.
public struct EDTFDate: Hashable, Sendable {
    /// The date as entered, with an offset for every moment.
    public let text: String
    /// What it covers. Uncertainty doesn't count.
    let period: DatePeriod

    /// Parses a date.
    ///
    /// - Parameters:
    ///   - text: the date, without blanks around it.
    ///   - zone: the zone whose offset a moment without one gets; nil to refuse such a moment.
    /// - Returns: nil if the text is no such date.
    public init?(_ text: String, in zone: LocalZone? = .local) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 1:
            guard let date = Self.date(parts[0], zone) else { return nil }
            self = date
        case 2:
            guard let start = Self.end(parts[0], open: .openStart, zone),
                let end = Self.end(parts[1], open: .openEnd, zone),
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

    private static func end(
        _ text: Substring, open point: DatePoint, _ zone: LocalZone?
    ) -> EDTFDate? {
        if text == ".." { return EDTFDate("..", DatePeriod(start: point, end: point)) }
        return date(text, zone)
    }

    /// Parses a date that is not an interval.
    private static func date(_ text: Substring, _ zone: LocalZone?) -> EDTFDate? {
        let qualifier = text.last.map { "?~%".contains($0) } == true ? text.suffix(1) : ""
        let date = text.dropLast(qualifier.count)
        var parser = DateParser(date)
        guard let (period, addedOffset) = parser.date(in: zone) else { return nil }
        return EDTFDate(
            canonical(date) + (addedOffset.map(Timestamp.offset) ?? "") + qualifier, period)
    }

    /// A moment may be entered with a blank or a small letter, which EDTF does not have.
    private static func canonical(_ date: Substring) -> String {
        if date.utf8.allSatisfy({ 0x21...0x5A ~= $0 }) { return String(date) }
        return String(date.uppercased().map { $0 == " " ? "T" : $0 })
    }
}

// MARK: The date for older apps

extension EDTFDate {
    /// The time that the apps get, which know nothing of EDTF: the start or, where it is open, the
    /// end. A day is its midnight in UTC.
    var timestamp: Timestamp {
        let start = period.start
        if start != .openStart {
            return Timestamp(secondsSince1970: start.moment ?? start.clock)
        }
        let end = period.end
        return Timestamp(secondsSince1970: end.moment ?? DatePeriod.midnight(before: end.clock))
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
