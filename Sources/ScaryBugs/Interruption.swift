import Synchronization

/// Whether the user asked to stop what is being done (Ctrl-C).
///
/// A signal handler may only set a flag; long work looks at the flag between its steps.
public enum Interruption {
    private static let requested = Atomic(false)
    /// How many pieces of work are under way that must come to their end.
    private static let uninterruptible = Atomic(0)

    /// Asks for a stop; safe in a signal handler once ``reset()`` was called.
    public static func request() {
        requested.store(true, ordering: .relaxed)
    }

    /// Forgets an earlier request.
    public static func reset() {
        requested.store(false, ordering: .relaxed)
    }

    /// Whether a stop was asked for.
    public static var isRequested: Bool {
        requested.load(ordering: .relaxed)
    }

    /// Throws ``ScaryBugsError/Code/interrupted`` if a stop was asked for.
    public static func check() throws {
        if isRequested, uninterruptible.load(ordering: .relaxed) == 0 {
            throw ScaryBugsError(.interrupted, "interrupted")
        }
    }

    /// Runs `body`, which takes back what an interruption left half done and is not interrupted.
    static func shielded<Result>(_ body: () throws -> Result) rethrows -> Result {
        uninterruptible.add(1, ordering: .relaxed)
        defer { uninterruptible.subtract(1, ordering: .relaxed) }
        return try body()
    }
}
