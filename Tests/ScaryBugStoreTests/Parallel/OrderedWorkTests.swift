import Glibc
import Synchronization
import Testing

@testable import ScaryBugStore
@testable import SystemFiles

@Suite(.serialized) struct OrderedWorkTests {
    /// An error that names its item.
    struct Odd: Error, Equatable {
        let item: Int
    }

    /// The results for items up to `count`.
    private func results(
        upTo count: Int, gathering seconds: Double = 0,
        _ work: @escaping @Sendable (Int) throws -> sending Int
    ) throws -> [[Result<Int, Odd>]] {
        var rest = (0..<count)[...]
        var taken: [[Result<Int, Odd>]] = []
        try OrderedWork(gathering: seconds) { (item: Int, _) in try work(item) }.run(
            next: { rest.popFirst() }, consume: { taken.append(try $0.map { try $0.mapToOdd() }) })
        return taken
    }

    @Test(arguments: [0, 1, 2, 3, 500])
    func `results come in the order of the items, errors among them`(count: Int) throws {
        let taken = try results(upTo: count) { item in
            usleep(UInt32((item * 7) % 5 * 100))
            if item % 3 == 1 { throw Odd(item: item) }
            return item * item
        }
        let expected = (0..<count).map { item in
            item % 3 == 1 ? Result<Int, Odd>.failure(Odd(item: item)) : .success(item * item)
        }
        #expect(taken.flatMap(\.self) == expected)
        #expect(taken.allSatisfy { $0.count == 1 })
    }

    @Test func `results are gathered for a time`() throws {
        #expect(try results(upTo: 100, gathering: 3_600) { $0 }.map(\.count) == [100])
    }

    @Test(arguments: [1, 40])
    func `a single item needs no thread`(count: Int) throws {
        let here = UInt(pthread_self())
        var rest = (0..<count)[...]
        var wereHere: [Bool] = []
        try OrderedWork(gathering: 0) { (_: Int, _) in UInt(pthread_self()) == here }.run(
            next: { rest.popFirst() }, consume: { try wereHere.append($0[0].get()) })
        #expect(wereHere == Array(repeating: count == 1, count: count))
    }

    /// An object that counts its existing instances.
    private final class Litter: Sendable {
        static let count = Atomic(0)

        init() { Self.count.add(1, ordering: .relaxed) }
        deinit { Self.count.subtract(1, ordering: .relaxed) }
    }

    @Test(arguments: [0.0, 3_600])
    func `an error of the caller ends it, and nothing is left of the rest`(seconds: Double) {
        var given = 0
        let next: () throws -> Int? = {
            given += 1
            if seconds > 0, given > 100 { throw Odd(item: given) }
            return given
        }
        #expect(throws: Odd.self) {
            try OrderedWork(gathering: seconds) { (_: Int, _) in Litter() }.run(
                next: next, consume: { _ in throw Odd(item: given) })
        }
        // Only the items already in progress were taken.
        #expect(given <= 16 * WorkerThreads.usualCount + 101)
        let left = Litter.count.load(ordering: .relaxed)
        #expect(left == 0)
    }

    @Test func `work that needs memory is done by the caller, one item at a time, in order`() throws
    {
        let here = UInt(pthread_self())
        var rest = (0..<100)[...]
        var taken: [Int] = []
        try OrderedWork(gathering: 0) { (item: Int, place) in
            if item % 3 == 1, place == .shared { throw NeedsMemory() }
            return (item: item, isHere: UInt(pthread_self()) == here)
        }.run(
            next: { rest.popFirst() },
            consume: { results in
                let (item, isHere) = try results[0].get()
                #expect(isHere == (item % 3 == 1))
                taken.append(item)
            })
        #expect(taken == Array(0..<100))
    }

    @Test func `of many small items, the caller works alone on those that need memory`() throws {
        let here = UInt(pthread_self())
        var taken: [Int] = []
        let work = { @Sendable (item: Int, place: WorkPlace) in
            if item == 70, place == .shared { throw NeedsMemory() }
            return (item: item, isHere: UInt(pthread_self()) == here, isAlone: place == .alone)
        }
        try Array(0..<1_000).forEachResult(of: work) { item, isHere, isAlone in
            #expect(isAlone == (item == 70))
            #expect(isHere || !isAlone)
            taken.append(item)
        }
        #expect(taken == Array(0..<1_000))
    }

    @Test func `a caller that works doesn't wait for its only thread`() throws {
        let here = UInt(pthread_self())
        let isHelped = Monitor(false)
        var rest = (0..<10)[...]
        var taken: [Int] = []
        // The thread ends its first item only after the caller has worked on one.
        try OrderedWork(gathering: 0, callerWorking: true, threads: 2) { (item: Int, _) in
            if UInt(pthread_self()) == here {
                isHelped.change { $0 = true }
            } else {
                _ = isHelped.wait { $0 ? true : nil }
            }
            return item
        }.run(next: { rest.popFirst() }, consume: { taken.append(try $0[0].get()) })
        #expect(taken == Array(0..<10))
    }

    @Test func `Ctrl-C stops the work, however many items remain`() async {
        // A separate process, because Ctrl-C stops all work of a process.
        await #expect(processExitsWith: .success) {
            var taken = 0
            #expect(throws: Interrupted.self) {
                try OrderedWork(gathering: 0) { (item: Int, _) in item }.run(
                    next: { 1 },
                    consume: { _ in
                        taken += 1
                        if taken == 10 { Interruption.request() }
                    })
            }
            #expect(taken == 10)
        }
    }
}

extension Result<Int, any Error> {
    /// The result if it is a number or an error of the tests. Throws any other error.
    fileprivate func mapToOdd() throws -> Result<Int, OrderedWorkTests.Odd> {
        do { return .success(try get()) } catch let error as OrderedWorkTests.Odd {
            return .failure(error)
        }
    }
}
