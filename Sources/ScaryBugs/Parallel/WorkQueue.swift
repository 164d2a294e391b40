/// Items that wait for a thread, and results that wait for their turn.
struct WorkQueue<Item, Output> {
    /// How many items were given so far.
    private(set) var given = 0
    /// How many results were taken.
    private(set) var taken = 0

    private var waiting: [(index: Int, item: Item)] = []
    private var results: [Int: Result<Output, any Error>] = [:]
    private var isClosed = false

    /// Items whose results were not taken yet.
    var outstanding: Int { given - taken }

    mutating func give(_ item: Item) {
        waiting.append((given, item))
        given += 1
    }

    /// What to do next; nil if there is nothing now.
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

    /// The result that is next in order; nil if it is not there yet.
    mutating func takeResult() -> Result<Output, any Error>? {
        guard let result = results.removeValue(forKey: taken) else { return nil }
        taken += 1
        return result
    }

    /// Lets go of the threads, whatever still waits.
    mutating func close() {
        isClosed = true
    }
}
