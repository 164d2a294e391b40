import TestSupport
import Testing

@testable import ScaryBugFormats

/// The kernel's statistics about this process's memory.
enum ProcessMemory {
    /// The peak resident memory in bytes. Always 0 under a sanitizer, because sanitizers keep freed
    /// memory.
    static func highest() throws -> Int {
        if Sanitizer.current != nil { return 0 }
        let status = try File.open(path: "/proc/self/status").contents(limit: 65_536)
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }
        return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) }) * 1_024
    }
}
