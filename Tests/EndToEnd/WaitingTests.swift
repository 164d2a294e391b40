import Foundation
import TestSupport
import Testing

/// Other sessions wait for one that has begun a group.
@Suite struct WaitingTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run("-c", "new Weta", "-c", "new Moth")
    }

    /// A session that has begun a group and changed a document.
    private func sessionInGroup() throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(scarybug, "--quiet")
        for line in ["begin", "set 1 rating=3"] {
            try terminal.expect("> ")
            try terminal.type(line + "\r")
        }
        try terminal.expect("*> ")
        return terminal
    }

    private func end(_ terminal: PseudoTerminal, _ line: String) throws {
        for line in [line, "quit"] {
            try terminal.type(line + "\r")
            if line != "quit" { try terminal.expect("> ") }
        }
        #expect(try terminal.finish() == 0)
    }

    // Takes two seconds, after which a wait is reported.
    @Test(arguments: ["commit", "rollback"])
    func `a change waits for the end of a group, and names its session`(end: String) throws {
        let terminal = try sessionInGroup()
        let waiting = try scarybug.start("set", "1", "tags=wet")
        usleep(2_500_000)
        #expect(try scarybug.run("list", within: 1).gave("1  Weta  3\n2  Moth\n"))
        try self.end(terminal, end)
        let transcript = waiting.finish()
        #expect(transcript.standardOutput == "1  Weta\n" && transcript.status == 0)
        #expect(
            transcript.standardError.contains(
                #/waiting for process \d+, which has held alice's workspace since .*\('begin'\)/#),
            "\(transcript)")
        // Changes of different fields both survive.
        let rating = end == "commit" ? "3" : "0"
        #expect(
            try scarybug.run("list", "--columns", "rating,tags", "1", "--csv").lines.last
                == "\(rating),wet")
    }

    @Test func `readers are not delayed by a group, or by a wait`() throws {
        let terminal = try sessionInGroup()
        let waiting = try scarybug.start("new", "Ant")
        for line in ["list", "show 1", "count", "history", "export 2 . --force", "check"] {
            let transcript = try scarybug.run(
                line.split(separator: " ").map(String.init), within: 1)
            #expect(transcript.status == 0 && transcript.standardError == "", "\(transcript)")
        }
        try end(terminal, "rollback")
        #expect(waiting.finish().standardOutput == "3  Ant\n")
    }

    @Test func `a change that may not wait is an error, and a script stops there`() throws {
        try scarybug.run("config", "wait=0")
        let terminal = try sessionInGroup()
        let transcript = try scarybug.run(input: "count\nnew Ant\nnew Bee\n")
        #expect(transcript.standardOutput == "2\n" && transcript.status == 1)
        #expect(transcript.standardError.contains("stdin:2: process "))
        #expect(transcript.standardError.hasSuffix("; the script stops here\n"))
        #expect(transcript.standardError.split(separator: "\n").count == 1)
        try end(terminal, "commit")
        #expect(try scarybug.run("new", "Ant").gave("3  Ant\n"))
    }

    @Test func `a killed session's group is rolled back by the next command`() throws {
        let session = try scarybug.start("-f", "-")
        try session.type("begin\nset 1 rating=3\nnew Ant\ncount\n")
        // 'count' reads what the group has changed, so that is on the disk.
        while try scarybug.run("count").standardOutput != "3\n" { usleep(1_000) }
        session.send(signal: SIGKILL)
        _ = session.finish()
        #expect(try scarybug.run("list").gave("1  Weta\n2  Moth\n"))
        #expect(try scarybug.run("check").status == 0)
        #expect(try scarybug.run("--json", "history").lines.count == 1)
    }

    @Test func `a script that waits for input lets others in`() throws {
        let script = try scarybug.start()
        try script.type("new Ant\n")
        #expect(try script.readLine() == "3  Ant")
        #expect(try scarybug.run("set", "3", "rating=3", within: 1).gave("3  Ant\n"))
        // The script then reads and changes the present document.
        let transcript = script.finish(giving: Array("set 3 tags=red\nlist 3\nundo\n".utf8))
        #expect(
            transcript.standardOutput.hasPrefix("3  Ant\n3  Ant\n3  Ant  3  red\nundid "),
            "\(transcript)")
        #expect(try scarybug.run("list", "3").gave("3  Ant  3\n"))
    }
}
