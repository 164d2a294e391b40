import Glibc
import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

@Suite struct PagerTests {
    init() {
        // As the program does at its start.
        signal(SIGPIPE, SIG_IGN)
    }

    @Test func `the message of an interruption follows the rows`() throws {
        let directory = try TemporaryDirectory()
        let messages = MemorySink(terminalWidth: 80)
        let output = Output(results: MemorySink(terminalWidth: 80), messages: messages)
        let session = Session(
            home: Home(path: directory.path("home")), user: try UserName("alice"), output: output)
        let pager: () -> String? = { "cat >/dev/null" }
        let shownAndErased = "\rexporting\u{1B}[K\r\u{1B}[K"
        #expect(throws: Interrupted.self) {
            try output.paging(pager) {
                output.show(progress: "exporting")
                for number in 1...1_000 { try output.print(text: "exported \(number)") }
                defer { #expect(String(decoding: messages.bytes, as: UTF8.self) == shownAndErased) }
                try session.reportingErrors { throw Interrupted("; their files stay") }
            }
        }
        #expect(
            String(decoding: messages.bytes, as: UTF8.self)
                == shownAndErased + "scarybug: interrupted; their files stay\n")
    }
}
