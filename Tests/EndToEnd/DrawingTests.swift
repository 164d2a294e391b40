import Foundation
import TestSupport
import Testing

/// `show` draws the photograph at terminals of several kinds.
@Suite(.enabled(if: Tool.isExpected("vipsthumbnail") && Tool.isExpected("chafa")))
struct DrawingTests {
    private var scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        scarybug.environment["COLORTERM"] = "truecolor"
        _ = try scarybug.shell("vips black a.png 300 200 --bands 3")
        try scarybug.run("new", "Ant", "image=a.png")
    }

    private func show(
        kind: String = "xterm", _ variables: [String: String] = [:], answer: String? = nil
    ) throws -> String {
        var program = scarybug
        program.environment.merge(variables) { $1 }
        let terminal = try PseudoTerminal(program, "show", "1", kind: kind)
        if let answer {
            try terminal.expect("\u{1B}[c")
            try terminal.type(answer)
        }
        #expect(try terminal.finish() == 0)
        #expect(terminal.seen.contains("\r\n  kind        bug\r\n"))
        return terminal.seen
    }

    private static let question = "\u{1B}[c"
    private static let (sixel, kitty) = ("\u{1B}P", "\u{1B}_G")

    @Test(arguments: [
        ("\u{1B}[?63;1;2;4;6c", true), ("\u{1B}[?64;1;2;6c", false), ("\u{1B}[?4;1c", false),
        ("x\u{1B}[?62;22;4c", true),
    ])
    func `a terminal that says so gets sixels`(answer: String, hasSixels: Bool) throws {
        let seen = try show(answer: answer)
        #expect(seen.contains(Self.sixel) == hasSixels)
        #expect(seen.contains("38;2;0;0;0") != hasSixels)
    }

    @Test(arguments: [
        ["TMUX": "/tmp/tmux-0/default,1,0"], ["STY": "1.tty"],
        ["TMUX": "/tmp/x", "KITTY_WINDOW_ID": "1"],
    ])
    func `a multiplexer gets symbols, and no question`(variables: [String: String]) throws {
        let seen = try show(variables)
        #expect(!seen.contains(Self.question) && !seen.contains(Self.kitty))
        #expect(seen.contains("38;2;0;0;0"))
    }

    @Test(arguments: [
        (["KITTY_WINDOW_ID": "1"], "xterm", kitty), ([:], "xterm-kitty", kitty),
        (["TERM_PROGRAM": "iTerm.app"], "xterm", "\u{1B}]1337;File="),
        (["LC_TERMINAL": "iTerm2"], "xterm", "\u{1B}]1337;File="),
    ])
    func `a known terminal gets its own form`(
        variables: [String: String], kind: String, start: String
    ) throws {
        let seen = try show(kind: kind, variables)
        #expect(seen.contains(start) && !seen.contains(Self.question))
    }

    @Test func `a terminal with few colors gets few`() throws {
        let seen = try show(["TMUX": "x", "COLORTERM": "", "NO_COLOR": ""])
        #expect(seen.contains("38;5;") && !seen.contains("38;2;"))
    }

    @Test func `others get words only`() throws {
        #expect(try !show(kind: "dumb").contains("\u{1B}"))
        #expect(try !scarybug.run("show", "1").standardOutput.contains("\u{1B}"))
        try scarybug.run("new", "Wasp", "image=a.png")
        let both = try PseudoTerminal(scarybug, "show", "1-2")
        #expect(try both.finish() == 0)
        #expect(!both.seen.contains("\u{1B}[c") && !both.seen.contains(Self.sixel))
        try scarybug.run("config", "pictures=off")
        #expect(try !show(["KITTY_WINDOW_ID": "1"]).contains(Self.kitty))
    }

    @Test func `a late answer doesn't become keys, and keys before it stay`() throws {
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("show 1\r")
        try terminal.expect(Self.question)
        try terminal.type("who")
        try terminal.expect("  kind ")
        try terminal.expect("alice> ")
        try terminal.type("\u{1B}[?63;1;4cami\r")
        try terminal.expect("lalice\r\n")
        // The form is known now.
        try terminal.expect("alice> ")
        try terminal.type("show 1\r")
        #expect(try !terminal.expect("  kind ").contains(Self.question))
        try terminal.expect("alice> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
    }

    @Test func `a missing program is named once a session`() throws {
        var program = scarybug
        program.environment["PATH"] = try scarybug.directory.makeDirectory("programs")
        for name in ["setpriv", "vipsthumbnail"] {
            let path = try #require(Tool.path(of: name))
            _ = try scarybug.shell("ln -s \(path) ../programs/\(name)")
        }
        program.environment["KITTY_WINDOW_ID"] = "1"
        let terminal = try PseudoTerminal(program, columns: 200)
        for _ in 0..<2 {
            try terminal.expect("alice> ")
            try terminal.type("show 1\r")
        }
        try terminal.expect("alice> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
        let message = "chafa is missing; install the package chafa"
        #expect(terminal.seen.components(separatedBy: message).count == 2, "\(terminal.seen)")
    }

    @Test func `a picture that can't be drawn costs a sentence`() throws {
        try scarybug.directory.write(SamplePicture.jpeg(), to: "work/end.jpg")
        try scarybug.run("set", "1", "image=end.jpg")
        #expect(try show(["TMUX": "x"]).contains("the photograph of 1 is not shown: the picture"))
    }
}
