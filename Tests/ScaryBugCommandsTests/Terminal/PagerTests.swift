import Glibc
import ScaryBugs
import TestSupport
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

    @Test func `the message of an interruption follows the rows`() throws {
        let directory = try TemporaryDirectory()
        let messages = MemorySink(terminalWidth: 80)
        let output = Output(results: MemorySink(terminalWidth: 80), messages: messages)
        let session = Session(
            home: Home(path: directory.path("home")), user: try UserName("alice"), output: output)
        let pager: () -> String? = { "cat >/dev/null" }
        let progress = "\rexporting\u{1B}[K"
        #expect(throws: Interrupted.self) {
            try output.paging(pager) {
                output.show(progress: "exporting")
                for number in 1...1_000 { try output.print(text: "exported \(number)") }
                defer { #expect(String(decoding: messages.bytes, as: UTF8.self) == progress) }
                try session.reportingErrors { throw Interrupted("; their files stay") }
            }
        }
        #expect(
            String(decoding: messages.bytes, as: UTF8.self)
                == progress + "\r\u{1B}[Kscarybug: interrupted; their files stay\n")
    }
}
