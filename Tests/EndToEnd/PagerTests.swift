import TestSupport
import Testing

/// Results that are longer than a real terminal's screen.
@Suite struct PagerTests {
    private var scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run(input: (1...30).map { "new 'Moth \($0)'\n" }.joined())
    }

    private func session(pager: String?) throws -> PseudoTerminal {
        var program = scarybug
        program.environment["SCARYBUG_PAGER"] = pager
        let terminal = try PseudoTerminal(program)
        try terminal.expect("alice> ")
        return terminal
    }

    private func finish(_ terminal: PseudoTerminal) throws {
        try terminal.expect("alice> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
    }

    @Test func `a longer list goes through the pager, a shorter one does not`() throws {
        let terminal = try session(pager: "sed 's/^/| /'")
        try terminal.type("list\r")
        try terminal.expect("|  1  Moth 1\r\n")
        try terminal.expect("| 30  Moth 30\r\n")
        try terminal.expect("alice> ")
        try terminal.type("list 1-22\r")
        #expect(try !terminal.expect("22  Moth 22\r\n").contains("|"))
        try finish(terminal)
    }

    @Test func `a list of wide characters that fits is not paged`() throws {
        // 60 columns, and 90 bytes.
        let title = String(repeating: "甲虫", count: 15)
        try scarybug.run("set", "1-22", "title=\(title)", "rating=3.5")
        let terminal = try session(pager: "sed 's/^/| /'")
        try terminal.type("list 1-22\r")
        #expect(try !terminal.expect("22  \(title)").contains("|"))
        try finish(terminal)
    }

    @Test func `less shows a page, and q returns to the prompt`() throws {
        let terminal = try session(pager: nil)
        try terminal.type("list\r")
        #expect(try !terminal.expect(":").contains("Moth 30"))
        try terminal.type("q")
        try finish(terminal)
    }

    @Test func `messages wait for the pager, and keep their place without it`() throws {
        let file = "records/users/alice/Private Documents/2.scarybug/data.plist"
        try scarybug.directory.write("damaged", to: file)
        let terminal = try session(pager: "cat; echo END")
        try terminal.type("list\r")
        #expect(try !terminal.expect("30  Moth 30\r\nEND\r\n").contains("scarybug:"))
        try terminal.expect("scarybug: document 2")
        try terminal.expect("alice> ")
        try terminal.type("list 1-3\r")
        try terminal.expect("1  Moth 1\r\nscarybug: document 2")
        try terminal.expect("3  Moth 3\r\n")
        try finish(terminal)
    }

    @Test func `a pager that exits early stops nothing`() throws {
        let terminal = try session(pager: "head -n 1")
        try terminal.type("set all rating=3 --yes\r")
        try terminal.expect("1  Moth 1\r\n")
        try finish(terminal)
        #expect(try scarybug.run("count", "rating:3").standardOutput == "30\n")
    }

    @Test func `without the pager's program everything is printed`() throws {
        let terminal = try session(pager: "no-such-pager --fast")
        try terminal.type("list\r")
        try terminal.expect("30  Moth 30\r\n")
        try terminal.expect(
            "scarybug: warning: the pager 'no-such-pager --fast' cannot be run; set PAGER, or\r\n"
                + "    turn it off by 'config pager=off'\r\n")
        try finish(terminal)
    }

    @Test(arguments: [["list"], ["-c", "list"]])
    func `a single command is paged, a script is not`(words: [String]) throws {
        var program = scarybug
        program.environment["SCARYBUG_PAGER"] = "sed 's/^/| /'"
        let terminal = try PseudoTerminal(program, words)
        let shown = try terminal.expect("30  Moth 30\r\n")
        #expect(shown.contains("|  1  Moth 1\r\n") == (words == ["list"]))
        #expect(try terminal.finish() == 0)
    }

    @Test(arguments: ["off", "dumb"])
    func `the preference and a dumb terminal turn it off`(reason: String) throws {
        var program = scarybug
        program.environment["PAGER"] = "sed 's/^/| /'"
        if reason == "off" { try program.run("config", "pager=off") }
        let terminal = try PseudoTerminal(
            program, ["list"], kind: reason == "off" ? "xterm" : "dumb")
        #expect(try !terminal.expect("30  Moth 30\r\n").contains("|"))
        #expect(try terminal.finish() == 0)
    }
}
