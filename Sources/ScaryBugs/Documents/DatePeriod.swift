/// A second on the calendar and the clock of a place.
///
/// A second of a day, a month, a year or a local time has no offset from UTC: a day is a calendar
/// day, wherever it was.
struct DatePoint: Hashable, Sendable {
    /// Seconds since 1970-01-01 00:00:00 on that clock.
    let clock: Int64
    /// Seconds since 1970-01-01 00:00:00 UTC; nil without an offset.
    var moment: Int64?

    /// The ends of intervals that have none.
    static let openStart = DatePoint(clock: -1 << 50)
    static let openEnd = DatePoint(clock: 1 << 50)
}

extension DatePoint: Comparable {
    /// Two moments are compared as such, and all other points by what the clock shows.
    static func < (left: DatePoint, right: DatePoint) -> Bool {
        if let moment = left.moment, let other = right.moment { return moment < other }
        return left.clock < right.clock
    }
}

/// The time that a date covers, from its first second to its last.
struct DatePeriod: Hashable, Sendable {
    var start: DatePoint
    var end: DatePoint
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

    /// The number of days that begin in the period.
    var days: Int64 { (end.clock - start.clock + 1) / Self.secondsPerDay }

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
    static func midnight(before clock: Int64) -> Int64 {
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
