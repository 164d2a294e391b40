/// Assigns numbers to new and imported documents.
struct NumberAllocator {
    private(set) var highest: Int
    private var given: Set<Int> = []
    private let isInUse: (Int) throws -> Bool

    init(highest: Int, isInUse: @escaping (Int) throws -> Bool) {
        self.highest = highest
        self.isInUse = isInUse
    }

    /// Assigns numbers to documents that are imported together.
    ///
    /// First, documents with a free preferred number get that number. Then the others get the
    /// highest number plus one, in their order.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if there is no higher number.
    mutating func numbers(preferring preferred: some Collection<Int?>) throws -> [Int] {
        var numbers = try preferred.map { number in
            guard let number, try isFree(number) else { return 0 }
            return reserve(number)
        }
        for index in numbers.indices where numbers[index] == 0 {
            numbers[index] = try reserve(Self.next(after: highest))
        }
        return numbers
    }

    static func next(after highest: Int) throws -> Int {
        guard DocumentName.numbers.contains(highest + 1) else {
            throw ScaryBugsError(
                .limitExceeded,
                "the number \(highest) is in use and there is none above it; "
                    + "export that document, delete it and import it again")
        }
        return highest + 1
    }

    private func isFree(_ number: Int) throws -> Bool {
        try !given.contains(number) && !isInUse(number)
    }

    private mutating func reserve(_ number: Int) -> Int {
        given.insert(number)
        highest = max(highest, number)
        return number
    }
}

extension Workspace {
    func numberAllocator() throws -> NumberAllocator {
        let taken = Set(try documentNames().map(\.number))
        return NumberAllocator(highest: taken.max() ?? 0) { taken.contains($0) }
    }
}
