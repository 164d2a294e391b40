/// A point in time in UTC with a precision of one second, in the years 0 to 9999.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    public let secondsSince1970: Int64

    /// The epoch of archives: 2001-01-01 00:00:00 UTC, in seconds since 1970.
    private static let referenceDate: Int64 = 978_307_200
    static let range = -62_167_219_200..<253_402_300_800 as Range<Int64>

    /// - Parameter secondsSince1970: seconds, clamped to the years 0 to 9999.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = min(
            max(secondsSince1970, Self.range.lowerBound), Self.range.upperBound - 1)
    }

    /// Converts seconds since 2001-01-01 UTC, the unit of archives; nil outside of the years 0 to
    /// 9999.
    package init?(secondsSince2001: Double) {
        guard let seconds = Int64(exactly: secondsSince2001.rounded(.down)) else { return nil }
        let (sum, overflow) = seconds.addingReportingOverflow(Self.referenceDate)
        guard !overflow, Self.range.contains(sum) else { return nil }
        secondsSince1970 = sum
    }

    /// Seconds since 2001-01-01 UTC, the unit of archives.
    package var secondsSince2001: Double {
        Double(secondsSince1970 - Self.referenceDate)
    }

    /// The modification time of a data file, from which a document without dates gets them.
    ///
    /// It is clamped to the years 1970 to 2106, which a bundle can hold, so that a bundle doesn't
    /// change the dates.
    package init(modificationTime time: FileTime) {
        secondsSince1970 = min(max(time.seconds, 0), Int64(UInt32.max))
    }

    /// The next second; nil after the last second of the year 9999.
    var next: Timestamp? {
        let next = Timestamp(secondsSince1970: secondsSince1970 + 1)
        return next > self ? next : nil
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

// MARK: RFC 3339

extension Timestamp {
    /// Parses a day (`2026-05-01`, meaning its first second) or a moment with an offset
    /// (`2026-05-01T14:30[:00]Z`, `2026-05-01T14:30+02:00`).
    public init?(_ text: String) {
        var parser = DateParser(text[...])
        guard text.utf8.count >= 10, let date = parser.date()?.start,
            let seconds = date.moment ?? (text.utf8.count == 10 ? date.clock : nil)
        else { return nil }
        secondsSince1970 = seconds
    }

    /// `2026-05-01T14:30:00Z`
    public var rfc3339: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends ``rfc3339``.
    func append(to text: inout [UInt8]) {
        Self.append(clock: secondsSince1970, to: &text)
        text.append(UInt8(ascii: "Z"))
    }

    /// The time on a clock in a zone, with its offset: `2026-05-01T16:30:00+02:00`.
    ///
    /// - Parameter zone: the zone.
    public func text(in zone: LocalZone) -> String {
        let clock = zone.clock(at: secondsSince1970)
        guard Self.range.contains(clock) else { return rfc3339 }
        var text: [UInt8] = []
        Self.append(clock: clock, to: &text)
        return String(decoding: text, as: UTF8.self) + Self.offset(clock - secondsSince1970)
    }

    /// An offset from UTC such as `+02:00`.
    static func offset(_ seconds: Int64) -> String {
        var text: [UInt8] = []
        let minutes = Int(seconds.magnitude / 60)
        text.append(UInt8(ascii: seconds < 0 ? "-" : "+"), twoDigits: minutes / 60)
        text.append(UInt8(ascii: ":"), twoDigits: minutes % 60)
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(clock: Int64, to text: inout [UInt8]) {
        let time = UTCTime(secondsSince1970: clock)
        text.append(date: time)
        text.append(UInt8(ascii: "T"), twoDigits: time.hour)
        text.append(UInt8(ascii: ":"), twoDigits: time.minute)
        text.append(UInt8(ascii: ":"), twoDigits: time.second)
    }

    /// `2026-05-01` if the time is midnight, otherwise ``rfc3339``.
    package var shortest: String {
        let time = UTCTime(secondsSince1970: secondsSince1970)
        guard (time.hour, time.minute, time.second) == (0, 0, 0) else { return rfc3339 }
        var text: [UInt8] = []
        text.append(date: time)
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func append(date time: UTCTime) {
        append(twoDigits: time.year / 100)
        append(twoDigits: time.year % 100)
        append(UInt8(ascii: "-"), twoDigits: time.month)
        append(UInt8(ascii: "-"), twoDigits: time.day)
    }

    fileprivate mutating func append(_ separator: UInt8, twoDigits number: Int) {
        append(separator)
        append(twoDigits: number)
    }

    /// Appends a number from 0 to 99.
    private mutating func append(twoDigits number: Int) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

/// A second on the calendar and the clock of a place.
///
/// A second of a day, a month, a year or a local time has no offset from UTC: a day is a calendar
/// day, wherever it was.
package struct DatePoint: Hashable, Sendable {
    /// Seconds since 1970-01-01 00:00:00 on that clock.
    package let clock: Int64
    /// Seconds since 1970-01-01 00:00:00 UTC; nil without an offset.
    package var moment: Int64?

    /// The ends of intervals that have none.
    package static let openStart = DatePoint(clock: -1 << 50)
    package static let openEnd = DatePoint(clock: 1 << 50)
}

extension DatePoint: Comparable {
    /// Two moments are compared as such, and all other points by what the clock shows.
    package static func < (left: DatePoint, right: DatePoint) -> Bool {
        if let moment = left.moment, let other = right.moment { return moment < other }
        return left.clock < right.clock
    }
}

/// The time that a date covers, from its first second to its last.
package struct DatePeriod: Hashable, Sendable {
    package var start: DatePoint
    package var end: DatePoint
}

extension DatePeriod {
    private static let secondsPerDay: Int64 = 86_400

    /// A year, a month or a day; nil if there is none such.
    init?(year: Int, month: Int? = nil, day: Int? = nil) {
        var first = UTCTime()
        (first.year, first.month, first.day) = (year, month ?? 1, day ?? 1)
        var next = first
        if day == nil {
            (next.year, next.month) =
                month.map { ($0 == 12 ? year + 1 : year, $0 % 12 + 1) }
                ?? (year + 1, 1)
        }
        guard let start = first.secondsSince1970, let end = next.secondsSince1970 else {
            return nil
        }
        self.init(
            start: DatePoint(clock: start),
            end: DatePoint(clock: end + (day == nil ? 0 : Self.secondsPerDay) - 1))
    }

    /// Whether another period covers all of this one.
    package func isWithin(_ other: DatePeriod) -> Bool { other.start <= start && end <= other.end }

    /// A second or a minute.
    ///
    /// - Parameters:
    ///   - moment: its first second since 1970 in UTC; nil for a local time.
    ///   - length: the number of seconds.
    init(clock: Int64, moment: Int64? = nil, length: Int64 = 1) {
        self.init(
            start: DatePoint(clock: clock, moment: moment),
            end: DatePoint(clock: clock + length - 1, moment: moment.map { $0 + length - 1 }))
    }

    /// The local day of a moment.
    ///
    /// - Parameter days: the number of days before it.
    init(dayOf now: Timestamp, minus days: Int64 = 0, in zone: LocalZone) {
        let clock = zone.clock(at: now.secondsSince1970)
        let start = Self.midnight(before: clock) - days * Self.secondsPerDay
        self.init(
            start: DatePoint(clock: start), end: DatePoint(clock: start + Self.secondsPerDay - 1))
    }

    /// The last midnight at or before a time.
    package static func midnight(before clock: Int64) -> Int64 {
        let rest = clock % secondsPerDay
        return clock - (rest < 0 ? rest + secondsPerDay : rest)
    }

    /// The moments that the period has in a zone, from the first to the last second.
    func moments(in zone: LocalZone) -> (first: Int64, last: Int64) {
        (
            start.moment ?? zone.moment(clock: start.clock),
            end.moment ?? zone.moment(clock: end.clock + 1) - 1
        )
    }
}
