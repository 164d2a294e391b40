import TestSupport
import Testing

/// Typing in the real program, at a terminal of the usual size and at a narrow one.
@Suite struct TypingTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    private static let widths = [80, 40]

    /// A session with documents, a custom field and a saved query.
    private func catalogue(columns: Int) throws -> PseudoTerminal {
        try scarybug.run(
            input: """
                new 'Stag Beetle' rating=4 tags='dead wood' place='Old Mill'
                new "a\u{1B}]0;title\u{7}"
                new Emma --kind book 'author=Jane Austen'
                field add hue text
                query add scary rating:4

                """)
        return try session(columns: columns)
    }

    private func session(_ arguments: String..., columns: Int = 80) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(scarybug, arguments, columns: columns)
        try terminal.expect("alice> ")
        return terminal
    }

    private func end(_ terminal: PseudoTerminal) throws {
        try terminal.type("\u{4}")
        #expect(try terminal.finish() == 0)
        #expect(terminal.isInLineMode)
    }

    // MARK: Completion

    @Test(arguments: widths) func `Tab shows documents with their titles`(columns: Int) throws {
        let terminal = try catalogue(columns: columns)
        try terminal.type("open \t")
        for label in ["1  Stag Beetle", "2  a\\u{1B}]0;title\\u{7}", "3  Emma", "alice> open "] {
            try terminal.expect(label)
        }
        try terminal.type("\u{15}")
        try terminal.type("show 3\t\r")
        try terminal.expect("Jane Austen")
        try end(terminal)
    }

    // MARK: History

    @Test(arguments: widths) func `the history begins with the first line`(columns: Int) throws {
        let first = try session(columns: columns)
        try first.type("whoami\r")
        try first.expect("alice\r\n")
        try first.expect("alice> ")
        try end(first)
        #expect(try scarybug.run("users").gave())

        let second = try session(columns: columns)
        try second.type("\u{1B}[A\r")
        try second.expect("alice\r\n")
        try second.type("new Ant\r")
        try second.expect("1  Ant")
        try second.expect("alice> ")
        try second.type("\u{1B}[A\u{1B}[A\r")
        try second.expect("alice\r\n")
        try second.expect("alice> ")
        try end(second)

        let third = try session(columns: columns)
        try third.type("\u{12}who")
        try third.expect("whoami")
        try third.type("\r")
        try third.expect("alice\r\n")
        try third.expect("alice> ")
        try third.type("\u{12}new\r")
        try third.expect("2  Ant")
        try third.expect("alice> ")
        try end(third)
    }

    // MARK: Characters

    @Test(arguments: widths) func `a pasted tab is a blank`(columns: Int) throws {
        let terminal = try session(columns: columns)
        try terminal.type("\u{1B}[200~new\t'Stag\tBeetle'\t\u{1B}[201~\r")
        try terminal.expect("1  Stag Beetle")
        try terminal.expect("alice> ")
        try end(terminal)
    }

    @Test func `a pasted tab is a blank where the terminal does not mark what is pasted`() throws {
        try scarybug.directory.write("bind -v\n", to: "home/.editrc")
        let terminal = try session()
        try terminal.type("new\tAnt\r")
        try terminal.expect("1  Ant")
        try terminal.expect("alice> ")
        try end(terminal)
    }

    @Test(arguments: ["", "👩‍🔬"]) func `a hidden character is shown as its number`(
        other: String
    ) throws {
        let terminal = try session()
        let hidden = "\u{202E}\u{2066}\u{200F}\u{2028}\u{FEFF}\u{AD}\u{1B}]0;x\u{7}"
        try terminal.type("\u{1B}[200~new 'Ant\(other)\(hidden)'\u{1B}[201~")
        try terminal.expect(#"\U+202E\U+2066\U+200F\U+2028\U+FEFF\U+00AD^[]0;x^G"#)
        try terminal.type("\r")
        try terminal.expect("1  Ant")
        // The line comes back from the history.
        try terminal.type("\u{1B}[A")
        try terminal.expect(#"\U+202E"#)
        try terminal.type("\u{15}")
        try end(terminal)
        for scalar in hidden.unicodeScalars where scalar.value >= 0x80 {
            #expect(!terminal.seen.unicodeScalars.contains(scalar))
        }
    }

    @Test func `the size of a huge terminal is not believed`() throws {
        for size in [30_000, 80] {
            let terminal = try PseudoTerminal(scarybug, columns: size, rows: size)
            try terminal.expect("alice> ")
            terminal.resize(columns: 30_000, rows: 30_000)
            try terminal.type("new Ant\r")
            try terminal.expect("  Ant")
            try terminal.expect("alice> ")
            let memory = try #require(terminal.peakMemory)
            #expect(Sanitizer.current != nil || memory < 100_000)
            try end(terminal)
        }
    }

    @Test(
        arguments: ["👩‍🔬", "🇩🇪", "e\u{301}", "👍🏽", "1️⃣"], widths)
    func `a character of several code points is edited as one`(
        character: String, columns: Int
    ) throws {
        let terminal = try session(columns: columns)
        let left = "\u{1B}[D"
        // Deletes the second of three with Backspace, and the third with Delete.
        try terminal.type("new 'a\(character)b\(character)c\(character)d'")
        try terminal.type("\(left)\(left)\(left)\(left)\u{7F}\u{1B}[C\u{1B}[3~\r")
        try terminal.expect("1  ")
        try terminal.expect("alice> ")
        try end(terminal)
        #expect(try scarybug.run("list").gave("1  a\(character)bcd\n"))
    }

    // MARK: Greeting

    @Test(arguments: widths) func `a session begins with a greeting`(columns: Int) throws {
        let empty = try session(columns: columns).seen
        #expect(
            empty.contains("scarybug 0.2.0: alice, no documents yet\r\n'help' lists the commands"))
        #expect(empty.contains("  new 'Stag Beetle' rating=4 tags=oak\r\n  list\r\n"))
        let lines = empty.split(separator: "\r\n").prefix { $0 != "  list" }
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
        try scarybug.run("new", "Ant")
        let full = try session(columns: columns).seen
        #expect(full.contains("scarybug 0.2.0: alice, 1 document\r\n'help' lists the commands\r\n"))
        #expect(!full.contains("list\r\n"))
    }

    @Test func `no greeting for --quiet, waiting input, and programs`() throws {
        #expect(try !session("--quiet").seen.contains("help"))
        var shell = try Program(executable: "/bin/sh")
        shell.environment["SCARYBUG_USER"] = "alice"
        let terminal = try PseudoTerminal(shell, "-c", "sleep 0.1; exec \(scarybug.executable)")
        try terminal.type("whoami\r")
        try terminal.expect("alice> ")
        #expect(!terminal.seen.contains("help"))
        try terminal.expect("alice> ")
        try end(terminal)
        #expect(try scarybug.run(input: "whoami\n").gave("alice\n"))
    }
}
