import Glibc
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

/// Makes a system call that returns -1 and sets `errno` on failure. Retries it after a signal.
///
/// - Throws: ``ScaryBugsError`` with `doing` and the system's reason, or ``Interrupted``.
@discardableResult
package func systemCall<Result: SignedInteger>(
    _ doing: @autoclosure () -> String, _ call: () -> Result
) throws -> Result {
    while true {
        let result = call()
        guard result == -1 else { return result }
        let reason = Errno(rawValue: errno)
        guard reason == .interrupted else { throw ScaryBugsError.system(reason, doing()) }
        try Interruption.check()
    }
}

/// Makes a system call like ``systemCall(_:_:)``, but returns nil if the file or directory does not
/// exist.
func systemCallIfPresent<Result: SignedInteger>(
    _ doing: @autoclosure () -> String, _ call: () -> Result
) throws -> Result? {
    var isAbsent = false
    let result = try systemCall(doing()) {
        let result = call()
        isAbsent = result == -1 && errno == ENOENT
        return isAbsent ? 0 : result
    }
    return isAbsent ? nil : result
}

/// Runs `body`, and returns nil if it fails because a file or directory does not exist.
package func ifPresent<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result? {
    do { return try body() } catch let error as ScaryBugsError {
        if error.code == .system(.noSuchFileOrDirectory) { return nil }
        throw error
    }
}

extension String {
    /// Whether the text is an address on a network, such as `https://example.com/moth.jpg`.
    package var isAddress: Bool {
        let scheme = utf8.prefix { $0 != UInt8(ascii: ":") }
        let isPartOfScheme = { (byte: UInt8) in
            (0x61...0x7A).contains(byte | 0x20) || "0123456789+-.".utf8.contains(byte)
        }
        return scheme.count > 1 && scheme.allSatisfy(isPartOfScheme)
            && utf8.dropFirst(scheme.count).starts(with: "://".utf8)
    }
}

/// Runs `body`, and says in its error that a path is an address.
func naming<Result>(address path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ScaryBugsError where path.isAddress {
        throw ScaryBugsError(
            error.code, "\(path) is an address; download it first, and give the path of the file")
    }
}
