/// Items that wait for a thread, and results that wait for earlier ones.
struct WorkQueue<Item, Output> {
    /// The number of items added so far.
    private(set) var given = 0
    /// The number of results taken so far.
    private(set) var taken = 0

    private var waiting: [(index: Int, item: Item)] = []
    private var outcomes: [Int: Outcome] = [:]
    private var isClosed = false

    var outstanding: Int { given - taken }

    mutating func enqueue(_ item: Item) {
        waiting.append((given, item))
        given += 1
    }

    /// The next job for a thread; nil if it must wait for one.
    mutating func nextJob() -> Job? {
        if isClosed { return .end }
        return waiting.isEmpty ? nil : .item(waiting.removeFirst())
    }

    enum Job {
        case item((index: Int, item: Item))
        case end
    }

    /// The next step of the caller; nil if it must wait.
    ///
    /// - Parameter isWorking: whether it works on an item rather than wait for a result.
    mutating func nextStep(working isWorking: Bool) -> Step? {
        if let outcome = dequeue() { return .take(outcome) }
        guard isWorking, case .item(let (index, item))? = nextJob() else { return nil }
        return .work(index, item)
    }

    enum Step {
        case take(Outcome)
        case work(Int, Item)
    }

    /// What became of an item on a thread.
    enum Outcome {
        case finished(Result<Output, any Error>)
        /// The item needs more memory than a thread may take.
        case postponed(Item)

        /// The result, for which the caller's thread works on a postponed item.
        func result(_ work: (Item, WorkPlace) throws -> Output) -> Result<Output, any Error> {
            switch self {
            case .finished(let result): result
            case .postponed(let item): Result { try work(item, .alone) }
            }
        }
    }

    mutating func finish(_ index: Int, _ outcome: Outcome) {
        outcomes[index] = outcome
    }

    /// The next outcome in order; nil if it is not there yet.
    mutating func dequeue() -> Outcome? {
        guard let outcome = outcomes.removeValue(forKey: taken) else { return nil }
        taken += 1
        return outcome
    }

    /// Ends all threads after their current item. Waiting items are discarded.
    mutating func close() {
        isClosed = true
    }
}
