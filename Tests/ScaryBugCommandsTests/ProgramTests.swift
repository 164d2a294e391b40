import Foundation
import TestSupport
import Testing

@testable import ScaryBugCommands

@Suite struct ProgramTests {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    // MARK: Commands, scripts and sessions

    @Test func `lines and files in the order given`() throws {
        let file = try scarybug.directory.write("new b\n", to: "b.bugs")
        let transcript = try scarybug.run("-c", "new a", "-f", file, "-c", "new c\nlist")
        #expect(transcript.gave("1  a\n2  b\n3  c\n1  a\n2  b\n3  c\n"))
    }

    @Test func `a script on standard input`() throws {
        let script = "\u{FEFF}new 'Potato Bug' rating=4\r\n\r\n# a comment\r\nlist\r\n"
        #expect(try scarybug.run(input: script).gave("1  Potato Bug\n1  Potato Bug  4\n"))
    }

    @Test func `errors name the line, and the script goes on`() throws {
        let script = """
            new 'Potato Bug
            lst
            new a \\
              rating=9
            set 1 ratng=4
            new "a" rating=2
            list 7
            """
        let transcript = try scarybug.run(input: script)
        #expect(
            transcript.gave(
                "1  a\n",
                error: """
                    scarybug: stdin:1: column 5: the quote ' is not closed; only "…" may span lines in a script
                    scarybug: stdin:2: there is no command 'lst'; the nearest is 'list'
                    scarybug: stdin:3: the rating '9' is not a number from 0 to 5
                    scarybug: stdin:5: there is no document 1; 'list' shows all documents
                    scarybug: stdin:7: there is no document 7; 'list' shows all documents

                    """, status: 1))
    }

    // MARK: Options

    @Test(arguments: [
        (["--jsno"], "the program has no option --jsno; the nearest is '--json'"),
        (["-x", "list"], "the program has no option -x"),
        (["-v"], "the program has no option -v; the nearest is '--version'"),
        (["--user", "Ålice", "list"], "'Ålice' cannot be a user's name"),
        (["--user"], "--user needs a value: --user NAME"),
        (["--home", "", "list"], "--home needs a directory"),
        (["-c", "list", "list"], "the program takes either a COMMAND or -c and -f, not both"),
        (["-c", "new x", "-f", "missing.bugs"], "cannot open missing.bugs: No such file"),
    ])
    func `a wrong option ends the program before it does anything`(
        arguments: [String], expected: String
    ) throws {
        let transcript = try scarybug.run(arguments)
        #expect(transcript.status == 2)
        #expect(transcript.standardError.hasPrefix("scarybug: \(expected)"))
        #expect(transcript.standardOutput == "")
        #expect(!scarybug.directory.exists("records"))
    }

    @Test func `an invalid login name asks for another one`() throws {
        var program = scarybug
        program.environment["SCARYBUG_USER"] = nil
        program.environment["LOGNAME"] = "Jean Luc"
        let transcript = try program.run("list")
        #expect(
            transcript.gave(
                error: "scarybug: the login name 'Jean Luc' cannot be a user's name here; "
                    + "choose one with --user NAME\n", status: 2))
    }

    @Test func `the location of the home`() throws {
        var program = scarybug
        try program.run("--home", program.directory.path("given"), "new", "a")
        program.environment["SCARYBUG_HOME"] = nil
        try program.run("new", "b")
        program.environment["XDG_DATA_HOME"] = nil
        try program.run("new", "c")
        let user = "users/alice/Private Documents"
        #expect(program.directory.exists("given/\(user)/1.scarybug"))
        #expect(program.directory.exists("home/.local/share/scarybug/\(user)/2.scarybug"))
    }

    @Test func `--help before a command is the command's`() throws {
        let help = try scarybug.run("help", "new")
        #expect(try scarybug.run("--help", "new").gave(help.standardOutput))
        #expect(try scarybug.run("-h", "new", "Weta", "--force").gave(help.standardOutput))
    }

    @Test func `help is on standard output`() throws {
        let lines = ["--help", "help", "help all", "help export", "export --help", "export -h"]
        for line in lines {
            let arguments = line.split(separator: " ").map(String.init)
            let transcript = try scarybug.run(arguments)
            #expect(transcript.status == 0)
            #expect(transcript.standardOutput.contains("export"))
            #expect(transcript.standardError == "")
        }
        #expect(
            try scarybug.run("--version").gave("scarybug \(Program.versionAndCommit)\n"))
    }

    @Test func `the changelog begins with the version and its date`() throws {
        let changes = try String(
            contentsOf: URL(filePath: #filePath).appending(
                path: "../../../Sources/ScaryBugs/ScaryBugs.docc/Changes.md"
            )
            .standardized,
            encoding: .utf8)
        let first = changes.split(separator: "\n").first { $0.hasPrefix("## ") }
        #expect(first.map(String.init) == "## \(Program.version), \(Program.date)")
    }

    // MARK: Errors

    @Test func `--bail stops at the first error`() throws {
        let transcript = try scarybug.run("--bail", input: "new a\nlst\nnew b\n")
        #expect(
            transcript.gave(
                "1  a\n",
                error: "scarybug: stdin:2: there is no command 'lst'; the nearest is 'list'\n",
                status: 1))
    }

    @Test func `a list without matches succeeds, other commands fail`() throws {
        #expect(try scarybug.run("list").gave())
        #expect(try scarybug.run("list", "2-5").gave())
        #expect(try scarybug.run("delete", "2-5").status == 1)
        #expect(try scarybug.run("show", "all").status == 1)
    }

    @Test func `a line that is too long is an error and loses no other line`() throws {
        let script = "new a\nnew " + String(repeating: "x", count: 1 << 20) + "\nnew b\n"
        let transcript = try scarybug.run(input: script)
        #expect(
            transcript.gave(
                "1  a\n2  b\n",
                error:
                    "scarybug: stdin:2: a line is longer than 1,048,576 bytes (the limit lineBytes)\n",
                status: 1))
    }

    @Test func `errors tell which -c they mean`() throws {
        let transcript = try scarybug.run("-c", "new a", "-c", "lst", "-c", "list\nlst")
        let error = "there is no command 'lst'; the nearest is 'list'\n"
        #expect(transcript.standardError == "scarybug: -c:2: \(error)scarybug: -c:4: \(error)")
    }

    @Test func `an option of the program after the command is told to stand before it`() throws {
        #expect(
            try scarybug.run("list", "--bail").gave(
                error: "scarybug: list has no option --bail: it is the program's and stands "
                    + "before the command; usage: list [SELECTION] [--columns NAMES]\n", status: 1))
    }

    @Test func `a format after a command is for that line only`() throws {
        let lines =
            "new Weta\ncount --json\ncount --csv\ncount --csv\ncount\nmode json --table\ncount\n"
        #expect(
            try scarybug.run(input: lines).gave(
                "1  Weta\n{\"count\":1}\ncount\n1\ncount\n1\n1\n1\n"))
        #expect(try scarybug.run("--csv", "count", "--json").gave("{\"count\":1}\n"))
    }

    @Test func `a format before a command of a line is for that line only`() throws {
        #expect(
            try scarybug.run(input: "new Weta\n--json count\n--csv --json count --csv\ncount\n")
                .gave("1  Weta\n{\"count\":1}\ncount\n1\n1\n"))
        #expect(
            try scarybug.run("-c", "--csv", "-c", "--csv lst").gave(
                error: """
                    scarybug: -c:1: there is no command '--csv'; 'help' lists the commands
                    scarybug: -c:2: there is no command 'lst'; the nearest is 'list'

                    """, status: 1))
    }

    @Test(arguments: ["\\q", ":q", ".quit", ".exit", "q", "exit"])
    func `other programs' words leave`(word: String) throws {
        #expect(try scarybug.run(input: "\(word)\nnothing\n").gave(""))
    }

    @Test(arguments: ["?", ".help"])
    func `other programs' words help`(word: String) throws {
        let help = try scarybug.run(input: "help\n").standardOutput
        #expect(try scarybug.run(input: "\(word)\n").gave(help))
    }

    @Test func `there is no shell`() throws {
        #expect(
            try scarybug.run(input: "!ls\n").gave(
                error:
                    "scarybug: stdin:1: there is no command '!ls'; there is no shell here, so that "
                    + "no script can run other programs; Ctrl-Z returns to the shell, and 'fg' comes "
                    + "back\n", status: 1))
    }

    // MARK: Users

    private static let noWorkspace =
        "scarybug: carol has no workspace here; 'users' lists those who have one\n"

    @Test func `each user has a workspace`() throws {
        let script = "new a\nlogin bob\nwhoami\nlist\nnew b\nlogin alice\nlist\nusers\n"
        #expect(
            try scarybug.run(input: script).gave(
                "1  a\nbob (a new user)\nbob\n1  b\nalice\n1  a\nalice  1\nbob    1\n"))
        #expect(try scarybug.run("--user", "bob", "list").gave("1  b\n"))
        #expect(try scarybug.run("--user", "carol", "list").gave(error: Self.noWorkspace))
        #expect(try scarybug.run("users").gave("alice  1\nbob    1\n"))
    }

    @Test func `--user says that it made a new user`() throws {
        #expect(try scarybug.run("--user", "carol", "list").gave(error: Self.noWorkspace))
        let made = "scarybug: carol is a new user\n"
        #expect(
            try scarybug.run("--user", "carol", "-c", "new a\nnew b").gave(
                "1  a\n2  b\n", error: made))
        #expect(try scarybug.run("--user", "carol", "new", "c").gave("3  c\n"))
        #expect(try scarybug.run("--user", "dave", "login", "carol").gave("carol\n"))
    }

    // MARK: The session's commands

    @Test func `the open document is meant where none is named`() throws {
        let script = """
            new a
            new b
            open 1
            set rating=3
            show 2
            delete
            close
            set rating=1
            """
        let transcript = try scarybug.run(input: script)
        #expect(transcript.standardOutput.contains("deleted 1  a\n"))
        #expect(
            transcript.standardError == """
                scarybug: stdin:7: no document is open; 'open N' opens one
                scarybug: stdin:8: set needs a SELECTION, since no document is open; \
                usage: set [SELECTION] FIELD=VALUE... [--yes] [--dry-run] [--all] [--force]

                """)
        #expect(try scarybug.run("list").gave("2  b\n"))
    }

    @Test func `values from files`() throws {
        let notes = try scarybug.directory.write("line 1\nline 2", to: "notes.txt")
        try scarybug.run("new", "a", "notes=@\(notes)", "place=@@home")
        let transcript = try scarybug.run("--json", "show", "1")
        #expect(transcript.standardOutput.contains(#""notes":"line 1\nline 2""#))
        #expect(transcript.standardOutput.contains(#""place":"@home""#))
        #expect(
            try scarybug.run("set", "1", "notes=@missing").standardError
                == "scarybug: cannot open missing: No such file or directory\n")
    }

    @Test(arguments: [
        Array("a\r\nb\r\n".utf8), Array("\u{FEFF}a\nb\n".utf8),
        Array("\u{FEFF}a\r\nb\n".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        Array("\u{FEFF}a\nb\r\n".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    ])
    func `a text file of an editor on Windows is a plain text`(bytes: [UInt8]) throws {
        let notes = try scarybug.directory.write(bytes, to: "notes.txt")
        try scarybug.run("new", "a", "notes=@\(notes)")
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput.contains(#""notes":"a\nb\n""#))
    }

    @Test(arguments: [[0xFF, 0xFE, 0x61], [0xFE, 0xFF, 0xD8, 0x00], [0x61, 0], [0xEF, 0xBB]])
    func `other bytes are no text`(bytes: [UInt8]) throws {
        let notes = try scarybug.directory.write(bytes, to: "notes.txt")
        #expect(
            try scarybug.run("new", "a", "notes=@\(notes)").standardError.contains(
                "notes.txt is not text in UTF-8"))
    }

    // MARK: Scripts that run scripts

    @Test func `a script can run another, whose errors have its name`() throws {
        let inner = try scarybug.directory.write("new b\nlst\n", to: "inner.bugs")
        let transcript = try scarybug.run(input: "new a\nsource \(inner)\nlist\n")
        #expect(
            transcript.gave(
                "1  a\n2  b\n1  a\n2  b\n",
                error: "scarybug: \(inner):2: there is no command 'lst'; the nearest is 'list'\n",
                status: 1))
    }

    @Test func `scripts do not run one another without end`() throws {
        let own = scarybug.directory.path("own.bugs")
        try scarybug.directory.write("source \(own)\nsource \(own)\n", to: "own.bugs")
        let transcript = try scarybug.run("-f", own)
        #expect(transcript.status == 1)
        #expect(
            transcript.standardError.hasPrefix(
                "scarybug: \(own):1: \(own) is running already and cannot run itself\n"))
        for number in 0..<20 {
            let next = scarybug.directory.path("\(number + 1).bugs")
            try scarybug.directory.write("source \(next)\n", to: "\(number).bugs")
        }
        let deep = try scarybug.run("source", scarybug.directory.path("0.bugs"))
        #expect(deep.standardError.contains("nested more than 16 deep"))
    }

    @Test func `line feeds at the end of a text print no empty lines`() throws {
        let note = "one\n\ntwo\n\n"
        try scarybug.run("new", "Weta", "notes=\(note)")
        let shown = try scarybug.run("show", "1").standardOutput
        #expect(shown.contains("  notes       one\n\n              two\n  identifier"), "\(shown)")
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput.contains(
                #""notes":"one\n\ntwo\n\n""#))
    }
}
