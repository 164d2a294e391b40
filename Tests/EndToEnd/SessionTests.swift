import Glibc
import TestSupport
import Testing

/// The real program at a real terminal.
@Suite struct SessionTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    private func end(_ terminal: PseudoTerminal) throws {
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
        #expect(terminal.isInLineMode)
    }

    @Test func `results can go elsewhere while the line is edited at the terminal`() throws {
        var shell = try Program(executable: "/bin/sh")
        shell.environment["SCARYBUG_USER"] = "alice"
        let terminal = try PseudoTerminal(shell, "-c", "\(scarybug.executable) > results; exit 7")
        try terminal.expect("alice> ")
        try terminal.type("new Beex\u{7F}\r")
        try terminal.expect("alice> ")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 7)
        #expect(terminal.isInLineMode)
        #expect(try shell.directory.text(of: "work/results") == "1  Bee\n")
    }

    @Test(arguments: [[], ["--quiet"]])
    func `whoever has opened a session has an inbox`(options: [String]) throws {
        try scarybug.run("new", "Bee")
        try scarybug.run("--user", "bob", "count")
        #expect(try scarybug.run("send", "1", "bob").status == 1)
        let terminal = try PseudoTerminal(scarybug, ["--user", "bob"] + options)
        try terminal.expect("bob> ")
        try end(terminal)
        #expect(try scarybug.run("send", "1", "bob").gave("sent 1  Bee to bob\n"))
        #expect(try scarybug.run("--user", "bob", "inbox").lines.count == 1)
        try scarybug.run("login", "carol")
        #expect(scarybug.directory.exists("records/inboxes/carol/new"))
    }

    @Test func `the line is edited, in any script`() throws {
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        // Presses Home, moves forward a word, deletes backward, and types characters of two and
        // four bytes.
        try terminal.type("xxx 'Käfr 🐞'\u{1}\u{1B}f\u{17}new")
        try terminal.type("\u{5}\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[De\u{5} rating=4\r")
        try terminal.expect("1  ")
        try terminal.expect("alice> ")
        try end(terminal)
        #expect(try scarybug.run("list").gave("1  Käfer 🐞  4\n"))
    }

    @Test(arguments: [80, 40]) func `a line of several rows is edited`(columns: Int) throws {
        let terminal = try PseudoTerminal(scarybug, "--quiet", columns: columns)
        try terminal.expect("alice> ")
        let rest = "ll mm nn oo pp qq rr ss tt uu vv ww xx yy zz ab cd ef'"
        try terminal.type("new 'aa bb cc dd ee ff gg hh ii jj kk \(rest)")
        try terminal.expect("ef'")
        try terminal.type("\u{1}\u{1B}f\u{1B}[C\u{1B}[C\u{1B}[CXXX")
        try terminal.type("\r")
        try terminal.expect("1  aXXXa bb")
        try end(terminal)
    }

    @Test func `Tab completes commands, fields and paths`() throws {
        try scarybug.directory.write("lst\n", to: "work/some script.bugs")
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("new x rat\t3\r")
        try terminal.expect("1  x")
        try terminal.type("sou\tsome\t\r")
        try terminal.expect("some script.bugs:1: there is no command 'lst'")
        try terminal.expect("alice> ")
        try terminal.type("ex\t\t")
        try terminal.expect("exit")
        try terminal.expect("export")
        try terminal.type("\u{15}")
        try end(terminal)
        #expect(try scarybug.run("list").gave("1  x  3\n"))
    }

    @Test func `the history lasts across sessions, for each user`() throws {
        try scarybug.run("login", "alice")
        let first = try PseudoTerminal(scarybug)
        try first.expect("alice> ")
        try first.type("new 'Potato Bug'\r")
        try first.expect("1  Potato Bug")
        try first.expect("alice> ")
        first.send(SIGKILL)
        _ = try first.finish()

        let second = try PseudoTerminal(scarybug)
        try second.expect("alice> ")
        try second.type("\u{1B}[A\r")
        try second.expect("2  Potato Bug")
        try second.type("login bob\r")
        try second.expect("[y/N] ")
        try second.type("y\r")
        try second.expect("bob> ")
        try second.type("\u{1B}[A\r")
        try second.expect("bob> ")
        try second.type("list\r")
        try second.expect("bob> ")
        try end(second)
        #expect(try scarybug.run("list").gave("1  Potato Bug\n2  Potato Bug\n"))
        #expect(try scarybug.run("--user", "bob", "list").gave())
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

    @Test func `Ctrl-C drops the line, not the session`() throws {
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("new 'not this'\u{3}")
        try terminal.expect("alice> ")
        try terminal.type("new \\\r")
        try terminal.expect("...> ")
        try terminal.type("'nor this'\u{3}")
        try terminal.expect("alice> ")
        try terminal.type("new this\r")
        try terminal.expect("1  this")
        try terminal.expect("alice> ")
        try end(terminal)
        #expect(try scarybug.run("list").gave("1  this\n"))
    }

    @Test func `a table is cut to the window, and its text cannot command the terminal`() throws {
        try scarybug.run("new", "a\u{1B}]0;title\u{7}" + String(repeating: "x", count: 200))
        let terminal = try PseudoTerminal(scarybug, columns: 40)
        try terminal.expect("alice> ")
        try terminal.type("list\r")
        let shown = try terminal.expect("…")
        #expect(shown.contains("1  a\\u{1B}]0;title\\u{7}xxx"))
        try terminal.expect("alice> ")
        try end(terminal)
    }

    @Test func `vi's keys, if the user selects them`() throws {
        try scarybug.directory.write("bind -v\n", to: "home/.editrc")
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("nex bug\u{1B}0llrw\r")
        try terminal.expect("1  bug")
        try terminal.expect("alice> ")
        try end(terminal)
    }

    @Test func `a pipe in the place of the user's keys is not waited for`() throws {
        try #require(mkfifo(scarybug.directory.path("home/.editrc"), 0o600) == 0)
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try end(terminal)
    }
}
