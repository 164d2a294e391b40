import Foundation
import TestSupport
import Testing

/// Several real processes in one workspace.
@Suite struct ConcurrencyTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    /// Locks the workspace like another program, whose command began on 2026-01-01.
    private func lockWorkspace() throws -> CInt {
        let path = scarybug.directory.path("records/users/alice/Lock")
        let held = open(path, O_RDONLY | O_DIRECTORY)
        try #require(flock(held, LOCK_EX) == 0)
        try scarybug.directory.write(
            "\(getpid())\n1767269010\nimport \u{1B}[2J", to: "records/users/alice/Lock/holder")
        return held
    }

    private let holder =
        "held alice's workspace since 2026-01-01 12:03 ('import \\u{1B}[2J')"

    @Test func `exports of a document go on while versions of it come in`() throws {
        var program = scarybug
        program.environment["SCARYBUG"] = program.executable
        let transcript = try program.shell(
            #"""
            "$SCARYBUG" new Ant >/dev/null
            "$SCARYBUG" --quiet export 1 ant.scarybug >/dev/null 2>&1
            "$SCARYBUG" --user bob import ant.scarybug >/dev/null 2>&1
            for n in 1 2 3 4 5 6; do
                "$SCARYBUG" --user bob set 1 notes=$n tags+=t$n >/dev/null
                "$SCARYBUG" --user bob export 1 $n.scarybug >/dev/null 2>&1
            done
            for process in a b c d; do
                for n in 1 2 3 4 5 6; do
                    "$SCARYBUG" export 1 $process.scarybug --force --to $process >/dev/null
                done &
            done
            for n in 1 2 3 4 5 6; do "$SCARYBUG" import $n.scarybug --update >/dev/null; done
            wait
            for process in a b c d; do "$SCARYBUG" count sent:$process; done
            "$SCARYBUG" list
            "$SCARYBUG" count notes:6
            "$SCARYBUG" check
            """#)
        let errors = transcript.standardError.split(separator: "\n")
        #expect(errors.allSatisfy { $0.contains("waiting for process") }, "\(transcript)")
        #expect(
            transcript.standardOutput
                == "1\n1\n1\n1\n1  Ant    t1, t2, t3, t4, t5, t6\n1\n1 document checked\n",
            "\(transcript)")
    }

    // Takes three seconds, since a wait is reported after two.
    @Test func `a lock that cannot be had is reported with its holder`() throws {
        try scarybug.run("-c", "new Ant", "-c", "config wait=3")
        let held = try lockWorkspace()
        defer { close(held) }
        let running = try [
            ["new", "Wasp"], ["set", "1", "rating=3"], ["delete", "1"], ["config", "kind=book"],
        ].map { try scarybug.start($0) }
        for command in running {
            let transcript = command.finish()
            #expect(
                transcript.gave(
                    error: "scarybug: waiting for process \(getpid()), which has \(holder)\n"
                        + "scarybug: process \(getpid()) has \(holder); try again when it has "
                        + "ended, or 'config wait=SECONDS' waits longer\n", status: 1),
                "\(transcript)")
        }
        #expect(try scarybug.run("export", "1", "ant.scarybug").status == 0)
        flock(held, LOCK_UN)
        #expect(try scarybug.run("list").gave("1  Ant\n"))
        // The record of a program that has ended stays until the next change.
        #expect(try scarybug.run("check").status == 0)
        try scarybug.run("new", "Wasp")
        #expect(!scarybug.directory.exists("records/users/alice/Lock/holder"))
    }

    @Test func `a script that the lock refuses stops`() throws {
        try scarybug.run("-c", "new Ant", "-c", "config wait=0")
        let held = try lockWorkspace()
        defer { close(held) }
        try scarybug.directory.write("show 1\nnew Wasp\nnew Bee\n", to: "work/a.bugs")
        for options in [["-f", "a.bugs"], ["-c", "source a.bugs", "-c", "new Bee"]] {
            let transcript = try scarybug.run(options)
            #expect(transcript.status == 1)
            #expect(
                transcript.standardError
                    == "scarybug: a.bugs:2: process \(getpid()) has \(holder); try again when it "
                    + "has ended, or 'config wait=SECONDS' waits longer; the script stops here\n",
                "\(transcript)")
        }
    }

    // Takes two seconds, after which a wait is reported.
    @Test func `at a terminal, Ctrl-C ends the wait for a lock`() throws {
        try scarybug.run("-c", "new Ant", "-c", "config wait=0")
        let held = try lockWorkspace()
        defer { close(held) }
        let terminal = try PseudoTerminal(scarybug, "--quiet", columns: 120)
        try terminal.expect("alice> ")
        try terminal.type("new Wasp\r")
        try terminal.expect("waiting for process \(getpid()), which has \(holder)\r\n")
        try terminal.type("\u{3}")
        try terminal.expect("interrupted")
        try terminal.expect("alice> ")
        flock(held, LOCK_UN)
        try terminal.type("new Bee\r")
        try terminal.expect("2  Bee\r\n")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
    }

    @Test func `a session that waits for its reader keeps nobody from changing documents`() throws {
        let title = String(repeating: "x", count: 4_000)
        let lines = (1...60).map { "new '\($0) \(title)'\n" }.joined()
        let script = try scarybug.directory.write(lines, to: "work/long.bugs")
        let writer = try scarybug.start(["-f", script])
        // Nobody reads its results, so the pipe is full some time.
        while try !String(contentsOfFile: "/proc/\(writer.identifier)/wchan", encoding: .utf8)
            .contains("pipe_write")
        { usleep(1_000) }
        #expect(try scarybug.run("set", "1", "rating=4", within: 1).status == 0)
        #expect(writer.finish().lines.count == 60)
    }

    // MARK: Groups

    /// A session that has begun a group and changed a document.
    private func sessionInGroup() throws -> PseudoTerminal {
        try scarybug.run("-c", "new Weta", "-c", "new Moth")
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
            #expect(transcript.gave(transcript.standardOutput), "\(transcript)")
        }
        try end(terminal, "rollback")
        #expect(waiting.finish().standardOutput == "3  Ant\n")
    }

    @Test func `records that several sessions import at once come in once`() throws {
        let rows = (1...200).map { "u:\($0),Apis,\($0)\n" }.joined()
        try scarybug.directory.write(
            Array("occurrenceID,scientificName,locality\n\(rows)".utf8), to: "work/t.csv")
        for (user, option) in [("nina", "--only-new"), ("omar", "--update")] {
            let command = ["--user", user, "import", "t.csv", option]
            let sessions = try (1...4).map { _ in try scarybug.start(command) }
            for session in sessions { #expect(session.finish().status == 0) }
            #expect(try scarybug.run(["--user", user, "count"]).standardOutput == "200\n")
        }
    }
}
