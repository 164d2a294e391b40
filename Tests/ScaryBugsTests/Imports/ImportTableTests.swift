import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Tables with one document per row.
@Suite struct ImportTableTests {
    let bench: Bench
    let bob: Workspace

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
    }

    private func importDocument(
        _ text: String, named name: String = "t.csv",
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> Workspace.Outcome {
        var options = ImportOptions(now: Bench.now)
        change(&options)
        return try bob.importDocuments(
            from: ImportSource(path: bench.directory.write(text, to: name)), options)
    }

    /// The refusals' messages, without the path of the table.
    private func refusals(
        _ text: String, named name: String = "t.csv",
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws -> [String] {
        let path = bench.directory.path("t.")
        return try importDocument(text, named: name, change).refusals.map {
            $0.message.hasPrefix(path) ? String($0.message.dropFirst(path.count)) : $0.message
        }
    }

    @Test(arguments: [
        ("t.csv", "Title,RATING,tags\nBee,1.5,\"a,b\"\n"),
        ("t.csv", "\u{FEFF}Title;RATING;tags\r\nBee;1,5;a,b\r\n"),
        ("t.tsv", "title\trating\ttags\nBee\t1.5\ta,b\n"),
        ("t", "title,rating,tags\nBee,1.5,\"a,b\"\n"),
        ("t.jsonl", #"{"title":"Bee","rating":1.5,"tags":["a","b"]}"#),
        ("t.jsonl", #"{"Title":"Bee","rating":"1.5","tags":"a,b","notes":null}"#),
    ])
    func `a row becomes a document, however the table is written`(
        name: String, text: String
    ) throws {
        let outcome = try importDocument(text, named: name)
        #expect(outcome.refusals.map(\.message) == [])
        let bee = try bob.document(1)
        #expect(bee.title == "Bee")
        #expect(bee.data[.rating] == .rating(1.5))
        #expect(bee.data[.tags] == .list(["a", "b"]))
        #expect(bee.data[.created] == .timestamp(Bench.now))
    }

    @Test func `columns have the names that were asked for`() throws {
        let outcome = try importDocument("Common Name,seen,colour\nBee,2026-05-01,brown\n") {
            $0.fieldNames = ["common name": "title", "Colour": ""]
        }
        #expect(outcome.refusals.map(\.message) == [])
        #expect(try bob.titles == ["1 Bee"])
    }

    @Test(arguments: [
        (
            "title,habitat\nBee,x\n",
            "csv: column 2: there is no field 'habitat'; 'field add habitat text' declares it; "
                + "--map 'habitat=FIELD' names another field; --map 'habitat=' leaves the column out"
        ),
        (
            "name\nBee\n",
            "csv: column 1: there is no field 'name'; 'field add name text' declares it; "
                + "--map 'name=FIELD' names another field; --map 'name=' leaves the column out"
        ),
        ("notes\nx\n", "csv: no column 'title'; --map 'COLUMN=title' names it"),
        ("title\n", "csv: no documents in it"),
        (
            "title,rating\nBee,7\n",
            "csv:2: column 2 (rating): the rating '7' is not a number "
                + "from 0 to 5"
        ),
        ("title,rating\nBee\n", "csv:2: the row has 1 value where the header has 2"),
        ("title,notes\n,x\n", "csv:2: the row has no title"),
        ("title,author\nBee,me\n", "csv:2: column 2 (author): a bug has no field 'author'"),
        (
            "title,image\nBee,/etc/passwd\n",
            "csv:2: column 2 (image): '/etc/passwd' is not a path "
                + "below the directory of the table"
        ),
        (
            "title,image\nBee,https://example.com/a.jpg\n",
            "csv:2: column 2 (image): 'https://example.com/a.jpg' is an address; download the "
                + "picture, and write its path below the directory of the table"
        ),
        (
            "title,image\nBee,a/../../x\n",
            "csv:2: column 2 (image): 'a/../../x' is not a path below "
                + "the directory of the table"
        ),
        ("title,image\nBee,none.jpg\n", "csv:2: column 2 (image): there is no file 'none.jpg'"),
        (
            "title,Identifier,name\nBee,x,y\n",
            "csv: column 3: there is no field 'name'"
        ),
        (
            "title,kind\nBee,moth\n",
            "csv:2: there is no kind 'moth'; there are: bug, creature, "
                + "book"
        ),
        ("title\n\"Bee\n", "csv:2: column 1: "),
        (
            "title,other\nBee,\"{\"\"Habitat\"\":1}\"\n",
            "csv: column 2: there is no field 'Habitat'; 'field add Habitat number' declares it; "
                + "--map 'Habitat=FIELD' names another field; --map 'Habitat=' leaves the column out"
        ),
        (
            "title,other\nBee,oak\n",
            "csv:2: column 2 (other): no fields in the form of JSON, as 'list --csv' writes them; "
                + "--map 'other=' leaves the column out"
        ),
    ])
    func `an invalid row is named by line and column, and nothing is imported`(
        text: String, expected: String
    ) throws {
        let refusals = try refusals(text)
        #expect(refusals.count == 1)
        #expect(refusals.first?.hasPrefix(expected) == true, "\(refusals)")
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
    }

    @Test(arguments: [
        (
            "title,weight,raiting,alive,habitat,Common Name\nBee,1.5,2,yes,oak,x\nAnt,2,,no,,\n",
            """
            csv: columns 2, 3, 4, 5, 6: there are no fields 'weight', 'raiting', 'alive', \
            'habitat', 'Common Name'; the nearest to 'raiting' is 'rating'; \
            'field add weight number', 'field add raiting number', 'field add alive boolean', \
            'field add habitat text' declare them; --map 'COLUMN=FIELD' names another field; \
            --map 'COLUMN=' leaves a column out; --keep-rest keeps all of them in the documents
            """
        ),
        (
            "title,firstFound,empty\nBee,2026-05-01,\nAnt,2026-05-02,\n",
            """
            csv: columns 2, 3: there are no fields 'firstFound', 'empty'; \
            'field add firstFound date', 'field add empty text' declare them; \
            --map 'COLUMN=FIELD' names another field; --map 'COLUMN=' leaves a column out; \
            --keep-rest keeps all of them in the documents
            """
        ),
        (
            "title;weight\nBee;1,5\n",
            """
            csv: column 2: there is no field 'weight'; 'field add weight number' declares it; \
            --map 'weight=FIELD' names another field; --map 'weight=' leaves the column out; \
            --keep-rest keeps it in the documents
            """
        ),
    ])
    func `all columns without a field are named at once, with the lines that declare them`(
        text: String, expected: String
    ) throws {
        #expect(try refusals(text) == [expected])
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
    }

    @Test func `keys of JSON lines without a field are named at once`() throws {
        let text = """
            {"title":"Bee","weight":2,"colours":["a"]}
            {"title":"Ant","colours":null,"alive":true}
            {"title":"Fly"}

            """
        let expected = """
            there are no fields 'weight', 'colours', 'alive'; 'field add weight number', \
            'field add colours list', 'field add alive boolean' declare them; \
            --map 'COLUMN=FIELD' names another field; --map 'COLUMN=' leaves a column out; \
            --keep-rest keeps all of them in the documents
            """
        #expect(try refusals(text, named: "t.jsonl") == ["jsonl: " + expected])
        #expect(try bob.titles == [])
        #expect(
            try refusals(text, named: "t.jsonl") { $0.keepsGoing = true } == ["jsonl: " + expected])
        #expect(try bob.titles == ["1 Fly"])
    }

    @Test(arguments: [
        ("t.txt", "title,rating\nBee,1\n"), ("t", "Rating;Title\n1;Bee\n"),
        ("t.csv", #"{"title":"Bee","rating":1}"#), ("t.jsonl", "title,rating\nBee,1\n"),
        ("t.tsv", "title,rating\nBee,1\n"), ("t.csv", "title\trating\nBee\t1\n"),
        ("t.scarybug", "title,rating\nBee,1\n"), ("t.txt", "sep=|\ntitle|rating\nBee|1\n"),
        ("t.csv", "species,rating\nApis mellifera,1\n"),
    ])
    func `a table is told by its contents`(name: String, text: String) throws {
        #expect(try importDocument(text, named: name).refusals.map(\.message) == [])
        #expect(try bob.document(1).data[.rating] == .rating(1))
    }

    @Test(arguments: [
        ("rating,place\n1,here\n", "no column 'title'; --map 'COLUMN=title' names it"),
        (
            "name,where\nBee,here\n",
            "not a bundle, and as a table it has no column 'title'; --map 'COLUMN=title' names it"
        ),
        (
            "Dear John\n",
            "a text, neither a bundle (a ZIP or tar file) nor a table with a column 'title'; "
                + "'help bundles' lists what can be imported"
        ),
    ])
    func `a text without titles says so`(text: String, expected: String) throws {
        let path = try bench.directory.write(text, to: "t.txt")
        let outcome = try bob.importDocuments(
            from: ImportSource(path: path), ImportOptions(now: Bench.now))
        #expect(outcome.refusals.map(\.message) == ["\(path): \(expected)"])
    }

    @Test func `every invalid row is named, and valid ones are imported with --keep-going`()
        throws
    {
        let text = "title,rating\nBee,1\nWasp,x\nAnt,2\nFly\n"
        #expect(try refusals(text).count == 2)
        #expect(try bob.titles == [])
        #expect(try refusals(text) { $0.keepsGoing = true }.count == 2)
        #expect(try bob.titles == ["1 Bee", "2 Ant"])
    }

    @Test func `a table full of errors is not read to its end`() throws {
        let text = "title,rating\n" + String(repeating: "Bee,x\n", count: 1_000)
        #expect(try refusals(text).count == 101)
    }

    @Test func `pictures are found beside the table`() throws {
        try bench.directory.makeDirectory("pictures")
        try bench.directory.write(Bench.jpeg, to: "pictures/bee.jpg")
        _ = try importDocument("title,image\nBee,pictures/bee.jpg\nAnt,\n")
        #expect(try bob.document(1).picture?.type == .jpeg)
        #expect(try bob.document(2).picture == nil)
    }

    @Test func `no link leads a table to a picture elsewhere`() throws {
        try bench.directory.makeDirectory("elsewhere")
        try bench.directory.makeDirectory("tables")
        try bench.directory.write(Bench.jpeg, to: "elsewhere/bee.jpg")
        try bench.directory.link("tables/there", to: "../elsewhere")
        let outcome = try importDocument("title,image\nBee,there/bee.jpg\n", named: "tables/t.csv")
        #expect(outcome.documents.isEmpty)
        #expect(outcome.refusals.count == 1)
    }

    @Test func `rows without a kind get the kind of --kind`() throws {
        _ = try importDocument("title,kind,pageCount\nHush,,352\nBee,bug,\n") { $0.kind = .book }
        #expect(try bob.documentNames().map(\.kind) == [.book, .bug])
    }

    @Test func `a mapped column must exist`() throws {
        #expect(
            try refusals("title\nBee\n") { $0.fieldNames = ["Colour": "notes"] }
                == ["csv: --map 'Colour=notes': the table has no column 'Colour'"])
    }

    @Test func `line breaks within a value are the ones of this system`() throws {
        _ = try importDocument("title,notes\r\nBee,\"one\r\ntwo\"\r\n")
        let notes = try #require(DocumentKind.bug.field(named: "notes"))
        #expect(try bob.document(1).data[notes] == .text("one\ntwo"))
    }

    @Test func `two columns cannot stand for one field`() throws {
        #expect(
            try refusals("name,title\nBee,Wasp\n") { $0.fieldNames = ["name": "title"] }
                == [
                    "csv: the columns 'name' and 'title' stand for one field; --map 'title=' "
                        + "leaves one of them out"
                ])
    }

    @Test(arguments: [
        (#"{"title":true}"#, "jsonl:1: title: true or false where a text belongs"),
        (
            #"{"title":"a","kind":5}"#,
            "jsonl:1: there is no kind '5'; there are: bug, creature, book"
        ),
        (#"{"title":"a\u0000"}"#, "jsonl:1: title: a text with a NUL in it"),
        (#"{"title":["a"]}"#, "jsonl:1: title: a list where one value belongs"),
        (#"{"title":"a","TITLE":"b"}"#, "jsonl:1: "),
    ])
    func `a JSON value of the wrong type is named`(text: String, expected: String) throws {
        let refusals = try refusals(text, named: "t.jsonl")
        #expect(refusals.count == 1)
        #expect(refusals.first?.hasPrefix(expected) == true, "\(refusals)")
    }

    @Test func `a JSON number is a count where it is whole`() throws {
        _ = try importDocument(
            #"{"title":"Hush","kind":"book","pageCount":352.0,"available":true}"#, named: "t.jsonl")
        let pageCount = try #require(DocumentKind.book.field(named: "pageCount"))
        #expect(try bob.document(1).data[pageCount] == .count(352))
    }

    @Test func `blanks around the separator and the quotes belong to no value`() throws {
        let text =
            "title, place, tags, notes\nMoth, garden , \"a, b\" ,\"\"\nWasp,\t\"oak\", c, \" x\",\n"
        #expect(try importDocument(text).refusals.map(\.message) == [])
        #expect(try values(["place", "tags", "notes"], of: 1) == ["garden", "a,b", nil])
        #expect(try values(["place", "tags", "notes"], of: 2) == ["oak", "c", " x"])
    }

    private func values(_ fields: [String], of number: Int) throws -> [String?] {
        let data = try bob.document(number).data
        return try fields.map { try data[#require(DocumentKind.bug.field(named: $0))]?.text }
    }

    @Test(arguments: [
        ("csv", "number,title\n7,Bee\n", ": column 1: there is no field 'number'"),
        ("csv", "title,Source,created\nBee,,\n", ": columns 2, 3: there are no fields 'Source'"),
        ("csv", "title,imageBytes\nBee,7\n", ": column 2: there is no field 'imageBytes'"),
        (
            "csv", "identifier,title\nNHM-1,Bee\n",
            ":2: column 1 (identifier): 'NHM-1' is not a UUID"
        ),
        ("jsonl", #"{"title":"Bee","number":7}"#, ": there is no field 'number'"),
    ])
    func `a column that the program fills itself is not dropped from the table of another`(
        name: String, text: String, expected: String
    ) throws {
        let refusals = try refusals(text, named: "t.\(name)")
        #expect(refusals.count == 1)
        #expect(refusals.first?.hasPrefix(name + expected) == true, "\(refusals)")
        #expect(refusals.first?.contains("; --map '") == true, "\(refusals)")
    }

    @Test(arguments: [
        ("t.csv", "number,kind,title\n7,bug,Bee\n"),
        ("t.csv", "identifier,title,created\n245bab3e3d164c95a10a2feac2997c8e,Bee,x\n"),
        ("t.jsonl", #"{"title":"Bee","kind":"bug","number":7,"modified":"x"}"#),
    ])
    func `a new document gets its own values for columns of our tables`(
        name: String, text: String
    ) throws {
        #expect(try refusals(text, named: name) == [])
        #expect(try bob.titles == ["1 Bee"])
    }

    @Test(arguments: [
        ("Bee;1,5;1\nFly;12.345;1\n", "4: column 2 (weight): '12.345' has another mark than '1,5'"),
        ("Bee;12.345;1\nFly;1,5;1\n", "4: column 2 (weight): '1,5' has another mark than '12.345'"),
        ("Bee;1.234,5;1\n", "3: column 2 (weight): '1.234,5' has thousands separators"),
        ("Bee;1.234.567;1\n", "3: column 2 (weight): '1.234.567' has thousands separators"),
    ])
    func `the numbers of a column have the same decimal mark`(rows: String, error: String) throws {
        _ = try bob.add(Field(custom: "weight", .number))
        let advice =
            "; write all numbers of the column with one decimal mark, and no thousands separators"
        #expect(
            try refusals("title;weight;rating\nAnt;7;1,5\n" + rows) == ["csv:" + error + advice])
        #expect(try refusals("title;weight;rating\nAnt;2,25;1,5\nFly;1,5;2.5\n") == [])
    }

    @Test func `a key whose values are objects is not declared as a field`() throws {
        #expect(
            try refusals(#"{"bugs": [{"title": "Bee"}]}"#, named: "t.json") == [
                """
                json: there is no field 'bugs'; the nearest is 'tags'; the values of 'bugs' are \
                objects, which jq can make rows of; --map 'bugs=FIELD' names another field; \
                --map 'bugs=' leaves the column out; --keep-rest keeps it in the documents
                """
            ])
    }

    @Test(arguments: [
        "[{\"title\":\"Bee\"},{\"title\":\"Ant\"}]",
        "[\n  {\n    \"title\": \"Bee\"\n  },\n  {\n    \"title\": \"Ant\"\n  }\n]\n",
        "{\n  \"title\": \"Bee\"\n}\n{\n  \"title\": \"Ant\"\n}\n",
    ])
    func `JSON is read over several lines and from an array`(text: String) throws {
        #expect(try refusals(text, named: "t.json") == [])
        #expect(try bob.titles == ["1 Bee", "2 Ant"])
    }
}
