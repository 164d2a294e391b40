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
        let count = text.dropLast()
        // A longer number may be a year, as in `1990s`.
        if takesDays, text.last?.isLetter == true, count.count < 4, daysAgo("\(count)d") != nil {
            return "not a date; write \(count)d for days, \(count)w for weeks, or one such as "
                + "2026-05-01, 2026-05 or 2026"
        }
        if takesDays, text.lowercased() == "tomorrow" {
            return "only past days have names; write a date such as 2026-05-01"
        }
        if let interval = interval(text) { return "write \(interval)" }
        if let date = yearLast(text) ?? namingMonth(text) ?? approximate(text) {
            return "write \(date)"
        }
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
        let isUnspecified =
            fields.count <= 3 && fields[0].utf8.count == 4
            && part.utf8.contains { $0.isASCIIDigit }
            && part.contains { "Xx".contains($0) }
            && part.allSatisfy { $0.isNumber || "Xx-".contains($0) }
        if isUnspecified {
            return "unspecified digits are not taken; write an interval, such as 1900/1999"
        }
        if part.dropLast().contains(where: { "?~%".contains($0) }) {
            return "? and ~ stand at the end of a date, such as 1906~"
        }
        return problem(withDay: part)
    }

    /// A year, a month and a day with the wrong number of digits, or that does not exist.
    private static func problem(withDay part: Substring) -> String? {
        let qualifier = part.last.map { "?~%".contains($0) } == true ? part.suffix(1) : ""
        let date = part.dropLast(qualifier.count)
        let bytes = Array(date.utf8)
        let isCompact = bytes.count == 8 && bytes.allSatisfy(\.isASCIIDigit)
        let fields =
            isCompact
            ? [date.prefix(4), date.dropFirst(4).prefix(2), date.suffix(2)]
            : date.split(separator: "-", omittingEmptySubsequences: false)
        guard let written = joined(fields) else { return nil }
        if EDTFDate(written) != nil {
            return written == date ? nil : "write \(written)\(qualifier)"
        }
        guard let month = Int(fields[1]), let year = Int(fields[0]), months.indices ~= month - 1,
            let period = DatePeriod(year: year, month: month)
        else { return "months go from 01 to 12" }
        return "\(months[month - 1]) \(fields[0]) has \(period.days) days"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// `2026-05-01` for 2026, 5 and 1; nil unless these are a year, a month and perhaps a day.
    private static func joined(_ fields: [Substring]) -> String? {
        guard (2...3).contains(fields.count), fields[0].utf8.count == 4,
            fields.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) }),
            fields.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        return fields.dropFirst().reduce(String(fields[0])) { date, field in
            date + (field.utf8.count == 1 ? "-0" : "-") + field
        }
    }

    /// `1906/1910` for `1906-1910` or `1906..1910`, and `1906/..` for `1906..` or `1906-`; nil for
    /// another text.
    private static func interval(_ text: String) -> String? {
        for separator in ["..", "–", "-"] {
            guard let halves = text.halves(around: separator) else { continue }
            let ends = [halves.before, halves.after].map { String($0).trimmed }
            // `-1906` is no interval with an open start.
            guard separator == ".." || !ends[0].isEmpty else { continue }
            let interval = ends.map { $0.isEmpty ? ".." : $0 }.joined(separator: "/")
            if !text.contains("/"), EDTFDate(interval) != nil { return interval }
        }
        return nil
    }

    /// `2026-05-01` for `1 May 2026` or `May 1, 2026`, and `2026-05` for `May 2026`; nil for another
    /// text.
    private static func namingMonth(_ text: String) -> String? {
        let words = text.split { " ,.".contains($0) }
        guard (2...3).contains(words.count), let year = words.last,
            let name = words.dropLast().first(where: { $0.first?.isLetter == true }),
            name.count >= 3,
            let month = months.firstIndex(where: {
                $0.lowercased().hasPrefix(name.lowercased())
            })
        else { return nil }
        let days = words.dropLast().filter { $0 != name }
        let day = days.map { $0.prefix(while: \.isNumber) }
        let date = joined([year, "\(month + 1)"] + day)
        return date.flatMap { EDTFDate($0) == nil ? nil : $0 }
    }

    /// `1906~` for `c. 1906`, `ca. 1906` or `circa 1906`; nil for another text.
    private static func approximate(_ text: String) -> String? {
        let start = text.prefix { $0.isLetter }
        guard ["c", "ca", "circa"].contains(start.lowercased()) else { return nil }
        let rest = text.dropFirst(start.count)
        let date = String(rest.first == "." ? rest.dropFirst() : rest).trimmed
        let written = namingMonth(date) ?? date
        return EDTFDate(written + "~") == nil ? nil : written + "~"
    }

    /// The dates that `1/5/2026`, `01.05.2026` or `2026/5/1` can mean: `2026-05-01 or 2026-01-05`, and
    /// `2026-05` for `5/2026` or `2026/5`; nil for another text.
    private static func yearLast(_ text: String) -> String? {
        for separator in ["/", "."] as [Character] {
            let fields = text.split(separator: separator, omittingEmptySubsequences: false)
            guard (2...3).contains(fields.count) else { continue }
            let places =
                fields.count == 2 ? [[0, 1], [1, 0]] : [[0, 1, 2], [2, 1, 0], [2, 0, 1]]
            let orders = places.map { $0.map { fields[$0] } }
            let dates = orders.compactMap(joined).filter { EDTFDate($0) != nil }
            if let first = dates.first {
                let other = dates.last.flatMap { $0 == first ? nil : " or \($0)" } ?? ""
                return first + other
            }
        }
        return nil
    }
}
