/// Runs work on all processors and delivers the results in the order of the items.
///
/// Only `work` runs on other threads. The functions that supply items and receive results run on
/// the caller's thread, so threads share nothing but items and results.
struct OrderedWork<Item: Sendable, Output> {
    private let seconds: Double
    private let work: @Sendable (Item) throws -> sending Output
    private let queue = Monitor(WorkQueue<Item, Output>())

    /// Items in progress for each thread. This keeps a thread busy while the caller writes results
    /// to the disk, and limits how many files are open at once.
    private static var itemsPerThread: Int { 16 }

    /// - Parameter seconds: how long to collect results before `consume` receives them; 0 to deliver
    ///   each result alone.
    init(gathering seconds: Double, _ work: @escaping @Sendable (Item) throws -> sending Output) {
        self.seconds = seconds
        self.work = work
    }

    /// Works until there are no more items, or an error is thrown.
    ///
    /// - Parameters:
    ///   - next: returns the next item; nil after the last.
    ///   - consume: receives consecutive results.
    /// - Throws: errors of `next` and `consume`, and ``Interrupted`` after an
    ///   interruption. Results that `consume` has not received are then discarded.
    func run(
        next: () throws -> Item?, consume: ([Result<Output, any Error>]) throws -> Void
    ) throws {
        var threads = WorkerThreads()
        defer {
            queue.change { $0.close() }
            threads.join()
        }
        var gathered: [Result<Output, any Error>] = []
        var start = MonotonicClock.seconds
        var outstanding = try enqueue(next, to: &threads)
        while outstanding > 0 {
            if threads.isEmpty { _ = workOnce() }
            gathered.append(queue.wait { $0.dequeueResult() })
            try Interruption.check()
            outstanding = try enqueue(next, to: &threads)
            guard outstanding == 0 || MonotonicClock.seconds - start >= seconds else { continue }
            try consume(gathered)
            gathered = []
            start = MonotonicClock.seconds
        }
    }

    /// - Returns: the number of items in progress.
    private func enqueue(_ next: () throws -> Item?, to threads: inout WorkerThreads) throws -> Int
    {
        var outstanding = queue.wait { $0.outstanding }
        let room = WorkerThreads.usualCount * Self.itemsPerThread
        while outstanding < room, let item = try next() {
            queue.change { $0.enqueue(item) }
            outstanding += 1
            // A single item is faster on the caller's thread.
            if outstanding > 1, threads.isEmpty {
                threads.start(WorkerThreads.usualCount, workToTheEnd)
            }
        }
        return outstanding
    }

    // MARK: On a thread

    @Sendable private func workToTheEnd() {
        while workOnce() {}
    }

    /// - Returns: false if this thread can end.
    private func workOnce() -> Bool {
        guard case .item(let (index, item)) = queue.wait({ $0.nextJob() }) else { return false }
        let result: Result<Output, any Error>
        do { result = .success(try work(item)) } catch { result = .failure(error) }
        queue.change { $0.finish(index, result) }
        return true
    }
}

extension Array where Element: Sendable {
    /// Works on many small items on all processors, and delivers the results in the same order.
    ///
    /// - Throws: errors of `work`, and the errors that ``OrderedWork/run(next:consume:)`` throws.
    func forEachResult<Output>(
        of work: @escaping @Sendable (Element) throws -> Output,
        _ consume: (Output) throws -> Void
    ) throws {
        var rest = self[...]
        let pieces = OrderedWork<[Element], [Output]>(gathering: 0) { try $0.map(work) }
        try pieces.run(
            next: {
                let piece = Array(rest.prefix(Self.pieceSize))
                rest = rest.dropFirst(piece.count)
                return piece.isEmpty ? nil : piece
            },
            consume: { results in
                for result in results { for output in try result.get() { try consume(output) } }
            })
    }

    /// Items that a thread gets at a time: enough that the handover costs nothing compared with the
    /// work.
    private static var pieceSize: Int { 64 }
}
