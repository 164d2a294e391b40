/// The values between a lower and an upper bound. Either bound may be missing.
package struct Interval<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    package struct Bound: Hashable, Sendable {
        package let value: Value
        /// Whether the interval contains the bound itself.
        package let isIncluded: Bool
    }

    package var lower: Bound?
    package var upper: Bound?

    func contains(_ value: Value) -> Bool {
        overlaps(from: value, to: value)
    }

    /// Whether the interval has a value in common with the one from `start` to `end`.
    func overlaps(from start: Value, to end: Value) -> Bool {
        if let lower, end < lower.value || !(lower.isIncluded || lower.value < end) {
            return false
        }
        if let upper, upper.value < start || !(upper.isIncluded || start < upper.value) {
            return false
        }
        return true
    }
}

extension Interval {
    /// Parses `4`, `>4`, `>=4`, `<4`, `<=4`, `3..5`, `3..` or `..5`.
    ///
    /// - Parameters:
    ///   - operand: converts an operand to the interval it covers: a day covers all its seconds.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a range that runs backwards.
    init(_ text: String, operand: (Substring) throws -> Interval) throws {
        if let dots = Self.dots(in: text) {
            try self.init(from: text[..<dots.lowerBound], to: text[dots.upperBound...], operand)
            return
        }
        let sign = text.prefix { "<>=".contains($0) }
        let values = try operand(
            text.dropFirst([">", ">=", "<", "<="].contains(sign) ? sign.count : 0))
        switch sign {
        case ">": self.init(lower: values.upper?.opposite)
        case ">=": self.init(lower: values.lower)
        case "<": self.init(upper: values.lower?.opposite)
        case "<=": self.init(upper: values.upper)
        default: self = values
        }
    }

    /// The two dots of a range. Dots beside a slash are the open end of a date.
    private static func dots(in text: String) -> Range<String.Index>? {
        let bytes = text.utf8
        let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
        var before: UInt8?
        var start = bytes.startIndex
        while let end = bytes.index(start, offsetBy: 2, limitedBy: bytes.endIndex) {
            let isRange = bytes[start..<end].allSatisfy { $0 == dot }
            if isRange, before != slash, bytes[end...].first != slash { return start..<end }
            before = bytes[start]
            start = bytes.index(after: start)
        }
        return nil
    }

    private init(
        from first: Substring, to last: Substring, _ operand: (Substring) throws -> Interval
    ) throws {
        // For `..` alone, the call of `operand` throws the error.
        let lower = try first.isEmpty && !last.isEmpty ? nil : operand(first).lower
        let upper = try last.isEmpty ? nil : operand(last).upper
        self.init(lower: lower, upper: upper)
        guard !isEmpty else {
            throw ScaryBugsError(
                .invalidValue,
                "the range '\(first)..\(last)' runs backwards; write \(last)..\(first)")
        }
    }

    private var isEmpty: Bool {
        guard let lower, let upper else { return false }
        return !overlaps(from: lower.value, to: upper.value)
    }

    init(only value: Value) {
        let bound = Bound(value: value, isIncluded: true)
        self.init(lower: bound, upper: bound)
    }
}

extension Interval.Bound {
    /// The bound of the complement: the same value, included if it was excluded.
    fileprivate var opposite: Self { Self(value: value, isIncluded: !isIncluded) }
}

// MARK: Numbers

extension Interval<Double> {
    /// - Parameter value: converts an operand.
    init(
        number text: String, of name: String, _ value: (Substring) -> Double? = { Double($0) }
    ) throws {
        try self.init(text) { digits in
            // In `0...5` the operand begins with a dot.
            guard !digits.hasPrefix("."), digits.isDecimal, let value = value(digits),
                value.isFinite
            else {
                throw refusal(of: text, by: name, "a number")
            }
            return Interval(only: value)
        }
    }

    /// Ratings are compared as 32-bit numbers, since documents store them so.
    init(rating text: String, of name: String) throws {
        try self.init(number: text, of: name) { Float($0).map(Double.init) }
    }
}

extension Interval<Int64> {
    init(count text: String, of name: String) throws {
        try self.init(text) { digits in
            guard let value = Int64(asciiDigits: digits.utf8)
            else { throw refusal(of: text, by: name, "a whole number") }
            return Interval(only: value)
        }
    }

    /// The documents with numbers in an interval such as `>=3`.
    static func numbers(_ text: String) throws -> NumberSet {
        let interval = try Interval(count: text, of: "number")
        let all = DocumentName.numbers
        // Clamping to just beyond the highest document number prevents overflow and selects the
        // same documents.
        let lower = interval.lower.map { clamped($0.value, all) + ($0.isIncluded ? 0 : 1) }
        let upper = interval.upper.map { clamped($0.value, all) - ($0.isIncluded ? 0 : 1) }
        let ends = (max(lower ?? 0, all.lowerBound), min(upper ?? .max, all.upperBound))
        return NumberSet(ends.0 <= ends.1 ? [Query.Numbers(range: ends.0...ends.1)] : [])
    }

    private static func clamped(_ value: Int64, _ numbers: ClosedRange<Int>) -> Int {
        Int(Swift.min(value, Int64(numbers.upperBound) + 1))
    }
}

/// An error such as `rating takes a number such as 4, >=4 or 3..5, not 'x'`.
private func refusal(of text: String, by name: String, _ what: String) -> ScaryBugsError {
    ScaryBugsError(
        .invalidValue, "\(name) takes \(what) such as 4, >=4 or 3..5, not '\(text)'")
}

/// Parses the dates of a query.
///
/// A date is one of ``EDTFDate``, or local days: `today`, `yesterday`, `7d` or `2w`. Comparisons and
/// ranges of these are accepted too. Qualifiers for uncertain dates don't count.
extension QueryContext {
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
        try interval(text, of: name) { $0.moments(in: zone) }
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
            return EDTFDate(written: word, EDTFDate.order(dateOrder, of: word))?.period
        }
        var period = DatePeriod(dayOf: now, minus: days, in: zone)
        // `7d` is the whole time since that day.
        if word.utf8.first?.isASCIIDigit == true {
            period.end = DatePeriod(dayOf: now, in: zone).end
        }
        return period
    }

    private static func refusal(
        of word: String, in text: String, by name: String
    ) -> ScaryBugsError {
        let problem =
            EDTFDate.problem(with: word, takingDays: true)
            .map { "\(name) '\(word.shortened)': \($0)" }
            ?? "\(name) takes a date such as 2026-05-01, 2026-05, 2026, today, 7d or 2w, "
            + "also >=2026 or 2026-05..2026-07, not '\(text)'"
        return ScaryBugsError(.invalidValue, problem).see(.dates)
    }
}
