extension Interval<Int64> {
    /// Reads dates as seconds since 1970: `2026-05-01`, `2026-05`, `2026`, a moment, `today`,
    /// `yesterday`, `7d`, `2w`, also compared and as ranges.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the field and what it takes.
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

/// The seconds that a word for a date stands for, UTC.
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

    /// Midnight.
    private var today: Int64 {
        let remainder = now.secondsSince1970 % Self.day
        return now.secondsSince1970 - (remainder < 0 ? remainder + Self.day : remainder)
    }

    /// `7d`, `2w`: from the beginning of that day until now.
    private func lastDays(_ word: String) -> Range<Int64>? {
        let days: Int64 =
            switch word.last {
            case "d": 1
            case "w": 7
            default: 0
            }
        let digits = word.dropLast()
        // More days than there are in all years.
        guard days > 0, digits.utf8.count <= 7,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(digits)
        else { return nil }
        return today - count * days * Self.day..<now.secondsSince1970 + 1
    }

    /// A year, a month, a day, or a second.
    private static func date(_ word: String) -> Range<Int64>? {
        switch word.utf8.count {
        case 4: span(word + "-01-01", days: 366, prefix: 4, "-01-01")
        case 7: span(word + "-01", days: 31, prefix: 7, "-01")
        case 10: span(word, days: 1, prefix: 10, "")
        default: Timestamp(word.uppercased()).map { $0.secondsSince1970..<$0.secondsSince1970 + 1 }
        }
    }

    /// From a day to the first one of the next year, month or day, which some days later has begun.
    private static func span(
        _ first: String, days: Int64, prefix: Int, _ rest: String
    ) -> Range<Int64>? {
        guard let start = Timestamp(first)?.secondsSince1970 else { return nil }
        let later = Timestamp(secondsSince1970: start + days * day).rfc3339
        let end = Timestamp(String(later.prefix(prefix)) + rest)?.secondsSince1970 ?? .max
        // There is nothing after the year 9999.
        return start..<(end > start ? end : .max)
    }
}
