import TestSupport
import Testing

/// A walk through documents at a terminal.
@Suite struct WalkingTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run(input: "new Ant\nnew Bee\nnew Cicada\n")
    }

    @Test(arguments: ["xterm", "dumb"])
    func `Enter goes on, and the last line can be said of the next one`(kind: String) throws {
        let terminal = try PseudoTerminal(scarybug, "--quiet", kind: kind)
        let type = { (line: String, prompt: String) in
            try terminal.type(line)
            try terminal.expect(prompt)
        }
        try terminal.expect("alice> ")
        // Outside a walk, an empty line means nothing.
        try type("\r", "alice> ")
        try type("next\r", "alice/1> ")
        try type("tags+=oak\r", "alice/1> ")
        // Ctrl-C drops a line, and doesn't go on.
        try type("rating=1\u{3}", "alice/1> ")
        try type("\r", "alice/2> ")
        try type("tags+=elm\r", "alice/2> ")
        try type("undo\r", "alice/2> ")
        try type("\r", "alice/3> ")
        try type("tags+=elm\r", "alice/3> ")
        try type("\r", "alice> ")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
        #expect(
            try scarybug.run("--csv", "list", "--columns", "title,rating,tags").lines
                == ["title,rating,tags", "Ant,0,oak", "Bee,0,", "Cicada,0,elm"])
    }

    @Test func `Up and Enter say the same of the next one`() throws {
        let terminal = try PseudoTerminal(scarybug, "--quiet", kind: "xterm")
        try terminal.expect("alice> ")
        let lines = [
            ("next\r", "alice/1> "), ("tags+=oak\r", "alice/1> "), ("\r", "alice/2> "),
            ("\u{1B}[A\r", "alice/2> "), ("\r", "alice/3> "), ("\u{1B}OA\r", "alice/3> "),
        ]
        for (line, prompt) in lines {
            try terminal.type(line)
            try terminal.expect(prompt)
        }
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("count", "tag:oak").standardOutput == "3\n")
    }

    @Test func `the greeting tells the defaults of new documents`() throws {
        try scarybug.run("config", "new=observer=Nina tags+=2026")
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("new documents get observer=Nina tags+=2026; 'config new=' ends that")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
    }
}

/// The first lines of a session.
@Suite struct GreetingTests {
    @Test func `it tells the number of documents with conflicts`() throws {
        let scarybug = try Program(user: "alice")
        try scarybug.run("new", "Ant")
        try scarybug.run("export", "1", "a.scarybug")
        try scarybug.run("--user", "bob", "import", "a.scarybug")
        try scarybug.run("set", "1", "rating=1")
        try scarybug.run("export", "1", "b.scarybug")
        try scarybug.run("--user", "bob", "set", "1", "rating=2")
        try scarybug.run("--user", "bob", "import", "b.scarybug", "--update")
        let terminal = try PseudoTerminal(scarybug, "--user", "bob")
        try terminal.expect("1 document with conflicts; 'list has:conflict' lists them")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
    }
}

/// The photograph of a walk.
@Suite(.enabled(if: Tool.isExpected("vipsthumbnail") && Tool.isExpected("chafa")))
struct WalkDrawingTests {
    @Test func `a walk draws each photograph`() throws {
        var scarybug = try Program(user: "alice")
        scarybug.environment["TMUX"] = "x"
        _ = try scarybug.shell("vips black a.png 900 900 --bands 3")
        try scarybug.run(input: "new Ant image=a.png\nnew Bee image=a.png\n")
        let both = try PseudoTerminal(scarybug, "--quiet")
        try both.expect("alice> ")
        try both.type("next 1-2\r")
        try both.expect("\u{1B}[")
        try both.expect("1 of 2")
        try both.type("\r")
        try both.expect("\u{1B}[")
        try both.expect("2 of 2")
        try both.type("\u{4}")
        #expect(try both.finish() == 0)
    }
}
