import Foundation

/// A system call that strace makes fail.
public struct Fault: Sendable, CustomStringConvertible {
    /// The system call that fails instead of being made.
    public let call: String
    /// The number of the call of that name within a thread, from 1. `1+2` is every second call.
    public let occurrence: String
    /// The error, such as `ENOSPC`.
    public let error: String

    public init(_ call: String, _ occurrence: String, _ error: String) {
        (self.call, self.occurrence, self.error) = (call, occurrence, error)
    }

    public var description: String { "\(call) number \(occurrence) fails with \(error)" }
}

extension Program {
    /// Whether to run the tests that need strace. It can't trace a program that checks for its own
    /// leaks.
    public static let isTraceable = Sanitizer.current == nil && Tool.isExpected("strace")

    /// The calls that change files.
    public static let writingCalls = [
        "open", "openat", "creat", "write", "pwrite64", "writev", "pwritev", "copy_file_range",
        "sendfile", "ioctl", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "link",
        "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir", "truncate", "ftruncate",
        "fallocate", "fsync", "fdatasync", "syncfs", "sync_file_range", "utimensat", "chmod",
        "fchmod", "fchmodat",
    ]

    /// The calls that read files and directories.
    public static let readingCalls = [
        "openat", "read", "pread64", "getdents64", "fstat", "newfstatat", "statx", "lseek",
    ]

    /// Runs the program to its end and records the calls that change files.
    ///
    /// - Parameters:
    ///   - faults: the calls to fail.
    ///   - names: the system calls to record instead.
    /// - Throws: ``TestFailure`` if strace recorded nothing. Even the loader opens files.
    public func traced(
        _ arguments: [String], input: [UInt8] = [], with faults: [Fault] = [],
        recording names: [String] = writingCalls
    ) throws -> (transcript: Transcript, calls: [SystemCall]) {
        let log = directory.path("trace")
        var strace = self
        strace.executable = "/usr/bin/strace"
        let calls = names.joined(separator: ",")
        // The kernel stops the program only at the calls that are recorded.
        var words = [
            "-f", "--seccomp-bpf", "-y", "-qq", "-e", "signal=none", "-o", log, "-e",
            "trace=execve,\(calls)",
        ]
        for fault in faults {
            words += [
                "-e", "inject=\(fault.call):error=\(fault.error):when=\(fault.occurrence)",
            ]
        }
        let transcript = try strace.run(words + [executable] + arguments, input: input)
        let recorded = SystemCall.calls(of: try directory.text(of: "trace"))
        guard !recorded.isEmpty else {
            throw TestFailure("strace recorded no calls: \(transcript)")
        }
        return (transcript, recorded)
    }
}
