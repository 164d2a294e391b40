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
        if let lower, value < lower.value || (value == lower.value && !lower.isIncluded) {
            return false
        }
        if let upper, value > upper.value || (value == upper.value && !upper.isIncluded) {
            return false
        }
        return true
    }
}
