import TestSupport
import Testing

/// The documents that `import --update` finds for rows, and the rows that it refuses.
@Suite struct TableUpdateRefusalTests {
    private let catalogue: UpdatableCatalogue
    private var scarybug: InProcess { catalogue.scarybug }

    init() throws {
        catalogue = try UpdatableCatalogue()
    }

    // MARK: Which document

    @Test func `the number tells documents with the same identifier apart`() throws {
        try scarybug.run(input: "export 1 %/\nimport %/Ant.scarybug\n")
        let same = try catalogue.identifier(1)
        #expect(
            try catalogue.update("number,identifier,title\n4,\(same),Bee\n").gave("4  Bee\n"))
        try catalogue.expectRefusal(
            of: "number,identifier,title\n7,\(same),Wasp\n",
            ":2: the documents 1, 4 have the identifier \(same); "
                + "the row needs the number of one of them")
        try scarybug.run("delete", "1")
        #expect(
            try catalogue.update("number,identifier,title\n7,\(same),Wasp\n").gave("4  Wasp\n"))
    }

    @Test func `a row needs an identifier of one document`() throws {
        let (first, second) = (try catalogue.identifier(1), try catalogue.identifier(2))
        try catalogue.expectRefusal(
            of: "identifier,title\nX,Bee\n,Fly\n\(first),Fly\n\(first),Wasp\n\(second),Gnat\n",
            ":2: no document has the identifier X; 'list --csv' prints the right one, a UUID",
            ":3: the row has no identifier; --only-new in place of --update takes new documents",
            ":5: line 4 is about document 1, too, so neither is used",
            ": nothing was changed; --keep-going changes the others")
        try catalogue.expectRefusal(
            of: "number,title\n1,Bee\n", ": no column 'identifier'; a table from 'list' has one")
    }

    @Test func `of two rows for one document, neither is used`() throws {
        let (first, second) = (try catalogue.identifier(1), try catalogue.identifier(2))
        let table = "identifier,title\n\(first),Wasp\n\(second),Bee\n\(first),Fly\n"
        let updated = try catalogue.update(table, "--keep-going")
        #expect(updated.standardOutput == "2  Bee\n", "\(updated)")
        #expect(updated.status == 1)
    }

    // MARK: Refused rows

    @Test func `a wrong row keeps all others out, unless the import is to go on`() throws {
        let (first, second) = (try catalogue.identifier(1), try catalogue.identifier(2))
        let table = "identifier,title,rating,author\n\(first),Bee,9,\n\(second),Fly,1,\n"
        try catalogue.expectRefusal(
            of: table, ":2: column 3 (rating): the rating '9' is not a number from 0 to 5",
            ": nothing was changed; --keep-going changes the others")
        try catalogue.expectRefusal(
            of: "identifier,title,author\n\(first),,\n\(second),Fly,me\n",
            ":2: a title must not be blank",
            ":3: column 3 (author): a creature has no field 'author'")
        let kept = try catalogue.update(table, "--keep-going")
        #expect(kept.standardOutput == "2  Fly\n")
        #expect(kept.status == 1)
    }

    @Test func `a kind does not change`() throws {
        try catalogue.expectRefusal(
            of: "identifier,kind\n\(try catalogue.identifier(1)),book\n",
            ":2: the document is a bug, not a book; a kind does not change")
    }

    @Test func `columns without a field are named at once`() throws {
        try catalogue.expectRefusal(
            of: "identifier,colour,depth\n\(try catalogue.identifier(1)),red,5\n",
            ": columns 2, 3: there are no fields 'colour', 'depth'; 'field add colour text', "
                + "'field add depth number' declare them; --map 'COLUMN=FIELD' names another field; "
                + "--map 'COLUMN=' leaves a column out")
    }

    @Test func `a row whose document is missing has the types of its columns, too`() throws {
        let unknown = "245bab3e-3d16-4c95-a10a-2feac2997c8e"
        try catalogue.expectRefusal(
            of: "identifier,depth,moist,firstFound\n\(unknown),5,yes,2026-05-01\n",
            ":2: no document has the identifier \(unknown); --only-new in place of --update takes new documents",
            ": columns 2, 3, 4: there are no fields 'depth', 'moist', 'firstFound'; 'field add depth "
                + "number', 'field add moist boolean', 'field add firstFound date' declare them; "
                + "--map 'COLUMN=FIELD' names another field; --map 'COLUMN=' leaves a column out")
    }

    @Test(arguments: [
        (#""wood""#, #""sand""#), ("1.1", "1.2"), ("4", "5"), (#""2026-05-02T00:00:00Z""#, "null"),
        (#"["a","b"]"#, #"["a"]"#), ("true", "false"),
    ])
    func `a value of a field that is not declared here may stay, but not change`(
        present: String, edited: String
    ) throws {
        try scarybug.run(
            input: """
                field add found date
                field add colours list
                field add size number
                set 1 found=2026-05-02 colours=a,b size=4 weight=1.1
                field remove found
                field remove colours
                field remove size
                field remove weight
                field remove alive
                field remove habitat
                """)
        let table = try scarybug.run("--json", "list", "1").standardOutput
        #expect(try catalogue.update(table, named: "t.jsonl").gave("nothing changed\n"))
        let refused = try catalogue.update(
            table.replacing(":" + present, with: ":" + edited), named: "t.jsonl")
        #expect(refused.standardError.contains("there is no field"), "\(refused)")
        #expect(refused.status == 1)
    }

    @Test func `a document that was changed after the table stays, unless forced`() throws {
        let table = try catalogue.list("--csv").replacing("Ant,2,", with: "Ant,4,")
        var later = scarybug
        later.environment["SOURCE_DATE_EPOCH"] = "1777225600"
        try later.run("set", "1", "notes=mine")
        try catalogue.expectRefusal(
            of: table,
            ":2: modified is '2026-01-01T00:00:00Z' in the row and '2026-04-26T17:46:40Z' in the "
                + "document, so one was changed without the other; list it again, or --force "
                + "changes it all the same")
        #expect(
            try catalogue.update(table, "--force", "--dry-run").gave(
                "1  rating 2 → 4\n1  notes mine → (none)\n"))
        #expect(try catalogue.update(table, "--force").gave("1  Ant\n"))
        // The table is older now, but has nothing that would change the document.
        #expect(try catalogue.update(table).gave("nothing changed\n"))
    }

    /// The clock stands still, or goes back.
    @Test(arguments: ["1767225600", "1000000000"])
    func `an edit makes a table older, whatever the clock says`(time: String) throws {
        let table = try catalogue.list("--csv").replacing("Ant,2,", with: "Ant,4,")
        var later = scarybug
        later.environment["SOURCE_DATE_EPOCH"] = time
        try later.run("set", "1", "notes=mine")
        try catalogue.expectRefusal(
            of: table,
            ":2: modified is '2026-01-01T00:00:00Z' in the row and '2026-01-01T00:00:01Z' in the "
                + "document, so one was changed without the other; list it again, or --force "
                + "changes it all the same")
        let next = try catalogue.list("--csv").replacing("Ant,2,", with: "Ant,4,")
        #expect(try catalogue.update(next).gave("1  Ant\n"))
    }

    @Test(arguments: [
        ("2026-01-01 00:00:00", true), ("2026-01-01 00:00:00+00:00", true),
        ("2026-01-01T00:00:00.000Z", true), ("2026-01-01 01:00:00+01:00", true),
        ("2026-01-01 00:00:01", false), ("2025-12-31 23:59:59", false), ("", false),
    ])
    func `the time of a version may have the form of a spreadsheet`(
        modified: String, isEqual: Bool
    ) throws {
        let table = "identifier,rating,modified\n\(try catalogue.identifier(1)),4,\(modified)\n"
        let updated = try catalogue.update(table)
        #expect(updated.standardOutput == (isEqual ? "1  Ant\n" : ""), "\(updated)")
        #expect(updated.standardError.contains("list it again") != isEqual, "\(updated)")
    }

    @Test(arguments: [["--kind", "bug"], ["notes=x"]])
    func `what holds for new documents is refused`(words: [String]) throws {
        let table = "identifier,rating\n\(try catalogue.identifier(1)),4\n"
        try scarybug.directory.write(table, to: "work/t.csv")
        let told = try scarybug.run(["import", "%/t.csv", "--update"] + words)
        #expect(told.standardError.contains(" is for new documents, and the rows of this table"))
        #expect(told.standardOutput == "" && told.status == 1)
    }

    @Test(arguments: [
        (["--update", "--burst", "2s", "%/t.csv"], "--burst has no meaning with --update"),
        (
            ["--update", "--skip-known", "%/t.csv"],
            "--skip-known and --update exclude each other; leave out one"
        ),
        (["--force", "%/t.csv"], "--force is only for --update; nothing is overwritten"),
    ])
    func `options that mean nothing with others are refused`(words: [String], expected: String)
        throws
    {
        let transcript = try scarybug.run(["import"] + words)
        #expect(transcript.gave(error: "scarybug: \(expected)\n", status: 1), "\(transcript)")
    }
}
