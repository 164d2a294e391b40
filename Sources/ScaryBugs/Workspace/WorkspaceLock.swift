import Glibc
import Synchronization

/// The lock that keeps other sessions out while a workspace changes; also that of an export's place.
///
/// It is re-entrant: whoever holds it may take it again.
final class WorkspaceLock: Sendable {
    private let directory: Directory
    /// The number of holders within this process.
    private let depth = Mutex(0)
    /// When this process began to take it again and again, and when it last released it.
    private let streak = Mutex((start: 0.0, end: 0.0))

    init(on directory: Directory) {
        self.directory = directory
    }

    /// Waits for the lock and runs `body` under it.
    ///
    /// - Throws: ``ScaryBugsError/Code/busy`` where another process holds it for long.
    func holding<Result>(_ body: () throws -> Result) throws -> Result {
        if !isHeld {
            letOthersThrough()
            try FileLock.take(directory)
        }
        return try entering(body)
    }

    /// Runs `body` under the lock, or not at all if another process has it.
    func holdingIfFree(_ body: () throws -> Void) throws {
        guard try isHeld || FileLock.attempt(directory) else { return }
        try entering(body)
    }

    /// The kernel's lock is not fair: who waits for it only gets it when it stays free for a moment.
    private func letOthersThrough() {
        let now = MonotonicClock.seconds
        let isLong = streak.withLock { streak in
            if now - streak.end > 0.005 { streak.start = now }
            defer { if now - streak.start > 0.3 { streak.start = now } }
            return now - streak.start > 0.3
        }
        if isLong { usleep(10_000) }
    }

    private var isHeld: Bool { depth.withLock { $0 > 0 } }

    private func entering<Result>(_ body: () throws -> Result) throws -> Result {
        depth.withLock { $0 += 1 }
        defer {
            let isLast = depth.withLock { depth in
                depth -= 1
                return depth == 0
            }
            if isLast {
                FileLock.release(directory)
                streak.withLock { $0.end = MonotonicClock.seconds }
            }
        }
        return try body()
    }
}
