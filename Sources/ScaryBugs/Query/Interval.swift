/// The values between a lower and an upper bound. Either bound may be missing.
struct Interval<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    struct Bound: Hashable, Sendable {
        let value: Value
        /// Whether the interval contains the bound itself.
        let isIncluded: Bool
    }

    var lower: Bound?
    var upper: Bound?

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
