import Synchronization

/// The user asked to stop (Ctrl-C). Changes that were reported before it stay, and no others are
/// made.
public struct Interrupted: Error, CustomStringConvertible {
    /// The extent of the operation and its remaining effect, such as " after 3 of 7 documents; nothing
    /// was changed"; empty if unknown.
    package let details: String

    package init(_ details: String = "") { self.details = details }

    public var description: String { "interrupted\(details)" }
}

/// Whether the user asked to stop the running command (Ctrl-C).
///
/// A signal handler may only set a flag. Long operations check the flag between their steps.
public enum Interruption {
    private static let requested = Atomic(false)
    /// The number of operations in progress that must not be interrupted.
    private static let uninterruptible = Atomic(0)

    /// Requests a stop. Safe in a signal handler after a call of ``reset()``.
    public static func request() {
        requested.store(true, ordering: .relaxed)
    }

    /// Discards an earlier request.
    public static func reset() {
        requested.store(false, ordering: .relaxed)
    }

    /// Whether a stop was requested.
    public static var isRequested: Bool {
        requested.load(ordering: .relaxed)
    }

    /// - Throws: ``Interrupted`` if a stop was requested.
    public static func check() throws {
        if isRequested, uninterruptible.load(ordering: .relaxed) == 0 {
            throw Interrupted()
        }
    }

    /// Runs `body` without interruptions, to undo what an interrupted operation left unfinished.
    package static func shielded<Result>(_ body: () throws -> Result) rethrows -> Result {
        uninterruptible.add(1, ordering: .relaxed)
        defer { uninterruptible.subtract(1, ordering: .relaxed) }
        return try body()
    }
}
