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
            guard Self.isNumber(digits), let value = value(digits), value.isFinite else {
                throw refusal(of: text, by: name, "a number")
            }
            return Interval(only: value)
        }
    }

    /// Ratings are compared as 32-bit numbers, since documents store them so.
    init(rating text: String, of name: String) throws {
        try self.init(number: text, of: name) { Float($0).map(Double.init) }
    }

    /// Whether the text can be a number. In `0...5` the operand begins with a dot.
    private static func isNumber(_ digits: Substring) -> Bool {
        !digits.hasPrefix(".") && digits.isDecimal
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
