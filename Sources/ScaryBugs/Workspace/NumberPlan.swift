/// Chooses the numbers of documents that come from outside.
public struct NumberPlan {
    private(set) var highest: Int
    private var given: Set<Int> = []
    private let isTaken: (Int) throws -> Bool

    /// - Parameters:
    ///   - highest: the highest number in use.
    ///   - isTaken: whether a number is in use.
    init(highest: Int, isTaken: @escaping (Int) throws -> Bool) {
        self.highest = highest
        self.isTaken = isTaken
    }

    /// The numbers for documents that arrive together: first those keep theirs whose numbers are
    /// free, then the others get the highest plus one, in their order.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` where there is none above the highest.
    public mutating func numbers(preferring preferred: [Int?]) throws -> [Int] {
        var numbers = try preferred.map { try $0.flatMap { try isFree($0) ? give($0) : nil } }
        for index in numbers.indices where numbers[index] == nil {
            numbers[index] = try give(Self.next(after: highest))
        }
        return numbers.compactMap(\.self)
    }

    /// The number after the highest one in use.
    static func next(after highest: Int) throws -> Int {
        guard DocumentName.numbers.contains(highest + 1) else {
            throw ScaryBugsError(
                .limitExceeded, "the number \(highest) is in use and there is none above it")
        }
        return highest + 1
    }

    private func isFree(_ number: Int) throws -> Bool {
        try !given.contains(number) && !isTaken(number)
    }

    private mutating func give(_ number: Int) -> Int {
        given.insert(number)
        highest = max(highest, number)
        return number
    }
}

extension Workspace {
    /// A plan that begins with the documents there are.
    public func numberPlan() throws -> NumberPlan {
        let taken = try Set(documentNames().map(\.number))
        return NumberPlan(highest: taken.max() ?? 0) { taken.contains($0) }
    }
}
