/// The numbers that documents would get if they were imported one after the other.
public struct NumberPlan {
    private var taken: Set<Int>
    private var highest: Int

    init(taken: [Int]) {
        self.taken = Set(taken)
        highest = taken.max() ?? 0
    }

    /// The number for the next one: its own if that is free, else the highest plus one.
    public mutating func next(preferring preferred: Int?) throws -> Int {
        let number =
            if let preferred, !taken.contains(preferred) { preferred } else { highest + 1 }
        guard DocumentName.numbers.contains(number) else {
            throw ScaryBugsError(
                .limitExceeded, "the number \(highest) is in use and there is none above it")
        }
        taken.insert(number)
        highest = max(highest, number)
        return number
    }
}

extension Workspace {
    /// A plan that begins with the documents there are.
    public func numberPlan() throws -> NumberPlan {
        NumberPlan(taken: try documentNames().map(\.number))
    }
}
