/// Ranges of document numbers, in order. Ranges of one kind neither overlap nor touch.
struct NumberSet: Hashable, Sendable {
    private(set) var ranges: [Query.Numbers] = []

    init(_ ranges: some Sequence<Query.Numbers>) {
        for next in ranges.sorted(by: { $0.start < $1.start }) {
            if let last = self.ranges.last, last.kind == next.kind,
                next.range.lowerBound <= last.range.upperBound + 1
            {
                let end = max(last.range.upperBound, next.range.upperBound)
                self.ranges[self.ranges.count - 1] = Query.Numbers(
                    range: last.range.lowerBound...end, kind: last.kind)
            } else {
                self.ranges.append(next)
            }
        }
    }

    init(of names: [DocumentName]) {
        self.init(names.map { Query.Numbers($0.number, $0.kind) })
    }

    func contains(_ name: DocumentName) -> Bool {
        [nil, name.kind].contains { kind in
            let start = Query.Numbers(name.number, kind).start
            // The last range that doesn't begin after the number.
            var (low, high) = (0, ranges.count)
            while low < high {
                let middle = (low + high) / 2
                if ranges[middle].start <= start { low = middle + 1 } else { high = middle }
            }
            return low > 0 && ranges[low - 1].contains(name)
        }
    }
}

extension Query.Numbers {
    init(_ number: Int, _ kind: DocumentKind?) { self.init(range: number...number, kind: kind) }

    /// The key by which ranges are in order.
    fileprivate var start: (kind: String, number: Int) { (kind?.name ?? "", range.lowerBound) }
}

extension Query {
    /// The same query with one set for all excluded numbers, and one for the numbers among
    /// alternatives.
    var joiningNumbers: Query {
        var query = self
        var excluded: [Numbers] = []
        query.conditions = conditions.compactMap { condition in
            let test = condition.test.joiningNumbers
            guard condition.isNegated, case .numbers(let numbers) = test else {
                return Condition(isNegated: condition.isNegated, test: test)
            }
            excluded += numbers.ranges
            return nil
        }
        if !excluded.isEmpty {
            query.conditions.append(.init(isNegated: true, test: .numbers(NumberSet(excluded))))
        }
        return query
    }
}

extension Query.Test {
    fileprivate var joiningNumbers: Query.Test {
        guard case .any(let tests) = self else { return self }
        var numbers: [Query.Numbers] = []
        let others = tests.filter { test in
            guard case .numbers(let some) = test else { return true }
            numbers += some.ranges
            return false
        }
        if numbers.isEmpty { return self }
        let all = Query.Test.numbers(NumberSet(numbers))
        return others.isEmpty ? all : .any(others + [all])
    }
}
