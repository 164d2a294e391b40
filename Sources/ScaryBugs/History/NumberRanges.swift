/// Document numbers as ascending ranges, such as `1-5,7`. A script may change 10,000 documents, which
/// often follow each other.
package struct NumberRanges: Hashable, Sendable, CustomStringConvertible {
    private var ranges: [ClosedRange<Int>] = []

    package init() {}

    package init(_ numbers: some Sequence<Int>) {
        for number in numbers { insert(number) }
    }

    /// - Parameter text: a description of ranges; parts that are none are left out.
    init(_ text: String) {
        ranges = text.split(separator: ",").compactMap { part in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return nil }
            return first...last
        }
    }

    package var description: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ",")
    }

    package var count: Int { ranges.reduce(0) { $0 + $1.count } }
    package var numbers: [Int] { ranges.flatMap { Array($0) } }

    package mutating func insert(_ number: Int) {
        // The index of the first range that ends at the number before, or later.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound + 1 < number { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count, ranges[low].lowerBound <= number + 1 else {
            return ranges.insert(number...number, at: low)
        }
        let range = ranges[low]
        ranges[low] = min(range.lowerBound, number)...max(range.upperBound, number)
        if low + 1 < ranges.count, ranges[low + 1].lowerBound == ranges[low].upperBound + 1 {
            ranges[low] = ranges[low].lowerBound...ranges.remove(at: low + 1).upperBound
        }
    }

    mutating func formUnion(_ other: NumberRanges) {
        for number in other.numbers { insert(number) }
    }
}
