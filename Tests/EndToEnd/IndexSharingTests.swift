import Foundation
import TestSupport
import Testing

/// Processes that share an index, including processes that are killed.
@Suite struct IndexSharingTests {
    private let index: IndexedProgram

    init() throws { index = try IndexedProgram() }

    // Takes a few seconds: eight kills at different moments of the work, and a check after each.
    @Test func `a kill at any moment leaves the index right, or wrong and known to be`() throws {
        for round in 1...8 {
            let session = try index.scarybug.start()
            let lines = (1...40).map { step in
                switch step % 4 {
                case 0: "set 1 title='Scary \(round).\(step)'\n"
                case 1: "new 'Scary \(round).\(step)' notes=changed\n"
                case 2: "count scary\n"
                default: "delete all -1-3 limit:1\n"
                }
            }
            try session.type(lines.joined())
            for _ in 0..<round { _ = try session.readLine() }
            usleep(UInt32(round * 37 % 900))
            session.send(signal: SIGKILL)
            _ = session.finish()
            #expect(try index.agrees())
        }
    }

    /// The documents' directory gets a new time before the first document changes. So every older
    /// index is stale, even if the process dies at once.
    @Test(
        .enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"),
        arguments: ["mkdirat", "openat", "write", "renameat", "utimensat", "fsync"])
    func `a change that is killed at any call leaves the index right`(call: String) throws {
        #expect(try index.agrees())
        for occurrence in 1...150 {
            let transcript = try index.scarybug.shell(
                """
                strace -f -qqq -o /dev/null -e trace=\(call) \
                    -e inject=\(call):signal=KILL:when=\(occurrence) \
                    "$SCARYBUG" set 1 title='Changed \(call) \(occurrence)'
                """)
            #expect(try index.agrees())
            if transcript.status == 0 {
                // Every command makes some of these calls, and the first of them was killed.
                #expect(occurrence > 1)
                return
            }
            #expect(transcript.status == 137 && transcript.standardError == "")
        }
        Issue.record("it never came to its end")
    }

    @Test(arguments: [SIGKILL, SIGINT])
    func `an interrupted build of the index is restarted`(signal: CInt) throws {
        let lines = (1...200).map { "new 'Scary more \($0)'\n" }
        try index.scarybug.run(input: lines.joined())
        for pause in [2_000, 8_000, 16_000, 32_000] as [UInt32] {
            try FileManager.default.removeItem(
                atPath: index.scarybug.directory.path(IndexedProgram.cache))
            let session = try index.scarybug.start("count", "scary")
            usleep(pause)
            session.send(signal: signal)
            let transcript = session.finish()
            let told = /scarybug: interrupted after indexing \d+ of 203 documents\n/
            #expect(transcript.standardError.replacing(told, with: "") == "")
            #expect(transcript.standardError == "" || transcript.status == 130)
            #expect([0, 128 + Int(signal)].contains(transcript.status), "\(transcript)")
            #expect(["", "203\n"].contains(transcript.standardOutput))
            #expect(try index.scarybug.run("count", "scary").gave("203\n"))
        }
        #expect(try index.agrees())
    }

    /// A slow reader of a list holds the index, but doesn't block other commands.
    @Test func `a list that waits for its reader`() throws {
        let lines = (1...100).map { "new 'Scary \($0) \(String(repeating: "x", count: 3_000))'\n" }
        try index.scarybug.run(input: lines.joined())
        let list = try index.scarybug.start("list")
        _ = try list.readLine()
        let others = try (1...3).map { try index.scarybug.start("new", "Changed \($0)") }
        for other in others {
            let transcript = other.finish()
            #expect(transcript.status == 0)
            #expect(transcript.standardError == "")
        }
        #expect(try index.scarybug.run("count", "changed").gave("3\n"))
        #expect(list.finish().lines.count == 103)
        #expect(try index.agrees())
    }
}
