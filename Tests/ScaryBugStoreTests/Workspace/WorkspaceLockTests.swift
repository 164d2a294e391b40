import Foundation
import Synchronization
import Testing

@testable import ScaryBugStore

@Suite struct WorkspaceLockTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func lock() throws -> WorkspaceLock {
        WorkspaceLock(on: try Directory.open(path: bench.directory.path)) {
            LockWaiting(seconds: 2)
        }
    }

    // The other process waits for two seconds.
    @Test func `a process that takes the lock repeatedly lets others have it`() throws {
        let (own, other) = (try lock(), try lock())
        let outcome = Mutex<Bool?>(nil)
        try own.holding {
            Thread.detachNewThread {
                let isTaken: Void? = try? other.holding {}
                outcome.withLock { $0 = isTaken != nil }
            }
        }
        while outcome.withLock({ $0 == nil }) {
            try own.holding { _ = usleep(20_000) }
        }
        #expect(outcome.withLock { $0 } == true)
    }

    @Test func `a lock is held until the last who took it is done`() throws {
        let (own, other) = (try lock(), try lock())
        var isFree = false
        try own.holding {
            try own.holding {}
            try other.holdingIfFree { isFree = true }
        }
        #expect(!isFree)
        try other.holdingIfFree { isFree = true }
        #expect(isFree)
    }

    @Test func `the holder knows whether another process waits`() throws {
        let other = try lock()
        try other.holding {}
        let directory = try Directory.open(path: bench.directory.path(WorkspaceLock.name))
        #expect(!FileLock.hasWaiting(directory))
        #expect(try FileLock.attempt(directory))
        let isDone = Mutex(false)
        Thread.detachNewThread {
            try? other.holding {}
            isDone.withLock { $0 = true }
        }
        while !FileLock.hasWaiting(directory) { usleep(1_000) }
        FileLock.release(directory)
        while isDone.withLock({ !$0 }) { usleep(1_000) }
        #expect(!FileLock.hasWaiting(directory))
    }
}
