public import SystemPackage

/// What went wrong in the library: a kind to act on, a sentence to read, and what was underneath.
///
/// A message names the object, what is wrong with it and, where there is one, the next thing to do.
public struct ScaryBugsError: Error, Sendable {
    /// The kinds of failure that a caller may want to tell apart.
    public enum Code: Hashable, Sendable {
        /// A value, a name or a selection that cannot be meant.
        case invalidValue
        /// A document, a file or a user that is not there.
        case notFound
        /// Something that would have been overwritten.
        case exists
        /// Data that is not what it claims to be.
        case damaged
        /// Data that is whole but not let in.
        case refused
        /// One of ``Limits`` was met.
        case limitExceeded
        /// Another process holds what is needed.
        case busy
        /// The user asked to stop.
        case interrupted
        /// The operating system said no.
        case system(Errno)
    }

    public let code: Code
    /// One sentence without its full stop.
    public let message: String
    /// The error underneath, where there was one.
    public let cause: (any Error)?

    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// A failed system call: what was being done, and why the system refused it.
    public static func system(_ errno: Errno, _ doing: String) -> ScaryBugsError {
        ScaryBugsError(.system(errno), "\(doing): \(errno)", cause: errno)
    }
}

extension ScaryBugsError: CustomStringConvertible {
    public var description: String { message }
}
