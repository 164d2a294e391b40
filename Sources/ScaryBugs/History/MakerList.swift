/// The numbers of lines that made, undid or redid some transactions last, in ascending order.
struct MakerList {
    private(set) var numbers: [Int] = []
    /// The number of transactions of each line.
    private var counts: [Int: Int] = [:]
    private var numbersOfSteps: [JournalRecord.Step: [Int]] = [:]

    /// The lines of a step, in ascending order.
    func numbers(of step: JournalRecord.Step) -> [Int] { numbersOfSteps[step] ?? [] }

    /// Adds a transaction of a line.
    ///
    /// - Parameter step: the step for ``numbers(of:)``; nil if nobody asks for it.
    mutating func add(_ number: Int, of step: JournalRecord.Step?) {
        counts[number, default: 0] += 1
        guard counts[number] == 1 else { return }
        numbers.insert(number, at: numbers.firstIndex(after: number))
        guard let step else { return }
        let index = numbers(of: step).firstIndex(after: number)
        numbersOfSteps[step, default: []].insert(number, at: index)
    }

    /// Removes a transaction of a line.
    mutating func remove(_ number: Int, of step: JournalRecord.Step?) {
        guard let count = counts[number] else { return }
        counts[number] = count > 1 ? count - 1 : nil
        guard count == 1 else { return }
        numbers.remove(ascending: number)
        guard let step else { return }
        numbersOfSteps[step]?.remove(ascending: number)
        if numbersOfSteps[step]?.isEmpty == true { numbersOfSteps[step] = nil }
    }
}

extension [Int] {
    /// The index of the first number greater than the given one. The numbers must ascend.
    func firstIndex(after number: Int) -> Int {
        var range = indices
        while let first = range.first {
            let middle = first + range.count / 2
            range = self[middle] > number ? range[..<middle] : range[(middle + 1)...]
        }
        return range.lowerBound
    }

    /// Removes a number. The numbers must ascend.
    fileprivate mutating func remove(ascending number: Int) {
        let index = firstIndex(after: number) - 1
        if indices.contains(index), self[index] == number { remove(at: index) }
    }
}
