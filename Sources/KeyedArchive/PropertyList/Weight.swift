/// The size of an expanded value. Shared values count once for each use.
struct Weight {
    /// The number of values.
    var values = 0
    /// The number of bytes in their text and data.
    var bytes = 0

    static func += (sum: inout Weight, other: Weight) {
        sum.values += other.values
        sum.bytes += other.bytes
    }

    func isWithin(_ limit: Weight) -> Bool { values <= limit.values && bytes <= limit.bytes }

    /// Describes the exceeded limit, as the end of a sentence; nil if both are within their limits.
    func excess(over limit: Weight) -> String? {
        if values > limit.values { return "more than \(limit.values) values" }
        if bytes > limit.bytes { return "more than \(limit.bytes) bytes of text and data" }
        return nil
    }
}
