/// Runs work on all processors and delivers the results in the order of the items.
///
/// The functions that supply items and receive results run on the caller's thread, so threads share
/// nothing but items and results. An item that needs much memory runs there, too, so there is only one
/// such item at a time.
package struct OrderedWork<Item: Sendable, Output> {
    package typealias Work = @Sendable (Item, WorkPlace) throws -> sending Output

    private let seconds: Double
    private let threadCount: Int
    private let itemsPerThread: Int
    private let isCallerWorking: Bool
    private let work: Work
    private let queue = Monitor(WorkQueue<Item, Output>())

    /// - Parameters:
    ///   - seconds: how long to collect results before `consume` receives them; 0 to deliver each
    ///     result alone.
    ///   - itemsPerThread: items in progress for each thread. They keep a thread busy while the
    ///     caller writes results to the disk. Their files are open, and their results take memory.
    ///   - isCallerWorking: whether the caller works on items, too, when it would wait for a result.
    ///     Items must take a moment only. With a thread for each processor and the caller beside
    ///     them, one of them often sleeps until the system moves it to a processor that is idle.
    ///   - threads: the number of threads, with a working caller among them; nil for one per processor.
    ///   - work: works on an item, and may throw ``NeedsMemory`` at a place that is shared.
    package init(
        gathering seconds: Double, itemsPerThread: Int = 16,
        callerWorking isCallerWorking: Bool = false, threads: Int? = nil, _ work: @escaping Work
    ) {
        self.seconds = seconds
        self.isCallerWorking = isCallerWorking
        threadCount = threads ?? WorkerThreads.usualCount
        self.itemsPerThread = itemsPerThread
        self.work = work
    }

    /// Works until there are no more items, or an error is thrown.
    ///
    /// - Parameters:
    ///   - next: returns the next item; nil after the last.
    ///   - consume: receives consecutive results.
    /// - Throws: errors of `next` and `consume`, and ``Interrupted`` after an
    ///   interruption. Results that `consume` has not received are then discarded.
    package func run(
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
            if threads.isEmpty { _ = workOnce(.alone) }
            let outcome = nextOutcome()
            // It may ask about what the earlier results bring.
            if case .postponed = outcome, !gathered.isEmpty {
                try consume(gathered)
                gathered = []
            }
            gathered.append(outcome.result(work))
            try Interruption.check()
            outstanding = try enqueue(next, to: &threads)
            guard outstanding == 0 || MonotonicClock.seconds - start >= seconds else { continue }
            try consume(gathered)
            gathered = []
            start = MonotonicClock.seconds
        }
    }

    private func nextOutcome() -> WorkQueue<Item, Output>.Outcome {
        while true {
            switch queue.wait({ $0.nextStep(working: isCallerWorking) }) {
            case .take(let outcome): return outcome
            case .work(let index, let item): work(on: item, index, .shared)
            case .end: continue
            }
        }
    }

    /// - Returns: the number of items in progress.
    private func enqueue(_ next: () throws -> Item?, to threads: inout WorkerThreads) throws -> Int
    {
        var outstanding = queue.wait { $0.outstanding }
        let room = threadCount * itemsPerThread
        while outstanding < room, let item = try next() {
            queue.change { $0.enqueue(item) }
            outstanding += 1
            // A single item is faster on the caller's thread.
            if outstanding > 1, threads.isEmpty {
                threads.start(max(threadCount - (isCallerWorking ? 1 : 0), 1)) {
                    while workOnce(.shared) {}
                }
            }
        }
        return outstanding
    }

    // MARK: On a thread

    /// - Returns: false if this thread can end.
    private func workOnce(_ place: WorkPlace) -> Bool {
        guard case .work(let index, let item) = queue.wait({ $0.nextStep() }) else { return false }
        work(on: item, index, place)
        return true
    }

    private func work(on item: Item, _ index: Int, _ place: WorkPlace) {
        let outcome: WorkQueue<Item, Output>.Outcome
        do { outcome = .finished(.success(try work(item, place))) } catch is NeedsMemory {
            outcome = .postponed(item)
        } catch { outcome = .finished(.failure(error)) }
        queue.change { $0.finish(index, outcome) }
    }
}

package enum WorkPlace {
    /// On one of several threads at once, which may be the caller's.
    case shared
    /// On the caller's thread, alone among the items that need much memory.
    case alone
}

/// Thrown at a shared place for an item that needs much memory. The caller's thread works on it later.
package struct NeedsMemory: Error {
    package init() {}
}

extension Array where Element: Sendable {
    /// Works on many small items on all processors, and delivers the results in the same order.
    ///
    /// - Throws: errors of `work`, and the errors that ``OrderedWork/run(next:consume:)`` throws.
    package func forEachResult<Output>(
        inPiecesOf size: Int = ItemPieces<Element, Output>.size, piecesPerThread: Int = 4,
        of work: @escaping @Sendable (Element, WorkPlace) throws -> Output,
        _ consume: (Output) throws -> Void
    ) throws {
        var rest = self[...]
        try ItemPieces(piecesPerThread: piecesPerThread, work).run(
            next: { rest.popFirst(size) }, consume)
    }
}

extension ArraySlice {
    /// Removes and returns the first elements, at most `count` of them; nil if there are none.
    package mutating func popFirst(_ count: Int) -> [Element]? {
        if isEmpty { return nil }
        defer { self = dropFirst(count) }
        return Array(prefix(count))
    }
}

/// Runs work on many small items, several at a time, so that the handover between threads costs little
/// compared with the work.
package struct ItemPieces<Item: Sendable, Output> {
    /// Items that a thread gets at a time.
    package static var size: Int { 64 }

    private let piecesPerThread: Int
    private let work: @Sendable (Item, WorkPlace) throws -> Output

    /// - Parameter piecesPerThread: pieces in progress for each thread. More of them let the threads
    ///   work on while the caller is busy for a while. Their results take memory.
    package init(
        piecesPerThread: Int, _ work: @escaping @Sendable (Item, WorkPlace) throws -> Output
    ) {
        self.piecesPerThread = piecesPerThread
        self.work = work
    }

    /// Works until there are no more pieces, or an error is thrown.
    package func run(next: () throws -> [Item]?, _ consume: (Output) throws -> Void) throws {
        let pieces = OrderedWork<[Item], [WorkQueue<Item, Output>.Outcome]>(
            gathering: 0, itemsPerThread: piecesPerThread, callerWorking: true
        ) { [work] items, _ in
            try items.map { item in
                do { return .finished(.success(try work(item, .shared))) } catch is NeedsMemory {
                    return .postponed(item)
                }
            }
        }
        try pieces.run(
            next: next,
            consume: { results in
                for result in results {
                    for worked in try result.get() {
                        try Interruption.check()
                        try consume(worked.result(work).get())
                    }
                }
            })
    }
}
