/// Work done on all processors, whose results are handed on in the order in which it was given.
///
/// Only `work` runs on other threads: what gives and takes stays on the caller's, so that nothing
/// but items and results is shared.
struct OrderedWork<Item: Sendable, Output> {
    private let seconds: Double
    private let work: @Sendable (Item) throws -> sending Output
    private let queue = Monitor(WorkQueue<Item, Output>())

    /// Items for each thread that may be on their way: enough to keep it busy while results are
    /// put on the disk, and few enough for the files that they hold open.
    private static var itemsPerThread: Int { 16 }

    /// - Parameter seconds: how long results are gathered before they are handed on; 0 for each by
    ///   itself.
    init(gathering seconds: Double, _ work: @escaping @Sendable (Item) throws -> sending Output) {
        self.seconds = seconds
        self.work = work
    }

    /// Works until there is nothing more, or something throws.
    ///
    /// - Parameters:
    ///   - next: gives the next item; nil after the last.
    ///   - take: gets results that follow one another.
    /// - Throws: what `next` or `take` does, and ``ScaryBugsError/Code/interrupted`` where a stop
    ///   was asked for; results that were not handed on are then let go of.
    func run(
        next: () throws -> Item?, take: ([Result<Output, any Error>]) throws -> Void
    ) throws {
        var threads = WorkerThreads()
        defer {
            queue.change { $0.close() }
            threads.join()
        }
        var gathered: [Result<Output, any Error>] = []
        var start = MonotonicClock.seconds
        var outstanding = try give(next, to: &threads)
        while outstanding > 0 {
            if threads.isEmpty { _ = workOnce() }
            gathered.append(queue.wait { $0.takeResult() })
            try Interruption.check()
            outstanding = try give(next, to: &threads)
            guard outstanding == 0 || MonotonicClock.seconds - start >= seconds else { continue }
            try take(gathered)
            gathered = []
            start = MonotonicClock.seconds
        }
    }

    /// - Returns: how many items are on their way then.
    private func give(_ next: () throws -> Item?, to threads: inout WorkerThreads) throws -> Int {
        var outstanding = queue.wait { $0.outstanding }
        let room = WorkerThreads.usualCount * Self.itemsPerThread
        while outstanding < room, let item = try next() {
            queue.change { $0.give(item) }
            outstanding += 1
            // What is alone has no use for a thread.
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

    /// - Returns: whether there may be more to do.
    private func workOnce() -> Bool {
        guard case .item(let (index, item)) = queue.wait({ $0.nextJob() }) else { return false }
        let result: Result<Output, any Error>
        do { result = .success(try work(item)) } catch { result = .failure(error) }
        queue.change { $0.finish(index, result) }
        return true
    }
}

extension Array where Element: Sendable {
    /// Works on many small items on all processors, and hands on the results in the same order.
    ///
    /// - Throws: as ``OrderedWork/run(next:take:)`` does, and what `work` does.
    func forEachResult<Output>(
        of work: @escaping @Sendable (Element) throws -> Output,
        _ take: (Output) throws -> Void
    ) throws {
        var rest = self[...]
        let pieces = OrderedWork<[Element], [Output]>(gathering: 0) { try $0.map(work) }
        try pieces.run(
            next: {
                let piece = Array(rest.prefix(Self.pieceSize))
                rest = rest.dropFirst(piece.count)
                return piece.isEmpty ? nil : piece
            },
            take: { results in
                for result in results { for output in try result.get() { try take(output) } }
            })
    }

    /// So many that handing them to a thread costs nothing beside working on them.
    private static var pieceSize: Int { 64 }
}
