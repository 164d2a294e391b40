/// How much a value stands for, counting what is stored once as often as it is meant.
struct Weight {
    /// The number of values.
    var values = 0
    /// Their text and data.
    var bytes = 0

    static func += (sum: inout Weight, other: Weight) {
        sum.values += other.values
        sum.bytes += other.bytes
    }

    /// What there is too much of, as the end of a sentence; nil if all is within the limit.
    func excess(over limit: Weight) -> String? {
        if values > limit.values { return "more than \(limit.values) values" }
        if bytes > limit.bytes { return "more than \(limit.bytes) bytes of text and data" }
        return nil
    }
}
