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
        let free = preferred.flatMap { taken.contains($0) ? nil : $0 }
        let number = try free ?? NumberSequence.next(after: highest)
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
