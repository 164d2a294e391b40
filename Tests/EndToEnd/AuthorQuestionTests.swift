import Foundation
import TestSupport
import Testing

/// The first bundle asks for the name that it carries, at a real terminal.
@Suite struct AuthorQuestionTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run("new", "Ant")
    }

    private static let question = "your name in bundles, which keep it for ever? [alice] "
    private static let commands = [
        ["export", "1", "a.scarybug"], ["export", "all", "a.zip"], ["send", "1", "bob"],
        ["sync", ".", "--all-fields"],
    ]

    private func author() throws -> String {
        try scarybug.run("--json", "config", "author").standardOutput
    }

    @Test(arguments: commands, [("Alice Berg", "Alice Berg"), ("", "alice")])
    func `the first one asks once, and keeps the answer`(
        command: [String], answer: (typed: String, kept: String)
    ) throws {
        try scarybug.run("--user", "bob", "new", "Bee")
        let terminal = try PseudoTerminal(scarybug, command)
        try terminal.expect(Self.question)
        try terminal.type(answer.typed + "\r")
        try terminal.expect("here as '\(answer.kept)'")
        #expect(try terminal.finish() == 0)
        #expect(try author().contains("\"value\":\"\(answer.kept)\""))
        let again = try PseudoTerminal(
            scarybug, command + (command[0] == "export" ? ["--force"] : []))
        #expect(try again.finish() == 0)
        #expect(!again.seen.contains("which keep it"))
        // The answer is a step of its own.
        #expect(try scarybug.run("history").standardOutput.contains("config author="))
    }

    @Test(arguments: commands, ["\u{4}", "\u{3}"])
    func `the end of the input leaves it undone`(command: [String], key: String) throws {
        try scarybug.run("--user", "bob", "new", "Bee")
        let terminal = try PseudoTerminal(scarybug, command)
        try terminal.expect(Self.question)
        try terminal.type(key)
        try terminal.expect(
            key == "\u{4}"
                ? "scarybug: nothing went out; 'config author=NAME' gives your name, too"
                : "scarybug: interrupted; nothing was changed")
        #expect(try terminal.finish() == (key == "\u{4}" ? 1 : 130))
        #expect(try author().contains("\"value\":\"\""))
        #expect(try scarybug.run("--user", "bob", "inbox").standardOutput == "")
        let place = scarybug.workingDirectory
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test func `a session asks, and Ctrl-C leaves the line undone`() throws {
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("export 1\r")
        try terminal.expect(Self.question)
        try terminal.type("\u{3}")
        try terminal.expect("nothing went out")
        try terminal.expect("alice> ")
        try terminal.type("export 1\r")
        try terminal.expect(Self.question)
        try terminal.type("Ali\r")
        try terminal.expect("exported 1 to Ant.scarybug")
        try terminal.expect("alice> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
    }

    @Test(arguments: [
        ["export", "1", "a.csv"], ["export", "1", "a.kml"],
        ["export", "1", "a/", "--format", "bug"],
        ["export", "1", "b.scarybug", "--bare"], ["gallery", "1", "a.html"], ["list"],
    ])
    func `what carries no name asks nothing`(command: [String]) throws {
        let terminal = try PseudoTerminal(scarybug, command)
        _ = try terminal.finish()
        #expect(!terminal.seen.contains("which keep it"))
    }

    @Test(arguments: [
        "\"$SCARYBUG\" export 1 < /dev/null", "\"$SCARYBUG\" export 1 - > a.scarybug",
        "\"$SCARYBUG\" -c 'export 1'", "\"$SCARYBUG\" config author=Ali; \"$SCARYBUG\" export 1",
        "echo export 1 | \"$SCARYBUG\" | cat; \"$SCARYBUG\" export 1 a.scarybug",
    ])
    func `nobody is asked in a script, with a name, or after a first bundle`(line: String) throws {
        var shell = try Program(executable: "/bin/sh")
        shell.environment = scarybug.environment
        shell.environment["SCARYBUG"] = scarybug.executable
        shell.workingDirectory = scarybug.workingDirectory
        let terminal = try PseudoTerminal(shell, "-c", line)
        #expect(try terminal.finish() == 0)
        #expect(!terminal.seen.contains("which keep it"))
    }

    @Test func `the account's full name is proposed to its own user`() throws {
        let account = try #require(getpwuid(getuid())).pointee
        let name = String(cString: account.pw_name)
        let full = String(cString: account.pw_gecos).prefix { $0 != "," }
        try scarybug.run("--user", name, "new", "Bee")
        var own = scarybug
        own.environment["LOGNAME"] = name
        let terminal = try PseudoTerminal(own, "--user", name, "export", "1")
        try terminal.expect("for ever? [\(full.isEmpty ? name[...] : full)] ")
        try terminal.type("\r")
        #expect(try terminal.finish() == 0)
    }
}
