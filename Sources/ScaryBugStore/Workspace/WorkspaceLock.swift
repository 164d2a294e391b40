import Glibc
import Synchronization

/// A lock that excludes other sessions while one changes a workspace.
///
/// Every user who can open a directory can lock it. So the lock is on an empty directory that only the owner
/// can open, since the user may let others read the workspace.
///
/// It is re-entrant: a process that holds the lock may take it again.
final class WorkspaceLock: Sendable {
    private let workspace: Directory
    private let state = Mutex(State())
    /// Called when another process holds the lock, by the thread that waits.
    nonisolated(unsafe) private let waiting: () -> LockWaiting

    /// The name of the directory that is locked.
    static let name = "Lock"

    private struct State {
        /// The directory that is locked, once it is needed.
        var place: Directory?
        /// Whether the directory has a record of this process.
        var isRecorded = false
        /// The nesting depth within this process; 0 if it does not hold the lock.
        var depth = 0
        /// The time when this process began to take the lock again and again.
        var streakStart = 0.0
        var releaseTime = 0.0
    }

    /// - Parameter waiting: returns how to wait, each time another process holds the lock.
    init(on workspace: Directory, waiting: @escaping () -> LockWaiting = { LockWaiting() }) {
        self.workspace = workspace
        self.waiting = waiting
    }

    /// Waits for the lock and runs `body` under it.
    ///
    /// - Throws: ``ScaryBugsError/Code/busy`` if another process holds the lock for longer than
    ///   ``LockWaiting`` allows, and ``Interrupted`` if Ctrl-C ends the wait.
    func holding<Result>(_ body: () throws -> Result) throws -> Result {
        try acquire()
        defer { release() }
        return try body()
    }

    /// Waits for the lock. Each call needs one of ``release()``.
    func acquire() throws {
        if !isHeld {
            letOthersThrough()
            _ = try lock(waiting: true)
        }
        enter()
    }

    /// Runs `body` under the lock; returns nil if another process holds it.
    @discardableResult
    func holdingIfFree<Result>(_ body: () throws -> Result) throws -> Result? {
        guard try isHeld || lock(waiting: false) else { return nil }
        enter()
        defer { release() }
        return try body()
    }

    // MARK: Its place

    private var place: Directory? { state.withLock(\.place) }

    /// Locks the directory.
    ///
    /// - Parameter isWaiting: whether to wait until it is free.
    /// - Returns: whether it was free.
    private func lock(waiting isWaiting: Bool) throws -> Bool {
        while true {
            let place = try openPlace()
            if try !FileLock.attempt(place) {
                guard isWaiting else { return false }
                try wait(for: place)
            }
            let present = try Directory.status(ofPath: "\(workspace.path)/\(Self.name)")
            if try present?.identity == place.status().identity {
                // A process with the same number may have been killed before.
                if isWaiting { LockRecord.remove(from: place) }
                return true
            }
            // Another process has removed it meanwhile, or another workspace is at the path.
            state.withLock { $0.place = nil }
            FileLock.release(place)
            try workspace.checkIsAtItsPath()
        }
    }

    private func wait(for place: Directory) throws {
        let waiting = waiting()
        let isFree = try FileLock.acquire(
            place, within: waiting.limit, noticeAfter: waiting.delay
        ) {
            waiting.report?(waiting.notice(of: LockHolder(of: place)))
        }
        if !isFree { throw waiting.refusal(by: LockHolder(of: place)) }
    }

    private func openPlace() throws -> Directory {
        if let place { return place }
        let place =
            try workspace.directory(named: Self.name, calledAs: workspace.path)
            ?? workspace.directory(creating: Self.name)
        if try place.status().mode & 0o077 != 0 {
            // Some file systems have fixed permissions.
            try? workspace.setMode(of: RawName(Self.name), to: 0o700)
        }
        state.withLock { $0.place = place }
        return place
    }

    // MARK: Taking it

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
        if isLong, let place, FileLock.hasWaiting(place) { usleep(10_000) }
    }

    /// The most seconds between releasing the lock and taking it again within a streak.
    private static let streakGap = 0.005
    /// The length of a streak, in seconds, after which other processes get the lock.
    private static let longStreak = 0.3

    // MARK: Its record

    /// Tells processes that wait what this one does, until it releases the lock. Does nothing if this
    /// process doesn't hold it.
    ///
    /// - Parameters:
    ///   - command: the command or the script that keeps the lock for long.
    ///   - time: the time when it began.
    func record(_ command: String, at time: Timestamp) {
        guard isHeld, let place else { return }
        // Without a record, others learn only the process.
        try? LockRecord(process: Int(getpid()), time: time, command: command).write(to: place)
        state.withLock { $0.isRecorded = true }
    }

    private var isHeld: Bool { state.withLock { $0.depth > 0 } }

    private func enter() {
        state.withLock { state in
            state.depth += 1
            guard state.depth == 1 else { return }
            let now = MonotonicClock.seconds
            if now - state.releaseTime > Self.streakGap { state.streakStart = now }
        }
    }

    func release() {
        let (isLast, isRecorded) = state.withLock { state in
            state.depth -= 1
            state.releaseTime = MonotonicClock.seconds
            defer { if state.depth == 0 { state.isRecorded = false } }
            return (state.depth == 0, state.isRecorded)
        }
        guard isLast, let place else { return }
        if isRecorded { LockRecord.remove(from: place) }
        FileLock.release(place)
    }
}

extension Directory {
    /// Checks that the path of a workspace still leads to the open directory.
    func checkIsAtItsPath(advice: String = "leave with 'quit' and start again") throws {
        guard try Directory.status(ofPath: path)?.identity != status().identity else { return }
        throw ScaryBugsError(
            .refused,
            "\(path) was moved away or replaced since this session opened it; \(advice)")
    }
}
