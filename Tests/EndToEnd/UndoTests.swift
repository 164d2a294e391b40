import Glibc
import TestSupport
import Testing

/// `undo` after sessions and in scripts that run.
@Suite struct UndoTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test func `a session's lines are steps that outlive it`() throws {
        let terminal = try PseudoTerminal(scarybug)
        for line in ["new Weta", "set 1 rating=3", "undo", "open 1", "undo", "quit"] {
            try terminal.expect("> ")
            try terminal.type(line + "\r")
        }
        #expect(try terminal.finish() == 0)
        #expect(terminal.seen.contains("removed 1  Weta"))
        #expect(try scarybug.run("redo", "2").lines.last == "restored 1  Weta")
        #expect(try scarybug.run("list").gave("1  Weta  3\n"))
    }

    @Test func `a running script keeps the history, a killed one does not`() throws {
        let script = try scarybug.start()
        try script.type("new Weta\n")
        _ = try script.readLine()
        let refusal = try scarybug.run("history", "forget")
        #expect(refusal.status == 1 && refusal.standardError.contains("within a script"))
        script.send(signal: SIGKILL)
        _ = script.finish()
        #expect(try scarybug.run("history", "forget").status == 0)
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }
}
