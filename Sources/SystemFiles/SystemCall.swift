import Glibc
import SystemPackage

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
