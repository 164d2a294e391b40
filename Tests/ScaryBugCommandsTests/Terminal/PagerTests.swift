import Glibc
import Testing

@testable import ScaryBugCommands

/// Pagers that start after everything was written.
@Suite struct PagerTests {
    /// More than a pipe holds.
    private static let results = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)

    init() {
        // As the program does at its start.
        signal(SIGPIPE, SIG_IGN)
    }

    private func shown(by command: String) throws -> (isRun: Bool, terminal: [UInt8]) {
        let pager = try Pager(command)
        try Self.results.withUnsafeBytes { try pager.write($0) }
        try pager.start()
        let terminal = MemorySink()
        return (try pager.finish(orWriteTo: terminal), terminal.bytes)
    }

    @Test(arguments: ["cat >/dev/null", "head -c 1 >/dev/null", "true"])
    func `a pager may read all or leave early`(command: String) throws {
        let (isRun, terminal) = try shown(by: command)
        #expect(isRun && terminal.isEmpty)
    }

    @Test func `without the pager's program the terminal gets everything`() throws {
        let (isRun, terminal) = try shown(by: "no-such-pager 2>/dev/null")
        #expect(!isRun && terminal == Self.results)
    }
}
