import Foundation
import KeyedArchive
import ScaryBugs
import TestSupport
import Testing

/// `import --update`, which takes back a table that `list` printed.
@Suite struct TableUpdateTests {
    private let catalogue: UpdatableCatalogue
    private var scarybug: InProcess { catalogue.scarybug }

    init() throws {
        catalogue = try UpdatableCatalogue()
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
        let unchanged = try catalogue.update(
            catalogue.list(mode), named: mode == "--csv" ? "t.csv" : "t.jsonl")
        #expect(unchanged.gave("nothing changed\n"), "\(unchanged)")
        #expect(try scarybug.run("history").lines.count == steps)
        let documents = { (files: [String: Data]) in files.filter { $0.key.contains("/users/") } }
        #expect(try documents(scarybug.contents()) == documents(before))
        let dry = try catalogue.update(catalogue.list(mode), "--dry-run", named: "t")
        #expect(dry.gave("nothing would change\n"), "\(dry)")
    }

    @Test(arguments: ["--csv", "--json"])
    func `a value that its field does not accept stays`(mode: String) throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: DocumentKind.bug.className)
        try archive.setValue(.string("Wasp"), forKey: "Title", of: object)
        try archive.setValue(.real(7), forKey: "Rating", of: object)
        archive.setRoot(DocumentKind.bug.rootKey, to: object)
        try scarybug.directory.write(archive.encoded(), to: "work/wasp.plist")
        #expect(try scarybug.run("import", "%/wasp.plist").status == 0)
        let table = try catalogue.list(mode)
        #expect(table.contains("7"))
        let unchanged = try catalogue.update(table, named: mode == "--csv" ? "t.csv" : "t.jsonl")
        #expect(unchanged.gave("nothing changed\n"), "\(unchanged)")
    }

    @Test func `the forms of spreadsheets are no changes`() throws {
        let table = """
            identifier;kind;rating;tags;weight;alive;pageCount;title;number;seen
            \(try catalogue.identifier(1));bug;2,0;"red, big";2,50;TRUE;;Ant;1,0;
            \(try catalogue.identifier(3));BOOK;;;;;352.0;Dracula;3.0;

            """
        #expect(try catalogue.update(table).gave("nothing changed\n"))
    }

    @Test func `programs get no line where nothing changes`() throws {
        try scarybug.directory.write(try catalogue.list("--csv"), to: "work/t.csv")
        for mode in ["--json", "--csv"] {
            #expect(try scarybug.run(mode, "import", "--update", "%/t.csv").gave(""))
        }
    }

    @Test(
        arguments: [
            { $0.lowercased() }, { "{\($0)}" }, { "urn:uuid:\($0.lowercased())" },
            { $0.filter { $0 != "-" } }, { " \($0) " },
        ] as [@Sendable (String) -> String])
    func `an identifier is the same, however another program writes it`(
        form: @Sendable (String) -> String
    ) throws {
        let identifier = form(try catalogue.identifier(2))
        for line in [
            "identifier,title\n\"\(identifier)\",Bee\n",
            "{\"identifier\":\"\(identifier)\",\"title\":\"Fly\"}",
        ] {
            #expect(try catalogue.update(line).standardOutput.hasPrefix("2  "), "\(line)")
        }
    }

    @Test func `a document whose identifier has small letters is known`() throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: DocumentKind.bug.className)
        let identifier = try catalogue.identifier(1)
        try archive.setValue(.string("Ant"), forKey: "Title", of: object)
        try archive.setValue(.string(identifier.lowercased()), forKey: "Identifier", of: object)
        archive.setRoot(DocumentKind.bug.rootKey, to: object)
        try scarybug.directory.write(archive.encoded(), to: "work/ant.plist")
        let imported = try scarybug.run("import", "%/ant.plist")
        #expect(imported.lines == ["imported %/ant.plist as 4 (older than 1)"], "\(imported)")
        #expect(try scarybug.run("count", "identifier:{\(identifier)}").gave("2\n"))
        #expect(
            try catalogue.update("number,identifier,title\n4,\(identifier),Bee\n").gave("4  Bee\n"))
    }

    // MARK: Changes

    @Test func `cells that differ are changed, as one step`() throws {
        let table = try catalogue.list("--csv").replacing("Ant,2,", with: "Wood Ant,4,")
            .replacing("Stoker,352", with: "Bram Stoker,")
        #expect(
            try catalogue.update(table, "--dry-run").gave(
                """
                1  title Ant → Wood Ant
                1  rating 2 → 4
                3  author Stoker → Bram Stoker
                3  pageCount 352 → (none)

                """))
        #expect(try catalogue.update(table).gave("1  Wood Ant\n3  Dracula\n"))
        #expect(
            try catalogue.list("--csv").replacing("Wood Ant,4", with: "Ant,2").contains(
                "Bram Stoker,,"))
        #expect(
            try scarybug.run("undo").lines.dropFirst() == [
                "changed back 1  Ant", "changed back 3  Dracula",
            ])
        #expect(try scarybug.run("count", "rating:2", "author:Stoker").gave("0\n"))
        #expect(try scarybug.run("count", "rating:2").gave("1\n"))
    }

    @Test func `JSON and CSV have the documents, or the changes of a dry run`() throws {
        let table = try catalogue.list("--csv").replacing("Ant,2,", with: "Ant,4,")
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

    @Test func `of tables in one command, each meets what those before it changed`() throws {
        for (name, rating) in [("a", 4), ("b", 5)] {
            let table =
                "identifier,kind,title,rating\n\(try catalogue.identifier(1)),bug,Ant,\(rating)\n"
            try scarybug.directory.write(table, to: "work/\(name).csv")
        }
        for isDryRun in [true, false] {
            let both = try scarybug.run(
                ["import", "%/a.csv", "%/b.csv", "--update"] + (isDryRun ? ["--dry-run"] : []))
            #expect(
                both.gave(isDryRun ? "1  rating 2 → 4\n1  rating 4 → 5\n" : "1  Ant\n1  Ant\n"),
                "\(both)")
        }
        #expect(try scarybug.run("undo").status == 0)
        #expect(try scarybug.run("list", "rating:2").lines.count == 1)
    }

    @Test func `an empty cell clears, and a missing column changes nothing`() throws {
        let table = """
            number,identifier,rating,tags,habitat,weight,alive,author
            1,\(try catalogue.identifier(1)),,,,,,
            3,\(try catalogue.identifier(3)),,,,,,

            """
        #expect(
            try catalogue.update(table, "--dry-run").gave(
                """
                1  rating 2 → (none)
                1  tags red, big → (none)
                1  habitat wood → (none)
                1  weight 2.5 → (none)
                1  alive yes → (none)
                3  author Stoker → (none)

                """))
        #expect(try catalogue.update(table).gave("1  Ant\n3  Dracula\n"))
        #expect(try scarybug.run("--csv", "list", "3").lines.last?.contains(",352,,no,") == true)
    }

    @Test func `in a JSON line null clears, and a missing key changes nothing`() throws {
        let table = """
            {"identifier":"\(try catalogue.identifier(1))","tags":["red"],"habitat":null,"rating":2.0}
            {"identifier":"\(try catalogue.identifier(3))","available":true,"pageCount":353}

            """
        #expect(
            try catalogue.update(table, "--dry-run", named: "t.jsonl").gave(
                """
                1  tags red, big → red
                1  habitat wood → (none)
                3  pageCount 352 → 353
                3  available no → yes

                """))
    }

    @Test func `some columns are never written`() throws {
        let table = """
            number,identifier,created,imageType,imageBytes,image,source
            7,\(try catalogue.identifier(1)),1999-01-01,image/png,5,,x

            """
        #expect(try catalogue.update(table).gave("nothing changed\n"))
        try catalogue.expectRefusal(
            of: table.replacing("5,,", with: "5,other.jpg,"),
            ":2: column 6 (image): --update changes no picture; 'set N image=PATH' does")
    }

    @Test func `a column may be mapped or left out`() throws {
        let table = "identifier,Wo,x\n\(try catalogue.identifier(1)),Kent,1\n"
        #expect(
            try catalogue.update(table, "--map", "wo=place", "--map", "x=", "--dry-run").gave(
                "1  place (none) → Kent\n"))
    }

    @Test func `more documents than one transaction holds are one step`() throws {
        try scarybug.run(input: (1...600).map { "new 'Bee \($0)'\n" }.joined())
        let table = try catalogue.list("--csv").replacing("Bee ", with: "Wasp ")
        #expect(try catalogue.update(table).lines.count == 600)
        #expect(try scarybug.run("count", "wasp").gave("600\n"))
        try scarybug.run("undo")
        #expect(try scarybug.run("count", "wasp").gave("0\n"))
    }

    @Test(arguments: ["commit", "rollback"])
    func `a group keeps the changes, or none`(end: String) throws {
        let table = try catalogue.list("--csv").replacing("Ant,2,", with: "Ant,4,")
        try scarybug.directory.write(table, to: "work/t.csv")
        let script = try scarybug.run(input: "begin\nimport --update %/t.csv\n\(end)\n")
        #expect(script.status == 0, "\(script)")
        #expect(
            try scarybug.run("count", "rating:4").gave(end == "commit" ? "1\n" : "0\n"))
    }
}
