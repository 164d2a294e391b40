import Foundation
import TestSupport
import Testing

/// `import --update`, which takes back a table that `list` printed.
@Suite struct TableUpdateTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.write([0xFF, 0xD8, 0xFF, 0xE0, 1], to: "work/ant.jpg")
        try scarybug.run(
            input: """
                field add habitat text
                field add weight number
                field add alive boolean
                new Ant rating=2 tags=red,big habitat=wood weight=2.5 alive=yes image=%/ant.jpg
                new Moth --kind creature rating=3.5
                new Dracula --kind book author=Stoker pageCount=352 available=no
                """)
    }

    private func list(_ mode: String) throws -> String {
        try scarybug.run(mode, "list").standardOutput
    }

    private func identifier(_ number: Int) throws -> String {
        try scarybug.run("show", "\(number)").lines
            .first { $0.contains("identifier") }?.split(separator: " ").last.map(String.init) ?? ""
    }

    private func update(_ table: String, _ options: String..., named name: String = "t.csv") throws
        -> Transcript
    {
        try scarybug.directory.write(table, to: "work/\(name)")
        return try scarybug.run(["import", "--update", "%/\(name)"] + options)
    }

    /// Expects that a table is refused with these messages, and changes nothing.
    private func expectRefusal(
        of table: String, _ messages: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try list("--json")
        let transcript = try update(table)
        let expected = messages.map { "scarybug: %/t.csv\($0)\n" }.joined()
        #expect(
            transcript.gave(error: expected, status: 1), "\(transcript)",
            sourceLocation: sourceLocation)
        #expect(try list("--json") == before, sourceLocation: sourceLocation)
    }

    // MARK: Tables without a change

    @Test(arguments: ["--csv", "--json"])
    func `a table that was not edited changes nothing, whatever is in it`(mode: String) throws {
        try scarybug.run(
            input: #"""
                field add colours list
                new "=cmd('x')" notes="'+1" place=-3 species=@home
                new " blank " notes=" " tags='a\,b, c' colours='+a,\\'
                new "quoted \"inch\"" notes="one\ntwo\r\nthree\r" seen=2026-05-01T10:00+02:00
                new Bee seen=2026-05-01 weight=1e20 alive=no rating=0.1
                field remove colours
                """#)
        let before = try scarybug.contents()
        let steps = try scarybug.run("history").lines.count
        let unchanged = try update(list(mode), named: mode == "--csv" ? "t.csv" : "t.jsonl")
        #expect(unchanged.gave("nothing changed\n"), "\(unchanged)")
        #expect(try scarybug.run("history").lines.count == steps)
        let documents = { (files: [String: Data]) in files.filter { $0.key.contains("/users/") } }
        #expect(try documents(scarybug.contents()) == documents(before))
        let dry = try update(list(mode), "--dry-run", named: "t")
        #expect(dry.gave("nothing would change\n"), "\(dry)")
    }

    @Test func `the forms of spreadsheets are no changes`() throws {
        let table = """
            identifier;kind;rating;tags;weight;alive;pageCount;title;number;seen
            \(try identifier(1));bug;2,0;"red, big";2,50;TRUE;;Ant;1,0;
            \(try identifier(3));BOOK;;;;;352.0;Dracula;3.0;

            """
        #expect(try update(table).gave("nothing changed\n"))
    }

    @Test func `programs get no line where nothing changes`() throws {
        try scarybug.directory.write(try list("--csv"), to: "work/t.csv")
        for mode in ["--json", "--csv"] {
            #expect(try scarybug.run(mode, "import", "--update", "%/t.csv").gave(""))
        }
    }

    // MARK: Changes

    @Test func `cells that differ are changed, as one step`() throws {
        let table = try list("--csv").replacing("Ant,2,", with: "Wood Ant,4,")
            .replacing("Stoker,352", with: "Bram Stoker,")
        #expect(
            try update(table, "--dry-run").gave(
                """
                1  title Ant → Wood Ant
                1  rating 2 → 4
                3  author Stoker → Bram Stoker
                3  pageCount 352 → (none)

                """))
        #expect(try update(table).gave("1  Wood Ant\n3  Dracula\n"))
        #expect(try list("--csv").replacing("Wood Ant,4", with: "Ant,2").contains("Bram Stoker,,"))
        #expect(try scarybug.run("undo").gave("restored 1  Ant\nrestored 3  Dracula\n"))
        #expect(try scarybug.run("count", "rating:2", "author:Stoker").gave("0\n"))
        #expect(try scarybug.run("count", "rating:2").gave("1\n"))
    }

    @Test func `JSON and CSV have the documents, or the changes of a dry run`() throws {
        let table = try list("--csv").replacing("Ant,2,", with: "Ant,4,")
        try scarybug.directory.write(table, to: "work/t.csv")
        let words = ["import", "--update", "%/t.csv"]
        #expect(
            try scarybug.run(["--json"] + words + ["--dry-run"]).gave(
                #"{"number":1,"kind":"bug","field":"rating","before":2,"after":4}"# + "\n"))
        #expect(
            try scarybug.run(["--csv"] + words + ["--dry-run"]).gave(
                "number,kind,field,before,after\n1,bug,rating,2,4\n"))
        let changed = try scarybug.run(["--json"] + words)
        #expect(
            changed.standardOutput.hasPrefix(#"{"number":1,"kind":"bug","title":"Ant","rating":4,"#)
        )
    }

    @Test func `an empty cell clears, and a missing column changes nothing`() throws {
        let table = """
            number,identifier,rating,tags,habitat,weight,alive,author
            1,\(try identifier(1)),,,,,,
            3,\(try identifier(3)),,,,,,

            """
        #expect(
            try update(table, "--dry-run").gave(
                """
                1  rating 2 → (none)
                1  tags red, big → (none)
                1  habitat wood → (none)
                1  weight 2.5 → (none)
                1  alive yes → (none)
                3  author Stoker → (none)

                """))
        #expect(try update(table).gave("1  Ant\n3  Dracula\n"))
        #expect(try scarybug.run("--csv", "list", "3").lines.last?.contains(",352,,no,") == true)
    }

    @Test func `in a JSON line null clears, and a missing key changes nothing`() throws {
        let table = """
            {"identifier":"\(try identifier(1))","tags":["red"],"habitat":null,"rating":2.0}
            {"identifier":"\(try identifier(3))","available":true,"pageCount":353}

            """
        #expect(
            try update(table, "--dry-run", named: "t.jsonl").gave(
                """
                1  tags red, big → red
                1  habitat wood → (none)
                3  pageCount 352 → 353
                3  available no → yes

                """))
    }

    @Test func `some columns are never written`() throws {
        let table = """
            number,identifier,created,imageType,imageBytes,image,other,source
            7,\(try identifier(1)),1999-01-01,image/png,5,%/other.jpg,"{""a"":1}",x

            """
        #expect(try update(table).gave("nothing changed\n"))
    }

    @Test func `a column may be mapped or left out`() throws {
        let table = "identifier,Wo,x\n\(try identifier(1)),Kent,1\n"
        #expect(
            try update(table, "--map", "wo=place", "--map", "x=", "--dry-run").gave(
                "1  place (none) → Kent\n"))
    }

    @Test func `more documents than one transaction holds are one step`() throws {
        try scarybug.run(input: (1...600).map { "new 'Bee \($0)'\n" }.joined())
        let table = try list("--csv").replacing("Bee ", with: "Wasp ")
        #expect(try update(table).lines.count == 600)
        #expect(try scarybug.run("count", "wasp").gave("600\n"))
        try scarybug.run("undo")
        #expect(try scarybug.run("count", "wasp").gave("0\n"))
    }

    @Test(arguments: ["commit", "rollback"])
    func `a group keeps the changes, or none`(end: String) throws {
        let table = try list("--csv").replacing("Ant,2,", with: "Ant,4,")
        try scarybug.directory.write(table, to: "work/t.csv")
        let script = try scarybug.run(input: "begin\nimport --update %/t.csv\n\(end)\n")
        #expect(script.status == 0, "\(script)")
        #expect(
            try scarybug.run("count", "rating:4").gave(end == "commit" ? "1\n" : "0\n"))
    }

    // MARK: Which document

    @Test func `the number tells documents with the same identifier apart`() throws {
        try scarybug.run(input: "export 1 %/\nimport %/Ant.scarybug\n")
        let same = try identifier(1)
        #expect(
            try update("number,identifier,title\n4,\(same),Bee\n").gave("4  Bee\n"))
        try expectRefusal(
            of: "number,identifier,title\n7,\(same),Wasp\n",
            ":2: the documents 1, 4 have the identifier \(same); "
                + "the row needs the number of one of them")
        try scarybug.run("delete", "1")
        #expect(
            try update("number,identifier,title\n7,\(same),Wasp\n").gave("4  Wasp\n"))
    }

    @Test func `a row needs an identifier of one document`() throws {
        let first = try identifier(1)
        try expectRefusal(
            of: "identifier,title\nX,Bee\n,Fly\n\(first),Fly\n\(first),Wasp\n",
            ":2: no document has the identifier X",
            ":3: the row has no identifier, so its document is not known",
            ":5: line 4 is about document 1, too")
        try expectRefusal(
            of: "number,title\n1,Bee\n", ": no column 'identifier'; a table from 'list' has one")
    }

    // MARK: Refused rows

    @Test func `a wrong row keeps all others out, unless the import is to go on`() throws {
        let (first, second) = (try identifier(1), try identifier(2))
        let table = "identifier,title,rating,author\n\(first),Bee,9,\n\(second),Fly,1,\n"
        try expectRefusal(
            of: table, ":2: column 3 (rating): the rating '9' is not a number from 0 to 5")
        try expectRefusal(
            of: "identifier,title,author\n\(first),,\n\(second),Fly,me\n",
            ":2: a title must not be blank",
            ":3: column 3 (author): a creature has no field 'author'")
        let kept = try update(table, "--keep-going")
        #expect(kept.standardOutput == "2  Fly\n")
        #expect(kept.status == 1)
    }

    @Test func `a kind does not change`() throws {
        try expectRefusal(
            of: "identifier,kind\n\(try identifier(1)),book\n",
            ":2: the document is a bug, not a book; a kind does not change")
    }

    @Test func `columns without a field are named at once`() throws {
        try expectRefusal(
            of: "identifier,colour,depth\n\(try identifier(1)),red,5\n",
            ": columns 2, 3: there are no fields 'colour', 'depth'; 'field add colour text', "
                + "'field add depth number' declare them, --map 'COLUMN=FIELD' names one, "
                + "--map 'COLUMN=' leaves a column out")
    }

    @Test func `a value of a field that is not declared here does not change`() throws {
        try scarybug.run("field", "remove", "habitat")
        let table = try list("--json")
        #expect(try update(table, named: "t.jsonl").gave("nothing changed\n"))
        let changed = try update(table.replacing("wood", with: "sand"), named: "t.jsonl")
        #expect(changed.standardError.contains("'field add habitat text' declares it"))
    }

    @Test func `a document that was changed after the table stays, unless forced`() throws {
        let table = try list("--csv").replacing("Ant,2,", with: "Ant,4,")
        var later = scarybug
        later.environment["SOURCE_DATE_EPOCH"] = "1777225600"
        try later.run("set", "1", "notes=mine")
        try expectRefusal(
            of: table,
            ":2: the document was changed on 2026-04-26T17:46:40Z, after the table was made; "
                + "--force changes it all the same")
        #expect(
            try update(table, "--force", "--dry-run").gave(
                "1  rating 2 → 4\n1  notes mine → (none)\n"))
        #expect(try update(table, "--force").gave("1  Ant\n"))
        // The table is older now, but has nothing that would change the document.
        #expect(try update(table).gave("nothing changed\n"))
    }

    @Test(arguments: [
        (
            ["--update", "%/Ant.scarybug"],
            "%/Ant.scarybug: not a table; --update takes a table that 'list' printed with --csv "
                + "or --json"
        ),
        (
            ["--update", "%/"],
            "%/: not a table; --update takes a table that 'list' printed with --csv or --json"
        ),
        (["--update", "--kind", "bug", "%/t.csv"], "--kind has no meaning with --update"),
        (["--update", "--skip-known", "%/t.csv"], "--skip-known has no meaning with --update"),
        (["--force", "%/t.csv"], "--force is only for --update; nothing is overwritten"),
    ])
    func `only tables are taken back`(words: [String], expected: String) throws {
        try scarybug.run("export", "1", "%/")
        let transcript = try scarybug.run(["import"] + words)
        #expect(transcript.gave(error: "scarybug: \(expected)\n", status: 1), "\(transcript)")
    }
}
