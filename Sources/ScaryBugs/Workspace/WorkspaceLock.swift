import Glibc
import Synchronization

/// A lock that excludes other sessions while one changes a workspace, or writes to an export's
/// destination.
///
/// It is re-entrant: a process that holds the lock may take it again.
final class WorkspaceLock: Sendable {
    private let directory: Directory
    private let state = Mutex(State())

    private struct State {
        /// The nesting depth within this process; 0 if it does not hold the lock.
        var depth = 0
        /// The time when this process began to take the lock again and again.
        var streakStart = 0.0
        var releaseTime = 0.0
        /// Whether the process keeps the lock between transactions.
        var isKept = false
        var tenure = 0
    }

    init(on directory: Directory) {
        self.directory = directory
    }

    /// Waits for the lock and runs `body` under it.
    ///
    /// - Throws: ``ScaryBugsError/Code/busy`` if another process holds the lock for too long.
    func holding<Result>(_ body: () throws -> Result) throws -> Result {
        if !isHeld {
            letOthersThrough()
            try FileLock.acquire(directory)
        }
        return try entering(body)
    }

    /// Runs `body` under the lock, or does nothing if another process holds it.
    func holdingIfFree(_ body: () throws -> Void) throws {
        guard try isHeld || FileLock.attempt(directory) else { return }
        try entering(body)
    }

    // MARK: Keeping it

    /// Keeps the lock until ``release()``, or does nothing if another process holds it. Short transactions
    /// that follow each other at once then don't have to look for other processes' changes.
    ///
    /// The caller must release it before it waits for anything.
    func keepIfFree() {
        if isKept { return }
        if !isHeld {
            letOthersThrough()
            guard (try? FileLock.attempt(directory)) == true else { return }
        }
        enter()
        state.withLock { $0.isKept = true }
    }

    func release() {
        let wasKept = state.withLock { state in
            defer { state.isKept = false }
            return state.isKept
        }
        if wasKept { leave() }
    }

    var isKept: Bool { state.withLock { $0.isKept } }

    /// A number that differs each time this process gets the lock; nil while it doesn't hold it. While it
    /// stays the same, no other session has changed anything.
    var tenure: Int? { state.withLock { $0.depth > 0 ? $0.tenure : nil } }

    /// Pauses for a moment in a long streak if another process waits. The kernel's lock is not fair, so
    /// a waiting process gets it only if it stays free for a while.
    private func letOthersThrough() {
        let now = MonotonicClock.seconds
        let isLong = state.withLock { state in
            guard now - state.releaseTime <= Self.streakGap,
                now - state.streakStart > Self.longStreak
            else { return false }
            state.streakStart = now
            return true
        }
        if isLong, FileLock.hasWaiting(directory) { usleep(10_000) }
    }

    /// The most seconds between releasing the lock and taking it again within a streak.
    private static let streakGap = 0.005
    /// The length of a streak, in seconds, after which other processes get the lock.
    private static let longStreak = 0.3

    private var isHeld: Bool { state.withLock { $0.depth > 0 } }

    private func entering<Result>(_ body: () throws -> Result) throws -> Result {
        enter()
        defer { leave() }
        return try body()
    }

    private func enter() {
        state.withLock { state in
            state.depth += 1
            guard state.depth == 1 else { return }
            state.tenure += 1
            let now = MonotonicClock.seconds
            if now - state.releaseTime > Self.streakGap { state.streakStart = now }
        }
    }

    private func leave() {
        let isLast = state.withLock { state in
            state.depth -= 1
            state.releaseTime = MonotonicClock.seconds
            return state.depth == 0
        }
        if isLast { FileLock.release(directory) }
    }
}
