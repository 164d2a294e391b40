/// Days of every year, such as all of June: the question of phenology.
///
///     seen:--06          seen:--06-15          seen:--11..--02
package struct DaysOfYear: Hashable, Sendable {
    /// The first and the last day as numbers: 615 is 15 June. The days may go over New Year.
    let first, last: Int

    /// Parses `--06`, `--06-15` or a range of two of these.
    ///
    /// - Returns: nil for a text that doesn't begin like one.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for one with another form.
    init?(_ text: String, of name: String) throws {
        guard text.hasPrefix("--") else { return nil }
        let ends = text.halves(around: "..").map { [$0.before, $0.after] } ?? [text[...]]
        let days = ends.compactMap(Self.days)
        guard days.count == ends.count, let start = days.first, let end = days.last else {
            throw ScaryBugsError(
                .invalidValue,
                "\(name) '\(text)' is no month or day of all years; write --06, --06-15 or --11..--02"
            ).see(.dates)
        }
        (first, last) = (start.lowerBound, end.upperBound)
    }

    /// The days of a month, or a day.
    private static func days(_ text: Substring) -> ClosedRange<Int>? {
        guard text.hasPrefix("--") else { return nil }
        // A leap year has all days.
        guard let date = EDTFDate("2000-" + text.dropFirst(2)), date.text.utf8.count <= 10 else {
            return nil
        }
        return day(of: date.period.start.clock)...day(of: date.period.end.clock)
    }

    private static func day(of clock: Int64) -> Int {
        let time = UTCTime(secondsSince1970: clock)
        return time.month * 100 + time.day
    }

    /// Seconds of a year without a leap day. A longer time has all days.
    private static let secondsOfYear: Int64 = 365 * 86_400 - 1

    /// Whether a time has one of these days.
    func overlaps(_ period: DatePeriod) -> Bool {
        let (start, end) = (period.start.clock, period.end.clock)
        guard end - start < Self.secondsOfYear else { return true }
        let (one, other) = (Self.day(of: start), Self.day(of: end))
        let (isBefore, isAfter) = (one <= last, other >= first)
        switch (one <= other, first <= last) {
        case (true, true): return isBefore && isAfter
        case (false, false): return true
        default: return isBefore || isAfter
        }
    }

    /// The same test in SQL.
    ///
    /// - Parameters:
    ///   - start: an expression for the first second of the time.
    ///   - end: an expression for its last second.
    package func sql(from start: String, to end: String) -> String {
        let day = { (time: String) in
            "CAST(strftime('%m%d', \(time), 'unixepoch') AS INTEGER)"
        }
        let (one, other) = (day(start), day(end))
        let (isBefore, isAfter) = ("\(one) <= \(last)", "\(other) >= \(first)")
        let inYear = first <= last ? "\(isBefore) AND \(isAfter)" : "\(isBefore) OR \(isAfter)"
        let overNewYear = first <= last ? "\(isBefore) OR \(isAfter)" : "\(start) IS NOT NULL"
        return "(\(end) - \(start) >= \(Self.secondsOfYear) "
            + "OR iif(\(one) <= \(other), \(inYear), \(overNewYear)))"
    }
}
