import Glibc
import SystemPackage

/// Makes a system call that answers -1 with `errno`, again where a signal interrupted it.
///
/// - Throws: ``ScaryBugsError`` with `doing` and the system's reason, or the interruption when the
///   signal was the user's.
@discardableResult
public func systemCall<Result: SignedInteger>(
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

/// Makes a system call as ``systemCall(_:_:)`` does, with nil for a file or directory that is not
/// there, which is no error worth a sentence.
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

/// Runs `body`, with nil for a file or directory that is not there.
func ifPresent<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result? {
    do { return try body() } catch let error as ScaryBugsError {
        if error.code == .system(.noSuchFileOrDirectory) { return nil }
        throw error
    }
}
