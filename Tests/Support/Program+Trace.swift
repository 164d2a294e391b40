import Foundation

/// One failure that the system is to make up.
public struct Fault: Sendable, CustomStringConvertible {
    /// The system call that fails instead of being made.
    public let call: String
    /// Which of a thread's calls of that name, the first being 1; `1+2` is every other.
    public let occurrence: String
    /// The reason, such as `ENOSPC`.
    public let error: String

    public init(_ call: String, _ occurrence: String, _ error: String) {
        (self.call, self.occurrence, self.error) = (call, occurrence, error)
    }

    public var description: String { "\(call) number \(occurrence) fails with \(error)" }
}

extension Program {
    /// Whether programs can be watched by strace here; one that looks for its own leaks cannot.
    public static let canTrace: Bool =
        Sanitizer.current == nil
        && (try? Program(executable: "/usr/bin/strace").run("-f", "true").status) == 0

    /// The calls by which files are changed.
    private static let writingCalls = [
        "open", "openat", "creat", "write", "pwrite64", "writev", "pwritev", "copy_file_range",
        "sendfile", "ioctl", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "link",
        "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir", "truncate", "ftruncate",
        "fallocate", "fsync", "fdatasync", "syncfs", "sync_file_range", "utimensat", "chmod",
        "fchmod", "fchmodat",
    ]

    /// Runs the program to its end and watches by what calls it changes files.
    ///
    /// - Parameter faults: what fails meanwhile.
    public func traced(
        _ arguments: [String], input: [UInt8] = [], with faults: [Fault] = []
    ) throws -> (transcript: Transcript, calls: [SystemCall]) {
        let log = directory.path("trace")
        var strace = self
        strace.executable = "/usr/bin/strace"
        let calls = Self.writingCalls.joined(separator: ",")
        var words = ["-f", "-y", "-qq", "-e", "signal=none", "-o", log, "-e", "trace=\(calls)"]
        for fault in faults {
            words += [
                "-e", "inject=\(fault.call):error=\(fault.error):when=\(fault.occurrence)",
            ]
        }
        let transcript = try strace.run(words + [executable] + arguments, input: input)
        return (transcript, SystemCall.calls(of: try directory.text(of: "trace")))
    }
}
