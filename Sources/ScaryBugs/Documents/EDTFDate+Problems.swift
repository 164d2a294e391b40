/// Explains what is wrong with a text that should be a date.
extension EDTFDate {
    /// The reason why a text is no date, with the form to write instead; nil for a text that
    /// resembles none.
    ///
    /// - Parameter takesDays: whether the text may also be a word such as `today`.
    static func problem(with text: String, takingDays takesDays: Bool) -> String? {
        let days = takesDays ? ["today", "yesterday"] : []
        if let day = SpellingSuggestion.name(to: text, among: days) {
            return "not a date; the nearest is '\(day)'"
        }
        if let problem = problem(withUnspecified: text) { return problem }
        let count = text.dropLast()
        // A longer number may be a year, as in `1990s`.
        if takesDays, text.last?.isLetter == true, count.count < 4, daysAgo("\(count)d") != nil {
            return "not a date; write \(count)d for days, \(count)w for weeks, or one such as "
                + "2026-05-01, 2026-05 or 2026"
        }
        if takesDays, text.lowercased() == "tomorrow" {
            return "only past days have names; write a date such as 2026-05-01"
        }
        let forms = forms(of: text)
        if !forms.isEmpty { return "write \(forms.joined(separator: " or "))" }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        for part in parts {
            if let problem = problem(withPart: part) { return problem }
        }
        if parts == ["..", ".."] { return "an interval needs a start or an end" }
        if parts.count == 2, parts.contains("") {
            return "an open end is written with two dots, such as 2026-05/.."
        }
        if parts.count == 2, EDTFDate("\(parts[1])/\(parts[0])") != nil {
            return "the interval runs backwards; write \(parts[1])/\(parts[0])"
        }
        return nil
    }

    private static func problem(withPart part: Substring) -> String? {
        let fields = part.split(separator: "-", omittingEmptySubsequences: false)
        let isSeason =
            fields.count == 2 && fields[0].utf8.count == 4
            && (21...41).contains(Int(fields[1].prefix(2)) ?? 0)
        if isSeason { return "seasons are not taken; write the months, such as 2026-06/2026-08" }
        if part.dropLast().contains(where: { "?~%".contains($0) }) {
            return "? and ~ stand at the end of a date, such as 1906~"
        }
        if problem(withUnspecified: String(part)) != nil {
            return "unspecified digits are not taken; write an interval, such as 1900/1999"
        }
        return problem(withOffset: part) ?? problem(withDay: fields)
    }

    /// `write 1900/1909` for `190X`; nil for a text without unspecified digits.
    private static func problem(withUnspecified text: String) -> String? {
        let fields = text.uppercased().split(separator: "-", omittingEmptySubsequences: false)
        guard fields.count <= 3, fields[0].utf8.count == 4, text.contains(where: \.isASCIIDigit),
            fields.allSatisfy({ $0.allSatisfy { $0 == "X" || $0.isASCIIDigit } }),
            fields.contains(where: { $0.utf8.contains(UInt8(ascii: "X")) })
        else { return nil }
        let known = fields.prefix { !$0.utf8.contains(UInt8(ascii: "X")) }
        var date = known.joined(separator: "-")
        if known.isEmpty {
            date = ["0", "9"].map { digit in
                String(fields[0].map { $0 == "X" ? digit : $0 })
            }.joined(separator: "/")
        }
        // A known digit after an unknown one has no interval.
        let isWhole =
            fields.dropFirst(max(known.count, 1)).allSatisfy { $0 == "XX" }
            && (!known.isEmpty || fields[0].drop { $0 != "X" }.allSatisfy { $0 == "X" })
        let form = isWhole && EDTFDate(date) != nil ? date : "an interval, such as 1900/1999"
        return "unspecified digits are not taken; write \(form)"
    }

    /// An offset from UTC that no place has.
    private static func problem(withOffset part: Substring) -> String? {
        let offset = part.suffix(6)
        guard offset.first == "+" || offset.first == "-",
            let time = EDTFDate(String(part.dropLast(6))),
            time.text.utf8.contains(UInt8(ascii: "T")),
            WrittenTime("00:00" + offset) != nil
        else { return nil }
        return "no time zone has had the offset \(offset) since 1970"
    }

    /// A year, a month and a day that does not exist.
    private static func problem(withDay fields: [Substring]) -> String? {
        guard (2...3).contains(fields.count), fields[0].utf8.count == 4,
            fields.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) }),
            fields.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        guard let month = Int(fields[1]), let year = Int(fields[0]),
            WrittenDate.months.indices ~= month - 1,
            let period = DatePeriod(year: year, month: month)
        else { return "months go from 01 to 12" }
        guard fields.count == 3, !(1...period.days).contains(Int64(fields[2]) ?? 0) else {
            return nil
        }
        return "\(WrittenDate.months[month - 1]) \(fields[0]) has \(period.days) days"
    }
}
