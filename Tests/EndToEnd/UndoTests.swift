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
        #expect(try scarybug.run("redo", "1", "2").lines.last == "restored 1  Weta")
        #expect(try scarybug.run("list").gave("1  Weta  3\n"))
    }

    @Test func `steps are undone by their numbers, whatever came later`() throws {
        try scarybug.run("new", "Weta")
        try scarybug.run("new", "Moth")
        for line in ["set 1 rating=2", "set 2 rating=3", "set 1 tags=wet", "delete 2"] {
            try scarybug.run(line.split(separator: " ").map(String.init))
        }
        #expect(
            try scarybug.run("undo", "4").gave(
                error: """
                    scarybug: step 4 changed 2  Moth, which step 6 (delete 2) changed later; \
                    nothing was changed; 'undo 4 6' takes both back

                    """, status: 1))
        #expect(
            try scarybug.run("undo", "4", "6").gave(
                "undid 6  delete 2\nundid 4  set 2 rating=3\nrestored 2  Moth\n"))
        #expect(try scarybug.run("list").gave("1  Weta  2  wet\n2  Moth\n"))
        // A later change ends no redo.
        try scarybug.run("new", "Ant")
        #expect(
            try scarybug.run("redo", "4").gave("redid 4  set 2 rating=3\nchanged again 2  Moth\n"))
        #expect(try scarybug.run("undo", "3-5").status == 0)
        #expect(try scarybug.run("list").gave("1  Weta\n2  Moth\n3  Ant\n"))
        #expect(
            try scarybug.run("redo").gave(
                """
                redid 3  set 1 rating=2
                redid 4  set 2 rating=3
                redid 5  set 1 tags=wet
                changed again 1  Weta
                changed again 2  Moth

                """))
        #expect(try scarybug.run("redo").gave("redid 6  delete 2\nremoved 2  Moth\n"))
        for (words, message) in [
            (["redo"], "there is nothing to redo; 'history' lists the steps"),
            (["redo", "6"], "step 6 is not undone; 'history' lists the steps"),
            (["undo", "9"], "the history has no step 9; 'history' lists the steps"),
        ] {
            let transcript = try scarybug.run(words)
            #expect(transcript.gave(error: "scarybug: \(message)\n", status: 1), "\(transcript)")
        }
    }

    @Test func `the history of documents, deleted ones too`() throws {
        try scarybug.run("new", "Weta")
        try scarybug.run("new", "Moth")
        try scarybug.run("set", "1", "rating=2")
        try scarybug.run("delete", "1")
        let steps = try scarybug.run("--json", "history", "--of", "1").lines
        #expect(steps.map { $0.prefix(10) } == [#"{"step":4,"#, #"{"step":3,"#, #"{"step":1,"#])
        #expect(
            try scarybug.run("--csv", "history", "3").gave(
                """
                step,time,command,documents,changes,undone,number,kind,field,before,after
                3,2026-01-01T00:00:00Z,set 1 rating=2,1,1,no,,,,,
                ,,,,,,1,bug,rating,0,2

                """))
        #expect(
            try scarybug.run("history", "4").lines == [
                "4  2026-01-01T00:00:00+00:00  1  1 change  delete 1", "deleted 1  Weta",
            ])
        for number in 5...24 { try scarybug.run("set", "2", "notes=\(number)") }
        #expect(try scarybug.run("history").lines.last?.hasPrefix("20 of 24 steps; ") == true)
        #expect(try scarybug.run("history", "--all").lines.count == 25)
    }

    @Test func `a running script may lose its history, and goes on`() throws {
        let script = try scarybug.start()
        try script.type("new Weta\n")
        _ = try script.readLine()
        #expect(try scarybug.run("history", "forget").status == 0)
        #expect(script.finish(giving: Array("new Moth\n".utf8)).gave("1  Weta\n2  Moth\n"))
        #expect(try scarybug.run("undo").gave("undid 1  stdin (1 line)\nremoved 2  Moth\n"))
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }
}
