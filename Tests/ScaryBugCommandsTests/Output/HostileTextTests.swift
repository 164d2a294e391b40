import KeyedArchive
import TestSupport
import Testing

/// Terminals and tables show every character of a text visibly, and never obey control characters.
@Suite struct HostileTextTests {
    let scarybug: InProcess

    /// All controls except NUL, bidirectional controls, and characters without width.
    static let hidden: [Unicode.Scalar] = {
        let ranges: [ClosedRange<UInt32>] = [
            0x01...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFE0F...0xFE0F, 0xFEFF...0xFEFF, 0xE0020...0xE0020,
        ]
        return ranges.joined().compactMap(Unicode.Scalar.init)
    }()

    private static let hiddenSet = Set(hidden)

    /// Each of them between two letters, together with the beginnings of terminal control
    /// sequences.
    static let hostile =
        hidden.reduce(into: "a") { $0 += "\($1)a" }
        + "\u{1B}]52;c;eA==\u{7}\u{1B}]0;t\u{7}\u{1B}[2J"

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "Bee")
        try scarybug.directory.write(Self.document(), to: "work/hostile.plist")
        try scarybug.run("import", "%/hostile.plist")
        try scarybug.directory.write("\(Self.hostile)\n", to: "work/lines")
        // A file that `check` finds and moves.
        try scarybug.directory.write("", to: "records/users/alice/\(Self.hostile.prefix(60))")
        try scarybug.directory.write(
            "title,\(Self.inLine)\nx,y\n", to: "work/hostile.csv")
        try scarybug.directory.write("hostile", to: "work/\(Self.hostile.prefix(60))")
    }

    /// A document with such text in every field and one field name, and with half a surrogate pair.
    private static func document() throws -> [UInt8] {
        var archive = KeyedArchive()
        let bug = archive.addObject(className: "ScaryBugData")
        archive.setRoot("Data", to: bug)
        let halves: [UInt16] = [0x41, 0xD83D, 0x1B, 0x5B, 0x202E, 0]
        try archive.setValue(.utf16(halves + Array(hostile.utf16)), forKey: "Title", of: bug)
        try archive.setValue(.array([.string(hostile)]), forKey: "Tags", of: bug)
        for key in [
            "Notes", "Species", "Place", "Observer", "Unknown \(hostile)", "Notes~1b2c3d4e",
            "\(hostile)~1b2c3d4e",
        ] {
            try archive.setValue(.string(hostile), forKey: key, of: bug)
        }
        return try archive.encoded()
    }

    /// The same text without characters that end a line.
    private static let inLine = String(
        String.UnicodeScalarView(hostile.unicodeScalars.filter { !["\n", "\r"].contains($0) }))

    // MARK: Every command

    /// The arguments that make each command print such text or quote it in an error.
    static let words: [String: [[String]]] = {
        let x = hostile
        let selections = [[x], ["2"], ["all"], ["\(x):1"], ["rating:\(x)"], ["@\(x)"], ["1-\(x)"]]
        let files = [
            ["%/hostile.plist"], ["%/hostile.csv"], [x], ["%/\(x.prefix(60))"],
            ["--map", "\(x)=\(x)"],
        ]
        return [
            "new": [
                [x], ["--kind", x, "y"], ["y", "\(x)=1"], ["y", "rating=\(x)"],
                ["y", "image=\(x)"],
            ],
            "list": selections + [
                ["sort:\(x)"], ["bee", "limit:\(x)"], ["--columns", x],
                ["--columns", "title,notes"],
            ],
            "count": selections, "stats": selections, "duplicates": [[], [x]], "show": selections,
            "open": selections,
            "close": [[x]], "delete": selections,
            "set": selections.map { $0 + ["rating=1"] } + [["2", "\(x)=1"], ["1", "seen=\(x)"]],
            "undo": [[x], []], "redo": [[x], []], "history": [[x], []], "begin": [[x], []],
            "commit": [[x], []], "rollback": [[x], []],
            "export": [
                ["2", "%/"], ["2", "%/", "--force"], ["2", "%/\(x)/"], ["2", "%/", "--format", x],
                [x, "%/"], ["2", "%/", "--force", "--to", x],
            ],
            "labels": [
                ["%/a.html", "all"], ["%/\(x.prefix(60))", "all"], ["%/a.html", x],
                ["%/a.html", "--paper", x],
            ],
            "import": files, "preview": files, "check": [[], [x], ["--repair"]],
            "refresh": [[], [x]], "users": [[], [x], ["--rename", x, "y"], ["--remove", x]],
            "gallery": [
                ["%/a.html", x], ["%/b.html", "1", "--title", x], ["%/\(x)/c.html", "1"], [x],
            ],
            "send": [
                [x, "alice"], ["2", x], ["2", "alice", "--subject", x, "--message", x],
                ["2", "a@b.c", "--print", "--subject", x], ["2", "--reply", x],
            ],
            "inbox": [[], [x], ["1"]], "accept": [[x], [], ["1"]],
            "sync": [["%/\(x.prefix(60))"], ["%/", x], ["%/"], []],
            "backup": [["%/\(x.prefix(60))"], ["--verify", x], ["%/no/\(x)"]],
            "restore": [["%/hostile.csv"], [x], ["--list", x]],
            "view": [["1"], [x], ["1", x]], "next": [["1"], [x]], "previous": [[], [x]],
            "attach": [["1", "%/lines"], [x, "%/lines"], ["1", x]],
            "detach": [["1", "lines"], [x, "lines"], ["1", x]],
            "resolve": [["2", x], ["1", x], [x], ["2", "--both"], ["2", "--dry-run"], ["2"]],
            "merge": [["1", x], [x], ["1", "1"], ["1", "2"]],
            "edit": [["1"], [x], ["1", "\(x)=1"]], "login": [[x]], "whoami": [[x]],
            "field": [[], [x], ["add", x, "text"], ["add", "y", x], ["remove", x]],
            "query": [
                ["add", "y", "bee title:'\(inLine)'"], [], ["add", x, "y"], ["add", "y", "\(x):1"],
                ["remove", x], ["remove", "y"],
            ],
            "config": [[], [x], ["\(x)=1"], ["kind=\(x)"]], "mode": [[x]],
            "source": [["%/lines"], [x]], "clear": [[x]],
            "completions": [[x], ["bash"]], "help": [[], [x]], "quit": [[x]],
        ]
    }()

    @Test func `no command is forgotten`() throws {
        let names = try scarybug.run("--csv", "help").lines.dropFirst()
            .map { String($0.prefix { $0 != "," }) }
        #expect(Set(names) == Set(Self.words.keys))
    }

    @Test(arguments: words.keys.sorted(), ["--table", "--json", "--csv"])
    func `in a pipe`(command: String, format: String) throws {
        for words in Self.words[command] ?? [] {
            let transcript = try scarybug.run([format, command] + words)
            #expect(transcript.status < 2, "\(transcript)")
            Self.check(transcript.standardError)
            // Programs that read separated values get the original text.
            if format != "--csv" {
                Self.check(transcript.standardOutput, isJSON: format == "--json")
            }
        }
    }

    @Test(arguments: words.keys.sorted())
    func `at a terminal`(command: String) throws {
        var terminal = scarybug
        terminal.terminalWidth = 80
        for words in Self.words[command] ?? [] {
            let isList = command == "list" && words == ["all"]
            for format in isList ? ["--table", "--csv", "--json"] : ["--table"] {
                let transcript = try terminal.run([format, command] + words)
                Self.check(transcript.standardError)
                Self.check(transcript.standardOutput, isJSON: format == "--json")
            }
        }
    }

    @Test func `in the program's own options, and in a script`() throws {
        for words in [
            ["--home", Self.hostile, "new", "x"], ["--user", Self.hostile], ["--\(Self.hostile)"],
            ["-f", Self.hostile], ["-c", Self.hostile], [Self.hostile], ["-f", "%/lines"],
        ] {
            let transcript = try scarybug.run(words)
            Self.check(transcript.standardOutput + transcript.standardError)
        }
        var hostile = scarybug
        hostile.environment["SCARYBUG_USER"] = Self.hostile
        Self.check(try hostile.run("list").standardError)
    }

    /// - Parameter isJSON: whether the text is JSON, which keeps harmless joiners.
    private static func check(_ text: String, isJSON: Bool = false) {
        let joiners: [Unicode.Scalar] = isJSON ? ["\u{200C}", "\u{200D}", "\u{FE0F}"] : []
        let found = text.unicodeScalars.filter {
            $0 != "\n" && hiddenSet.contains($0) && !joiners.contains($0)
        }
        #expect(found.isEmpty, "\(found.map { $0.escaped(asASCII: true) }) in \(text)")
    }

    // MARK: Preserved text

    @Test func `the text itself is kept`() throws {
        let title = "\(Self.hostile) 👩‍🔬 می‌خواهم"
        try scarybug.run("new", title, "notes=\(title)")
        let kept = try scarybug.run("--json", "list", "3").standardOutput
        for format in ["--csv", "--json"] {
            let suffix = format == "--csv" ? "csv" : "jsonl"
            let list = try scarybug.run(format, "list", "3").standardOutput
            try scarybug.directory.write(list, to: "work/list.\(suffix)")
            try scarybug.run("--user", "bob", "import", "%/list.\(suffix)", "--copies")
        }
        let bob = try scarybug.run("--user", "bob", "--json", "list")
        #expect(bob.lines.count == 2)
        for line in bob.lines { #expect(Self.texts(line) == Self.texts(kept)) }
    }

    /// The part of a JSON line with title and notes.
    private static func texts(_ json: String) -> Substring? {
        json.firstMatch(of: /"title":.*"notes":("[^"]*"|null)/)?.output.0
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+49 30 1234", "'+49 30 1234"), ("-x", "'-x"),
        ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""),
        ("\u{FF1D}1", "'\u{FF1D}1"), ("'=1", "''=1"), ("''@", "'''@"), ("-5", "-5"),
        ("+3.5e2", "+3.5e2"), ("-inf", "'-inf"), ("'tis", "'tis"), ("a;=1", "\"a;=1\""),
        ("x=1", "x=1"), ("=x,y", "\"'=x,y\""),
    ])
    func `a formula is escaped for spreadsheets and restored by an import`(
        text: String, cell: String
    ) throws {
        try scarybug.run("new", "Cat", "notes=\(text.hasPrefix("@") ? "@" : "")\(text)")
        let list = try scarybug.run("--csv", "list", "3").standardOutput
        #expect(list.contains(",\(cell),"), "\(list)")
        try scarybug.directory.write(list, to: "work/list.csv")
        try scarybug.run("--user", "bob", "import", "%/list.csv")
        let mine = try scarybug.run("--json", "list", "3").standardOutput
        let bobs = try scarybug.run("--user", "bob", "--json", "list").standardOutput
        #expect(Self.texts(mine) == Self.texts(bobs) && Self.texts(mine) != nil)
    }

    @Test func `a table from another program keeps a leading apostrophe`() throws {
        try scarybug.directory.write("title,notes\n'=1,'-x\n", to: "work/others.csv")
        try scarybug.run("--user", "bob", "import", "%/others.csv")
        let list = try scarybug.run("--user", "bob", "--json", "list").standardOutput
        #expect(list.contains(#""title":"'=1""#) && list.contains(#""notes":"'-x""#))
    }
}
