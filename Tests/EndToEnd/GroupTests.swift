import TestSupport
import Testing

/// `begin` to `commit`, typed at a terminal.
@Suite struct GroupTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test func `a session tells what became of a group, and its prompt shows one`() throws {
        let terminal = try PseudoTerminal(scarybug, kind: "dumb")
        let shown = try terminal.shown(
            typing: [
                "alice> begin", "alice*> new Weta", "alice*> open 1", "alice/1*> set rating=3",
                "alice/1*> commit", "alice/1> begin", "alice/1*> commit", "alice/1> begin",
                "alice/1*> delete", "alice*> rollback", "alice> count",
            ])
        #expect(
            shown.drop { $0 != ">" } == """
                > begin
                begun; 'commit' keeps the changes, 'rollback' undoes them
                alice*> new Weta
                1  Weta
                alice*> open 1
                1  Weta
                alice/1*> set rating=3
                1  Weta
                alice/1*> commit
                committed 2 changes
                alice/1> begin
                begun; 'commit' keeps the changes, 'rollback' undoes them
                alice/1*> commit
                committed no changes
                alice/1> begin
                begun; 'commit' keeps the changes, 'rollback' undoes them
                alice/1*> delete
                deleted 1  Weta
                alice*> rollback
                rolled back 1 change
                alice> count
                1

                """)
    }

    @Test func `in a session results are shown, and a failed line leaves the group open`() throws {
        let terminal = try PseudoTerminal(scarybug)
        for line in ["begin", "new Weta", "set 9 rating=1", "new Moth", "commit", "list", "quit"] {
            try terminal.expect("> ")
            try terminal.type(line + "\r")
        }
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("list").gave("1  Weta\n2  Moth\n"))
        #expect(try scarybug.run("undo").lines.suffix(2) == ["removed 1  Weta", "removed 2  Moth"])
    }

    /// A session with a group that has deleted the only document.
    private func sessionInGroup() throws -> PseudoTerminal {
        try scarybug.run("new", "Weta")
        let terminal = try PseudoTerminal(scarybug, columns: 100)
        for line in ["begin", "delete 1"] {
            try terminal.expect("> ")
            try terminal.type(line + "\r")
        }
        return terminal
    }

    private static let question = "the group has 1 change; drop it? [y/N] "

    @Test(arguments: ["quit\r", "\u{4}"])
    func `a session that ends in a group asks, and rolls it back`(end: String) throws {
        let terminal = try sessionInGroup()
        for (answer, result) in [
            ("n\r", "the group is still open; 'commit' keeps its changes"),
            ("y\r", "rolled back 1 change"),
        ] {
            try terminal.expect("alice*> ")
            try terminal.type("count\r")
            try terminal.expect("alice*> ")
            try terminal.type(end)
            try terminal.expect(Self.question)
            try terminal.type(answer)
            try terminal.expect(result)
        }
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }

    /// A terminal that is gone gives nothing but ends.
    @Test func `Ctrl-D instead of an answer, and once more, ends a session in a group`() throws {
        let terminal = try sessionInGroup()
        for text in ["alice*> ", Self.question, "alice*> "] {
            try terminal.expect(text)
            try terminal.type("\u{4}")
        }
        #expect(try terminal.finish() == 0)
        #expect(terminal.seen.contains("rolled back"))
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }

    @Test func `a group without changes ends without a question`() throws {
        let terminal = try PseudoTerminal(scarybug)
        for line in ["begin", "quit"] {
            try terminal.expect("> ")
            try terminal.type(line + "\r")
        }
        #expect(try terminal.finish() == 0)
        #expect(!terminal.seen.contains("[y/N]"))
    }

    @Test func `--atomic is refused in a session`() throws {
        let terminal = try PseudoTerminal(scarybug, "--atomic")
        #expect(try terminal.finish() == 2)
    }
}
