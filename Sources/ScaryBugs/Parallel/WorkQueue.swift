/// Items that wait for a thread, and results that wait for earlier ones.
struct WorkQueue<Item, Output> {
    /// The number of items added so far.
    private(set) var given = 0
    /// The number of results taken so far.
    private(set) var taken = 0

    private var waiting: [(index: Int, item: Item)] = []
    private var results: [Int: Result<Output, any Error>] = [:]
    private var isClosed = false

    /// The number of items whose results were not taken yet.
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

    mutating func finish(_ index: Int, _ result: Result<Output, any Error>) {
        results[index] = result
    }

    /// The next result in order; nil if it is not finished yet.
    mutating func dequeueResult() -> Result<Output, any Error>? {
        guard let result = results.removeValue(forKey: taken) else { return nil }
        taken += 1
        return result
    }

    /// Ends all threads after their current item. Waiting items are discarded.
    mutating func close() {
        isClosed = true
    }
}
