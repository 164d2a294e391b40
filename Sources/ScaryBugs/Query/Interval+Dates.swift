extension Interval<Int64> {
    /// Parses dates as seconds since 1970.
    ///
    /// A date is `2026-05-01`, `2026-05`, `2026`, a point in time, `today`, `yesterday`, `7d` or
    /// `2w`. Comparisons and ranges of these are accepted too.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the field and the values it takes.
    init(date text: String, of name: String, now: Timestamp) throws {
        let calendar = DateWords(now: now)
        try self.init(text) { word in
            guard let seconds = calendar.seconds(of: word.lowercased()) else {
                throw ScaryBugsError(
                    .invalidValue,
                    "\(name) takes a date such as 2026-05-01, 2026-05, 2026, today, 7d or 2w, "
                        + "also >=2026 or 2026-05..2026-07, not '\(text)'")
            }
            return Interval(
                lower: .init(value: seconds.lowerBound, isIncluded: true),
                upper: .init(value: seconds.upperBound, isIncluded: false))
        }
    }
}

/// Converts words for dates to the seconds they cover, in UTC.
private struct DateWords {
    let now: Timestamp

    private static let day: Int64 = 86_400

    func seconds(of word: String) -> Range<Int64>? {
        switch word {
        case "today": today..<today + Self.day
        case "yesterday": today - Self.day..<today
        default: lastDays(word) ?? Self.date(word)
        }
    }

    /// The last midnight.
    private var today: Int64 {
        let remainder = now.secondsSince1970 % Self.day
        return now.secondsSince1970 - (remainder < 0 ? remainder + Self.day : remainder)
    }

    /// The interval of `7d` or `2w`: from the beginning of the day that long ago until now.
    private func lastDays(_ word: String) -> Range<Int64>? {
        let days: Int64 =
            switch word.last {
            case "d": 1
            case "w": 7
            default: 0
            }
        let digits = word.dropLast()
        // Seven digits are more days than all the years to 9999 have.
        guard days > 0, digits.utf8.count <= 7, let count = Int64(asciiDigits: digits.utf8)
        else { return nil }
        return today - count * days * Self.day..<now.secondsSince1970 + 1
    }

    /// The interval of a year, a month, a day, or a second.
    private static func date(_ word: String) -> Range<Int64>? {
        switch word.utf8.count {
        case 4: span(word + "-01-01", days: 366, prefix: 4, "-01-01")
        case 7: span(word + "-01", days: 31, prefix: 7, "-01")
        case 10: span(word, days: 1, prefix: 10, "")
        default: Timestamp(word.uppercased()).map { $0.secondsSince1970..<$0.secondsSince1970 + 1 }
        }
    }

    /// The interval from a day to the beginning of the next year, month or day. Adding `days` leads
    /// into that next period.
    private static func span(
        _ first: String, days: Int64, prefix: Int, _ rest: String
    ) -> Range<Int64>? {
        guard let start = Timestamp(first)?.secondsSince1970 else { return nil }
        let later = Timestamp(secondsSince1970: start + days * day).rfc3339
        let end = Timestamp(String(later.prefix(prefix)) + rest)?.secondsSince1970 ?? .max
        // Timestamps end with the year 9999.
        return start..<(end > start ? end : .max)
    }
}
