import Glibc
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

/// Whether the user asked to stop the running command (Ctrl-C), or the system asked a script to end.
///
/// A signal handler may only set a flag. Long operations check the flag between their steps.
public enum Interruption {
    /// The number of the signal that requested it; 0 for none.
    private static let requested = Atomic<Int32>(0)
    /// The number of operations in progress that must not be interrupted.
    private static let uninterruptible = Atomic(0)

    /// Requests a stop. Safe in a signal handler after a call of ``reset()``.
    ///
    /// - Parameter signal: the number of the signal; 2 is SIGINT.
    public static func request(by signal: Int32 = 2) {
        requested.store(signal, ordering: .relaxed)
    }

    /// Discards an earlier request.
    public static func reset() {
        requested.store(0, ordering: .relaxed)
    }

    /// Whether a stop was requested.
    public static var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

    /// The exit status of a process that stops, as shells give it: 128 and the signal's number.
    package static var exitStatus: Int32 {
        let signal = requested.load(ordering: .relaxed)
        return 128 + (signal == 0 ? SIGINT : signal)
    }

    /// - Throws: ``Interrupted`` if a stop was requested.
    public static func check() throws {
        if isRequested, uninterruptible.load(ordering: .relaxed) == 0 {
            throw Interrupted()
        }
    }

    /// Whether an operation in progress must not be interrupted.
    package static var isShielded: Bool { uninterruptible.load(ordering: .relaxed) > 0 }

    /// Runs `body` without interruptions, to undo what an interrupted operation left unfinished.
    package static func shielded<Result>(_ body: () throws -> Result) rethrows -> Result {
        uninterruptible.add(1, ordering: .relaxed)
        defer { uninterruptible.subtract(1, ordering: .relaxed) }
        return try body()
    }
}
