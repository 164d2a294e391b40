import Glibc
import Synchronization

/// The lock that keeps other sessions out while a workspace changes; also that of an export's place.
///
/// It is re-entrant: whoever holds it may take it again.
final class WorkspaceLock: Sendable {
    private let directory: Directory
    private let state = Mutex(State())

    private struct State {
        /// The number of holders within this process.
        var depth = 0
        /// When this process began to take the lock again and again.
        var streakStart = 0.0
        /// When it last released the lock.
        var releaseTime = 0.0
    }

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
        let isLong = state.withLock { state in
            guard now - state.releaseTime <= Self.streakGap,
                now - state.streakStart > Self.longStreak
            else { return false }
            state.streakStart = now
            return true
        }
        if isLong { usleep(10_000) }
    }

    /// Seconds between releasing the lock and taking it again, within a streak.
    private static let streakGap = 0.005
    /// Seconds after which others get a chance.
    private static let longStreak = 0.3

    private var isHeld: Bool { state.withLock { $0.depth > 0 } }

    private func entering<Result>(_ body: () throws -> Result) throws -> Result {
        state.withLock { state in
            state.depth += 1
            let now = MonotonicClock.seconds
            if state.depth == 1, now - state.releaseTime > Self.streakGap {
                state.streakStart = now
            }
        }
        defer {
            let isLast = state.withLock { state in
                state.depth -= 1
                state.releaseTime = MonotonicClock.seconds
                return state.depth == 0
            }
            if isLast { FileLock.release(directory) }
        }
        return try body()
    }
}
