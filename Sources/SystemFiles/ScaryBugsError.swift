public import SystemPackage

/// The error of all modules: a code for programs, a message for people, and the cause.
///
/// A message names the object, what is wrong with it and, where there is one, the next thing to do.
public struct ScaryBugsError: Error, Sendable {
    /// The kinds of failure that a caller may want to distinguish.
    public enum Code: Hashable, Sendable {
        /// A value, a name or a selection is invalid.
        case invalidValue
        /// A document, a file or a user is missing.
        case notFound
        /// Something would have been overwritten.
        case exists
        /// Data is damaged.
        case damaged
        /// Data is intact but not accepted.
        case refused
        /// Something is larger than its limit.
        case limitExceeded
        /// Another process holds a lock or an open group.
        case busy
        /// The operating system refused a call.
        case system(Errno)
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence without its full stop.
    public let message: String
    /// The underlying error, if there is one.
    public let cause: (any Error)?
    /// What other modules add, such as the wrong word of a line. An error takes it over from its
    /// cause.
    package var details: (any Sendable)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
        details = (cause as? ScaryBugsError)?.details
    }

    /// A failed system call: the message says which operation failed, and why the system refused
    /// it.
    package static func system(_ errno: Errno, _ doing: String) -> ScaryBugsError {
        ScaryBugsError(.system(errno), "\(doing): \(errno)", cause: errno)
    }
}

extension ScaryBugsError: CustomStringConvertible {
    public var description: String { message }
}
