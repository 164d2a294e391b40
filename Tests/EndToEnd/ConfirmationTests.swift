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

    @Test func `a session deletes after a yes`() throws {
        let terminal = try sessionThatAsks()
        try terminal.type("y\r")
        try terminal.expect("deleted 4  Wasp")
        try terminal.expect("alice> ")
        // The answer isn't in the history.
        try terminal.type("\u{1B}[A\r")
        try terminal.expect("there are no documents; 'new TITLE' makes one")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
        #expect(try count() == "0\n")
    }

    @Test func `a sync that is interrupted at its question remembers no folder`() throws {
        try make(["Ant"])
        try scarybug.run("config", "author=Alice")
        _ = try scarybug.shell("mkdir Share")
        let terminal = try PseudoTerminal(scarybug, "--quiet", columns: 200)
        try terminal.expect("alice> ")
        try terminal.type("sync Share\r")
        try terminal.expect("get where your finds are? [y/N] ")
        try terminal.type("\u{3}")
        try terminal.expect("nothing was changed; 'sync' asks again")
        try terminal.expect("alice> ")
        try terminal.type("\u{4}")
        _ = try terminal.finish()
        let chosen = try scarybug.run("config", "sync").standardOutput
        #expect(chosen.contains("default"), "\(chosen)")
    }

    @Test(arguments: ["\u{3}", "\u{4}"])
    func `a session takes Ctrl-C and Ctrl-D as no`(answer: String) throws {
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
        #expect(!terminal.seen.contains("\u{1B}"))
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

    @Test(arguments: ["\r", "\u{4}"])
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
