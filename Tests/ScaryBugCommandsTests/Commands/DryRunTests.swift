import Foundation
import TestSupport
import Testing

/// `--dry-run`, which says what a command would do and changes nothing.
@Suite struct DryRunTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "Weta", "rating=2", "tags=garden,spider")
        try scarybug.run("new", "Moth", "rating=4")
        try scarybug.run("new", "Field Guide", "--kind", "book")
    }

    /// Runs a command with `--dry-run`, and checks that it changes no file.
    private func dryRun(_ words: String...) throws -> Transcript {
        let before = try scarybug.contents()
        let transcript = try scarybug.run(words + ["--dry-run"])
        #expect(try scarybug.contents() == before)
        return transcript
    }

    // MARK: set

    @Test func `set says what would change, field by field`() throws {
        #expect(
            try dryRun("set", "1-2", "rating=4", "tags-=spider").gave(
                "1  rating 2 → 4\n1  tags garden, spider → garden\n"))
        #expect(try dryRun("set", "1", "notes=two\nlines").gave("1  notes (none) → two\\nlines\n"))
        #expect(try dryRun("set", "2", "rating=4").gave("nothing would change\n"))
        #expect(try scarybug.run("--json", "set", "2", "rating=4", "--dry-run").gave())
    }

    @Test(arguments: [
        ["set", "1", "rating=9"], ["set", "9", "rating=1"], ["set", "1", "rateing=1"],
        ["set", "1", "title="], ["set", "1", "image=%/none.jpg"], ["delete", "9"],
        ["delete", "-tag:x"], ["import", "%/none"], ["undo", "9"], ["redo"], ["undo", "x"],
    ])
    func `errors are those of the real run`(words: [String]) throws {
        let planned = try scarybug.run(words + ["--dry-run"])
        let real = try scarybug.run(words)
        #expect(planned.standardError == real.standardError)
        #expect(planned.status == 1 && real.status == 1)
        #expect(planned.standardOutput == "")
    }

    @Test func `a set that changes nothing says so and is not a step`() throws {
        var scarybug = scarybug
        scarybug.environment["SOURCE_DATE_EPOCH"] = "1767300000"
        let modified = #""modified":"2026-01-01T00:00:00Z""#
        for assignment in ["tags-=nothere", "tags+=garden", "rating=2.0", "title=Weta", "image="] {
            let before = try scarybug.contents()
            #expect(try scarybug.run("set", "1", assignment).gave("1  Weta  nothing changed\n"))
            #expect(try scarybug.contents() == before)
        }
        let json = try scarybug.run("--json", "set", "1-2", "rating=4").lines
        #expect(json.map { $0.contains(#""changed":false"#) } == [false, true])
        #expect(json.map { $0.contains(modified) } == [false, true])
        #expect(try scarybug.run("--csv", "set", "2", "rating=4").lines.count == 2)
        #expect(try scarybug.run("--json", "history").lines.count == 4)
    }

    @Test func `the same photograph is not a change`() throws {
        let jpeg = SamplePhotograph.jpeg(nil, data: [1])
        try scarybug.directory.write(jpeg, to: "work/a.jpg")
        try scarybug.directory.write(SamplePhotograph.jpeg(nil, data: [2]), to: "work/b.jpg")
        #expect(try scarybug.run("set", "1", "image=%/a.jpg").gave("1  Weta\n"))
        #expect(
            try scarybug.run("set", "1", "image=%/a.jpg").gave("1  Weta  nothing changed\n"))
        #expect(
            try dryRun("set", "1", "image=%/b.jpg").gave(
                "1  image JPEG, \(jpeg.count) bytes → JPEG, \(jpeg.count) bytes\n"))
        #expect(try scarybug.run("set", "1", "image=%/b.jpg").gave("1  Weta\n"))
    }

    // MARK: delete

    @Test func `delete names each document`() throws {
        #expect(
            try dryRun("delete", "1,3").gave("would delete 1  Weta\nwould delete 3  Field Guide\n"))
        #expect(
            try dryRun("--json", "rm", "2").gave(
                #"{"number":2,"kind":"bug","field":null,"before":"Moth","after":null}"# + "\n"))
    }

    @Test func `the open document stays open`() throws {
        let transcript = try scarybug.run(
            input: "open 1\ndelete --dry-run\nset --dry-run rating=3\n")
        #expect(
            transcript.gave("1  Weta\nwould delete 1  Weta\n1  rating 2 → 3\n"), "\(transcript)")
    }

    // MARK: import

    @Test func `import says what it would skip`() throws {
        try scarybug.run("export", "1", "%/weta.scarybug")
        #expect(
            try dryRun("import", "%/weta.scarybug", "--skip-known").gave(
                "would skip %/weta.scarybug: the same document as 1\n"))
    }

    @Test func `the JSON of an import is that of a preview`() throws {
        try scarybug.directory.write("title,rating\nAnt,1\nBee,2\n", to: "work/t.csv")
        // The rows get other identifiers each time.
        let identifier = /"identifier":"[^"]*"/
        let planned = try dryRun("--json", "import", "%/t.csv").standardOutput
        let preview = try scarybug.run("--json", "preview", "%/t.csv").standardOutput
        #expect(planned.replacing(identifier, with: "") == preview.replacing(identifier, with: ""))
        #expect(
            try dryRun("import", "%/t.csv").lines
                == ["would import %/t.csv: Ant as 4", "would import %/t.csv: Bee as 5"])
        #expect(
            try scarybug.run("import", "%/t.csv").lines
                == ["imported %/t.csv: Ant as 4", "imported %/t.csv: Bee as 5"])
    }

    @Test func `a dry run makes no workspace`() throws {
        try scarybug.run("export", "1", "%/weta.scarybug")
        let words = ["--user", "bob", "import", "%/weta.scarybug", "--dry-run"]
        #expect(try scarybug.run(words).gave("would import %/weta.scarybug as 1\n"))
        #expect(try scarybug.run("users").standardOutput == "alice  3\n")
    }

    // MARK: undo and redo

    @Test func `undo and redo say what would become of each document`() throws {
        try scarybug.run("set", "1", "rating=5", "tags+=night")
        try scarybug.run("delete", "2")
        try scarybug.run("new", "Gnat")
        #expect(
            try dryRun("undo", "4-6").gave(
                """
                would undo 6  new Gnat
                would undo 5  delete 2
                would undo 4  set 1 rating=5 tags+=night
                1  rating 5 → 2
                1  tags garden, spider, night → garden, spider
                would restore 2  Moth
                would remove  4  Gnat

                """))
        try scarybug.run("undo", "6")
        try scarybug.run("undo", "4-5")
        #expect(
            try dryRun("redo").gave(
                """
                would redo 4  set 1 rating=5 tags+=night
                would redo 5  delete 2
                1  rating 2 → 5
                1  tags garden, spider → garden, spider, night
                would remove 2  Moth

                """))
        #expect(
            try dryRun("--json", "redo", "4").lines.first
                == #"{"step":4,"command":"set 1 rating=5 tags+=night","action":"redo"}"#)
        #expect(
            try dryRun("--json", "redo", "4").lines.dropFirst().first
                == #"{"number":1,"kind":"bug","field":"rating","before":2,"after":5,"was":null}"#)
    }

    @Test func `undo shows preferences`() throws {
        try scarybug.run("field", "add", "habitat", "text")
        try scarybug.run("set", "1", "habitat=oak")
        try scarybug.run("query", "add", "big", "rating:>=4")
        try scarybug.run("config", "historySteps=7")
        #expect(
            try dryRun("undo", "4-7").gave(
                """
                would undo 7  config historySteps=7
                would undo 6  query add big rating:>=4
                would undo 5  set 1 habitat=oak
                would undo 4  field add habitat text
                preferences  historySteps 7 → (none)
                preferences  field habitat text → (none)
                preferences  query big rating:>=4 → (none)
                1  habitat oak → (none)

                """))
    }

    @Test func `a document that changes in no field is named`() throws {
        try scarybug.run("set", "1", "rating=3")
        try scarybug.run("set", "1", "rating=2")
        #expect(try dryRun("undo", "4-5").lines.last == "would restore 1  Weta")
        #expect(try scarybug.run("undo", "4-5").lines.last == "changed back 1  Weta")
    }

    @Test func `redo says that a number is taken`() throws {
        try scarybug.run("undo")
        let documents = "records/users/alice/Private Documents"
        let path = scarybug.directory.path(documents)
        try FileManager.default.copyItem(
            atPath: "\(path)/1.scarybug", toPath: "\(path)/3.scarybug")
        #expect(try dryRun("redo").lines.last == "would restore 4  Field Guide (3 is taken)")
        #expect(try scarybug.run("redo").lines.last == "restored 4  Field Guide (3 was taken)")
    }

    // MARK: check

    @Test func `check says what a repair would do`() throws {
        let home = "records/users/alice"
        for path in ["old", "Private Documents/old"] {
            try scarybug.directory.write("", to: "\(home)/\(path)")
        }
        chmod(scarybug.directory.path("\(home)/Private Documents/1.scarybug/data.plist"), 0o666)
        let planned = try dryRun("check", "--repair")
        #expect(
            planned.gave(
                """
                stray  old does not belong here; would move it to Lost and Found/old
                stray  Private Documents/old does not belong here; would move it to Lost and Found/old 2
                permissions  Private Documents/1.scarybug/data.plist can be changed by others \
                (its mode is 0666); would repair it
                3 documents checked, 1 would be repaired, 2 would be moved to Lost and Found

                """))
        #expect(
            try scarybug.run("--json", "check", "--repair", "--dry-run").lines.first?
                .contains(#""outcome":"would-move","to":"Lost and Found/old"}"#) == true)
    }

    @Test func `a dry run of a check needs --repair`() throws {
        #expect(try scarybug.run("check", "--dry-run").status == 1)
    }

    @Test func `a dry run of many documents prints totals and the first three of each kind`() throws
    {
        let rows = (1...60).map { "B\($0)\n" }.joined()
        try scarybug.directory.write("title\n" + rows, to: "work/many.csv")
        let many = try scarybug.run("import", "%/many.csv", "--dry-run").lines
        #expect(many.count == 4)
        #expect(many.last == "would import 60; --all prints each of them")
        #expect(try scarybug.run("import", "%/many.csv", "--dry-run", "--all").lines.count == 60)
        for format in ["--json", "--csv"] {
            #expect(try scarybug.run(format, "import", "%/many.csv", "--dry-run").lines.count >= 60)
        }
        try scarybug.run("import", "%/many.csv")
        let more = (31...90).map { "\($0),B\($0)\n" }.joined()
        try scarybug.directory.write("occurrenceID,scientificName\n" + more, to: "work/more.csv")
        try scarybug.run("import", "%/more.csv", "--from", "more")
        try scarybug.directory.write(
            "occurrenceID,scientificName\n" + more + "91,B91\n", to: "work/more.csv")
        #expect(
            try scarybug.run("import", "%/more.csv", "--from", "more", "--dry-run").lines.last
                == "would import 60 that the workspace has already, import 1; --all prints each of them"
        )
        #expect(
            try scarybug.run("delete", "all", "--dry-run").lines.last?.hasPrefix("would delete 1")
                == true)
        #expect(try scarybug.run("set", "all", "rating=2", "--dry-run").lines.count < 10)
    }

    @Test func `a dry run of messages with many documents prints totals, too`() throws {
        try scarybug.run("-c", (1...60).map { "new B\($0)" }.joined(separator: "\n"))
        try scarybug.run("--user", "bob", "new", "X")
        try scarybug.run("send", "title:B", "bob")
        let many = try scarybug.run("--user", "bob", "accept", "all", "--dry-run").lines
        #expect(many.last == "would import 60; --all prints each of them")
        #expect(
            try scarybug.run("--user", "bob", "accept", "all", "--dry-run", "--all").lines.count
                >= 60)
        #expect(try scarybug.run("--user", "bob", "inbox", "1").lines.count >= 60)
    }
}
