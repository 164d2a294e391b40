import TestSupport
import Testing

struct SystemCallTests {
    /// Numbers of processes begin anew at 300, and strace pads them to five characters.
    @Test(arguments: ["300", "4300", "34300", "1034300"])
    func `calls of other programs are left out`(other: String) {
        let process = other + String(repeating: " ", count: max(0, 5 - other.count))
        let log = """
            34299 execve("/bin/scarybug", ["scarybug"], 0x7 /* 3 vars */) = 0
            34299 openat(AT_FDCWD</records>, "own", O_RDONLY) = 3</records/own>
            \(process) execve("/bin/vipsthumbnail", [], 0x7) = 0
            \(process) openat(AT_FDCWD</records>, "other", O_RDONLY) = 3</records/other>
            """
        #expect(SystemCall.calls(of: log).map(\.paths) == [["/records/own"]])
    }
}
