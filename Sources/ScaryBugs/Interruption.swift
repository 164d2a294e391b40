import Synchronization

/// Whether the user asked to stop what is being done (Ctrl-C).
///
/// A signal handler may only set a flag; long work looks at the flag between its steps.
public enum Interruption {
    private static let requested = Atomic(false)

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
        if isRequested { throw ScaryBugsError(.interrupted, "interrupted") }
    }
}
