import Foundation
import TestSupport
import Testing

@testable import ScaryBugCommands

/// Paths in the lines of sessions and scripts, and texts that span lines.
@Suite struct PathTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.makeDirectory("home")
        try scarybug.directory.write("title\nAnt\n", to: "home/a.csv")
        try scarybug.directory.write("title\nBee\n", to: "home/b.csv")
        try scarybug.directory.write("from the field", to: "home/note.txt")
    }

    @Test func `a script's paths are expanded`() throws {
        let script = """
            import ~/?.csv
            set 1 notes=@~/n*.txt
            export 1 ~/out/
            open 2
            export ~/two.scarybug
            """
        let home = scarybug.directory.path("home")
        #expect(
            try scarybug.run(input: script).gave(
                """
                imported \(home)/a.csv: Ant as 1
                imported \(home)/b.csv: Bee as 2
                1  Ant
                exported 1 to \(home)/out/Ant.scarybug
                2  Bee
                exported 2 to \(home)/two.scarybug

                """))
        #expect(try scarybug.run("list", "field").gave("1  Ant\n"))
    }

    @Test(arguments: [
        ("import '~/a.csv'", "cannot open ~/a.csv: No such file or directory"),
        (#"import \~/a.csv"#, "cannot open ~/a.csv: No such file or directory"),
        ("import '*.csv'", "cannot open *.csv: No such file or directory"),
        ("import ~nobody-here/a", "cannot open ~nobody-here/a: No such file or directory"),
        ("source ~/*.csv", "'~/*.csv' matches 2 paths; give one, such as HOME/a.csv"),
        ("new x notes=@~/?.csv", "'notes=@~/?.csv' matches 2 paths; give one, such as HOME/a.csv"),
    ])
    func `what is quoted stays, and one path must be meant`(line: String, error: String) throws {
        let message = error.replacing("HOME", with: scarybug.directory.path("home"))
        #expect(
            try scarybug.run(input: line).gave(error: "scarybug: stdin:1: \(message)\n", status: 1))
    }

    @Test func `the shell's paths are taken as they are`() throws {
        #expect(
            try scarybug.run("import", "~/a.csv").gave(
                error: "scarybug: cannot open ~/a.csv: No such file or directory\n", status: 1))
        #expect(
            try scarybug.run("-c", "import ~/a.csv").standardOutput.hasSuffix("Ant as 1\n"))
    }

    @Test func `a home directory after = is expanded, as fish leaves it`() throws {
        try scarybug.directory.write(Self.jpeg, to: "home/a [1].jpg")
        #expect(
            try scarybug.run("new", "~x", "image=~/a [1].jpg", "notes=@~/note.txt", "place=~/b")
                .gave("1  ~x\n"))
        let shown = try scarybug.run("show", "1").standardOutput
        #expect(shown.contains("from the field") && shown.contains("~/b"), "\(shown)")
        #expect(try scarybug.run("count", "has:image").gave("1\n"))
        #expect(try scarybug.run("--home=~/records", "count").gave("0\n"))
        #expect(try scarybug.run("--home=~/records", "new", "Ant").gave("1  Ant\n"))
        #expect(scarybug.directory.exists("home/records"))
    }

    private static let jpeg: [UInt8] = SamplePhotograph.jpeg(nil, data: [1])

    @Test(arguments: ["file://", "file://localhost", "FILE:"])
    func `the URL of a file is its path`(scheme: String) throws {
        let directory = scheme + scarybug.directory.path("home")
        try scarybug.directory.write(Self.jpeg, to: "home/r\u{E9}d ant.jpg")
        #expect(
            try scarybug.run("import", "\(directory)/a.csv").standardOutput.hasSuffix("Ant as 1\n"))
        #expect(
            try scarybug.run("set", "1", "image=\(directory)/r%C3%a9d%20ant.jpg").gave("1  Ant\n"))
        #expect(
            try scarybug.run(input: "set 1 notes=@\(directory)/note.txt").gave("1  Ant\n"))
        #expect(try scarybug.run("count", "has:image", "field").gave("1\n"))
    }

    @Test(arguments: [
        ["import", "https://example.com/a.csv"], ["new", "Ant", "image=https://example.com/a.csv"],
        ["new", "Ant", "notes=@https://example.com/a.csv"],
    ])
    func `an address is called one`(words: [String]) throws {
        #expect(
            try scarybug.run(words).gave(
                error: "scarybug: https://example.com/a.csv is an address; download it first, and "
                    + "give the path of the file\n", status: 1))
    }

    @Test func `a stray quote is reported with the line where its command began`() throws {
        #expect(
            try scarybug.run(input: "new Ant\nnew 5\" beetle\nnew Bee\nnew 6\" wasp \"\nlist\n")
                .gave(
                    "1  Ant\n",
                    error: """
                        scarybug: stdin:4: column 13: the quote " is not closed; the line after it was read as its text; its command began in line 2

                        """, status: 1))
    }

    @Test func `a text in double quotes spans the lines of a script`() throws {
        let script =
            "new Ant notes=\"red\n\n  delete all\" rating=2\nnew 'Bee\nnew Wasp\nset 2 notes=\"x\ny"
        #expect(
            try scarybug.run(input: script).gave(
                "1  Ant\n2  Wasp\n",
                error: """
                    scarybug: stdin:4: column 5: the quote ' is not closed; only "…" may span lines in a script
                    scarybug: stdin:6: column 13: the quote " is not closed; the line after it was read as its text

                    """, status: 1))
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput
                .contains(#""notes":"red\n\n  delete all""#))
    }

    @Test func `the rest of a text that is too long does not run`() throws {
        let script =
            "new Ant notes=\"\(String(repeating: "x", count: 1 << 20))\nnew Bee\n\"\nnew Wasp"
        let transcript = try scarybug.run(input: script)
        #expect(transcript.standardOutput == "1  Wasp\n")
        let long =
            "new Ant notes=\"\n\(String(repeating: "x", count: 1 << 21))\nnew Bee\n\"\nnew Wasp"
        let end = try scarybug.run(input: long)
        #expect(
            end.gave(
                "2  Wasp\n",
                error: "scarybug: stdin:2: a line is longer than 1,048,576 bytes "
                    + "(the limit lineBytes); its command began in line 1\n", status: 1))
    }

    @Test func `standard input is a text where it is not the script`() throws {
        try scarybug.run("new", "Ant")
        try scarybug.run("new", "Hush", "--kind", "book")
        #expect(
            try scarybug.run("set", "1-2", "notes=@-", input: "a\nb\n").gave("1  Ant\n2  Hush\n"))
        #expect(try scarybug.run("count", "notes:\"a b\"").gave("2\n"))
        let lines = ["-c", "set 1 notes=@-", "-c", "set 2 notes=@-"]
        #expect(
            try scarybug.run(lines, input: "c\n").gave(
                "1  Ant\n",
                error: "scarybug: -c:2: standard input was read to its end already; give a file "
                    + "instead of -\n", status: 1))
        #expect(
            try scarybug.run("set", "1", "notes=@-").gave(
                error: "scarybug: standard input is empty; write FIELD= to clear a field\n",
                status: 1))
        #expect(try scarybug.run("count", "has:notes").gave("2\n"))
        #expect(
            try scarybug.run(input: "set 1 notes=@-\nx").standardError.hasPrefix(
                "scarybug: stdin:1: standard input is the script itself; give a file instead of -\n"
            ))
    }
}
