import TestSupport
import Testing

/// The real program with pipes. `ScaryBugCommandsTests` has the rules of its commands.
@Suite struct ProgramTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test func `one command from the shell`() throws {
        #expect(try scarybug.run("new", "Potato Bug", "rating=4").gave("1  Potato Bug\n"))
        #expect(try scarybug.run("list").gave("1  Potato Bug  4\n"))
    }

    @Test func `a script on standard input`() throws {
        let script = "\u{FEFF}new 'Potato Bug' rating=4\r\n\r\n# a comment\r\nlist\r\n"
        #expect(try scarybug.run(input: script).gave("1  Potato Bug\n1  Potato Bug  4\n"))
    }

    @Test func `errors name the line, and the script goes on`() throws {
        let script = """
            new 'Potato Bug
            lst
            set 1 rating=4
            new a \\
              rating=9
            set 1 ratng=4
            new "a" rating=2
            list 7
            """
        let transcript = try scarybug.run(input: script)
        #expect(
            transcript.gave(
                "1  a\n",
                error: """
                    scarybug: stdin:1: column 5: the quote ' is not closed; only "…" may span lines in a script
                    scarybug: stdin:2: there is no command 'lst'; the nearest is 'list'
                    scarybug: stdin:3: there is no document 1; 'list' shows all documents
                    scarybug: stdin:4: the rating '9' is not a number from 0 to 5
                    scarybug: stdin:6: there is no document 1; 'list' shows all documents
                    scarybug: stdin:8: there is no document 7; 'list' shows all documents

                    """, status: 1))
    }
}
