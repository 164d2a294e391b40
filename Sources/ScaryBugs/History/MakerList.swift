/// The numbers of lines that made, undid or redid some transactions last, in ascending order.
struct MakerList {
    private(set) var numbers: [Int] = []
    /// The number of transactions of each line that has more than one.
    private var counts: [Int: Int] = [:]
    private var numbersOfSteps: [JournalRecord.Step: [Int]] = [:]

    /// The lines of a step, in ascending order.
    func numbers(of step: JournalRecord.Step) -> [Int] { numbersOfSteps[step] ?? [] }

    /// Adds a transaction of a line.
    ///
    /// - Parameter step: the step for ``numbers(of:)``; nil if nobody asks for it.
    mutating func add(_ number: Int, of step: JournalRecord.Step?) {
        guard numbers.insert(ascending: number) else {
            counts[number, default: 1] += 1
            return
        }
        if let step { numbersOfSteps[step, default: []].insert(ascending: number) }
    }

    /// Removes a transaction of a line.
    mutating func remove(_ number: Int, of step: JournalRecord.Step?) {
        if let count = counts[number] {
            counts[number] = count > 2 ? count - 1 : nil
            return
        }
        numbers.remove(ascending: number)
        guard let step else { return }
        numbersOfSteps[step]?.remove(ascending: number)
        if numbersOfSteps[step]?.isEmpty == true { numbersOfSteps[step] = nil }
    }
}

extension [Int] {
    /// Inserts a number unless the array has it. The numbers must ascend.
    ///
    /// - Returns: whether it was missing.
    @discardableResult
    fileprivate mutating func insert(ascending number: Int) -> Bool {
        let index = firstIndex(after: number, by: \.self)
        if index > 0, self[index - 1] == number { return false }
        insert(number, at: index)
        return true
    }

    /// Removes a number. The numbers must ascend.
    fileprivate mutating func remove(ascending number: Int) {
        if let index = index(of: number, by: \.self) { remove(at: index) }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index of the first element with a greater number. The numbers must ascend.
    func firstIndex(after number: Int, by numberOf: (Element) -> Int) -> Int {
        var range = startIndex..<endIndex
        while let first = range.first {
            let middle = first + range.count / 2
            range =
                numberOf(self[middle]) > number
                ? first..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }

    /// The index of the element with a number. The numbers must ascend.
    func index(of number: Int, by numberOf: (Element) -> Int) -> Int? {
        let index = firstIndex(after: number, by: numberOf) - 1
        return index >= startIndex && numberOf(self[index]) == number ? index : nil
    }
}
