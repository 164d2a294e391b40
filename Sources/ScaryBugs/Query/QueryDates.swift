/// Parses the dates of a query.
///
/// A date is one of ``EDTFDate``, or local days: `today`, `yesterday`, `7d` or `2w`. Comparisons and
/// ranges of these are accepted too. Qualifiers for uncertain dates don't count.
struct QueryDates {
    private let context: QueryContext

    init(_ context: QueryContext) {
        self.context = context
    }

    /// The interval that a field's date must overlap.
    ///
    /// `>X` asks for an end after X's end, `>=X` for an end at or after X's start; `<X` and `<=X`
    /// mirror them.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the field and the values it takes.
    func points(_ text: String, of name: String) throws -> Interval<DatePoint> {
        try interval(text, of: name) { ($0.start, $0.end) }
    }

    /// The interval in which a timestamp must lie, in seconds since 1970.
    ///
    /// - Throws: as ``points(_:of:)`` does.
    func moments(_ text: String, of name: String) throws -> Interval<Int64> {
        try interval(text, of: name) { $0.moments(in: context.zone) }
    }

    private func interval<Value>(
        _ text: String, of name: String, _ ends: (DatePeriod) -> (Value, Value)
    ) throws -> Interval<Value> {
        try Interval(text) { word in
            guard let period = period(of: String(word)) else {
                throw Self.refusal(of: String(word), in: text, by: name)
            }
            let (first, last) = ends(period)
            return Interval(
                lower: .init(value: first, isIncluded: true),
                upper: .init(value: last, isIncluded: true))
        }
    }

    private func period(of word: String) -> DatePeriod? {
        guard let days = EDTFDate.daysAgo(word.lowercased()) else {
            return EDTFDate(word)?.period
        }
        var period = DatePeriod(dayOf: context.now, minus: days, in: context.zone)
        // `7d` is the whole time since that day.
        if word.utf8.first?.isASCIIDigit == true {
            period.end = DatePeriod(dayOf: context.now, in: context.zone).end
        }
        return period
    }

    private static func refusal(
        of word: String, in text: String, by name: String
    ) -> ScaryBugsError {
        let problem =
            EDTFDate.problem(with: word, takingDays: true).map { "\(name) '\(word)': \($0)" }
            ?? "\(name) takes a date such as 2026-05-01, 2026-05, 2026, today, 7d or 2w, "
            + "also >=2026 or 2026-05..2026-07, not '\(text)'"
        return ScaryBugsError(.invalidValue, problem).see(.dates)
    }
}
