import TestSupport
import Testing

/// The confirmation before many documents are changed, at a real terminal.
@Suite struct ConfirmationTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    private func make(_ titles: [String]) throws {
        try scarybug.run(input: titles.map { "new '\($0)'\n" }.joined())
    }

    private func count() throws -> String { try scarybug.run("count").standardOutput }

    private static let insects = ["Bullet Ant", "Ladybird", "Stag Beetle", "Wasp"]
    private static let question =
        "delete 4 documents (1 Bullet Ant; 2 Ladybird; 3 Stag Beetle; ...)? [y/N] "
    private static let refusal =
        "scarybug: nothing was changed\r\n"

    // MARK: In a session

    /// A session that has asked whether to delete the four insects.
    private func sessionThatAsks() throws -> PseudoTerminal {
        try make(Self.insects)
        let terminal = try PseudoTerminal(scarybug, columns: 120)
        try terminal.expect("alice> ")
        try terminal.type("delete all\r")
        try terminal.expect(Self.question)
        return terminal
    }

    @Test(arguments: ["y\r"])
    func `a session deletes after a yes`(answer: String) throws {
        let terminal = try sessionThatAsks()
        try terminal.type(answer)
        try terminal.expect("deleted 4  Wasp")
        try terminal.expect("alice> ")
        // The answer isn't in the history.
        try terminal.type("\u{1B}[A\r")
        try terminal.expect("there are no documents; 'new TITLE' makes one")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
        #expect(try count() == "0\n")
    }

    @Test(arguments: [
        ("y\r", "the history was removed"), ("n\r", "scarybug: nothing was changed\r\n"),
    ])
    func `a session asks before it forgets the history`(answer: String, result: String) throws {
        try make(Self.insects)
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("history forget\r")
        try terminal.expect("forget the history, so that nothing done so far can be undone? [y/N] ")
        try terminal.type(answer)
        try terminal.expect(result)
        try terminal.expect("alice> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
    }

    @Test func `undo and redo ask before several steps, and name them`() throws {
        try scarybug.run("new", "Ant")
        try scarybug.run("set", "1", "rating=2")
        let terminal = try PseudoTerminal(scarybug, columns: 120)
        try terminal.expect("alice> ")
        let undo = "undo 2 steps (2 set 1 rating=2; 1 new Ant)? [y/N] "
        for (line, question, answer, result) in [
            ("undo 1-2", undo, "\r", Self.refusal), ("undo 1-2", undo, "y\r", "undid 1  new Ant"),
            (
                "redo 1 2", "redo 2 steps (1 new Ant; 2 set 1 rating=2)? [y/N] ", "y\r",
                "redid 2  set 1 rating=2"
            ),
        ] {
            try terminal.type(line + "\r")
            try terminal.expect(question)
            try terminal.type(answer)
            try terminal.expect(result)
            try terminal.expect("alice> ")
        }
        for line in ["undo 1 2 --yes", "redo --yes"] {
            try terminal.type(line + "\r")
            try terminal.expect(line == "redo --yes" ? "redid 2" : "undid 1  new Ant")
            try terminal.expect("alice> ")
        }
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("list").gave("1  Ant  2\n"))
    }

    @Test func `undo asks before a step with many documents`() throws {
        try make((1...21).map(String.init))
        let terminal = try PseudoTerminal(scarybug, "undo", columns: 120)
        try terminal.expect("undo a step of 21 documents (1 stdin (21 lines))? [y/N] ")
        try terminal.type("n\r")
        try terminal.expect(Self.refusal)
        #expect(try terminal.finish() == 1)
        #expect(try scarybug.run("undo").lines.first == "undid 1  stdin (21 lines)")
        #expect(try count() == "0\n")
    }

    // Return, another word, Ctrl-C, Ctrl-D.
    @Test(arguments: ["\r", "n\r", "\u{3}", "\u{4}"])
    func `a session takes every other answer as no`(answer: String) throws {
        let terminal = try sessionThatAsks()
        try terminal.type(answer)
        // The message is not on the question's line.
        try terminal.expect("\n")
        try terminal.expect(Self.refusal)
        try terminal.expect("alice> ")
        try terminal.type("whoami\r")
        try terminal.expect("alice\r\n")
        try terminal.expect("alice> ")
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
        #expect(try count() == "4\n")
    }

    @Test func `a title cannot command the terminal, or fill it`() throws {
        let title = "a\u{1B}]0;title\u{7}" + String(repeating: "x", count: 200)
        try scarybug.run("new", title)
        try scarybug.run("new", "\u{1}")
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("delete all\r")
        try terminal.expect(
            "delete 2 documents (1 a\\u{1B}]0;title\\u{7}xxx…; 2 \\u{1})? [y/N] ")
        try terminal.type("\r")
        try terminal.expect("alice> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
    }

    @Test func `a dumb terminal is enough`() throws {
        try make(Self.insects)
        let terminal = try PseudoTerminal(scarybug, kind: "dumb")
        try terminal.expect("alice> ")
        for (answer, result) in [("\u{3}", Self.refusal), ("y\r", "deleted 4  Wasp")] {
            try terminal.type("delete all\r")
            try terminal.expect(Self.question)
            try terminal.type(answer)
            try terminal.expect(result)
            try terminal.expect("alice> ")
        }
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
    }

    // MARK: A single command

    @Test func `a single command at a terminal asks`() throws {
        try make(Self.insects)
        let terminal = try PseudoTerminal(scarybug, "delete", "1-4")
        try terminal.expect(Self.question)
        try terminal.type("y\r")
        try terminal.expect("deleted 4  Wasp")
        #expect(try terminal.finish() == 0)
        #expect(try count() == "0\n")
    }

    @Test func `Ctrl-C at a question of a single command ends it with 130`() throws {
        try make(Self.insects)
        for (words, question) in [
            (["delete", "all"], Self.question),
            (
                ["history", "forget"],
                "forget the history, so that nothing done so far can be undone? [y/N] "
            ),
        ] {
            let terminal = try PseudoTerminal(scarybug, words, columns: 120)
            try terminal.expect(question)
            try terminal.type("\u{3}")
            try terminal.expect("\nscarybug: interrupted; nothing was changed\r\n")
            #expect(try terminal.finish() == 130)
        }
        #expect(try count() == "4\n")
    }

    @Test(arguments: ["\r", "no\r", "\u{4}"])
    func `a single command takes every answer but yes as no`(answer: String) throws {
        try make(Self.insects)
        let terminal = try PseudoTerminal(scarybug, "delete", "all")
        try terminal.expect(Self.question)
        try terminal.type(answer)
        try terminal.expect("\n" + Self.refusal)
        #expect(try terminal.finish() == 1)
        #expect(try count() == "4\n")
    }

    @Test(arguments: [
        "\"$SCARYBUG\" delete all < /dev/null", "\"$SCARYBUG\" delete all 2> talk",
        "\"$SCARYBUG\" -c 'delete all'", "echo delete all | \"$SCARYBUG\"",
    ])
    func `nothing asks where nobody can see and answer, or in a script`(line: String) throws {
        try make(Self.insects)
        var shell = try Program(executable: "/bin/sh")
        shell.environment = scarybug.environment
        shell.environment["SCARYBUG"] = scarybug.executable
        shell.workingDirectory = scarybug.workingDirectory
        let terminal = try PseudoTerminal(shell, "-c", line)
        try terminal.expect("deleted 4  Wasp")
        #expect(try terminal.finish() == 0)
        #expect(!terminal.seen.contains("[y/N]"))
        #expect(try count() == "0\n")
    }
}
