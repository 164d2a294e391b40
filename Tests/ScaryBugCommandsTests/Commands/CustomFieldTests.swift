import Foundation
import TestSupport
import Testing

/// `field`, `query`, and the commands that use custom fields and saved queries.
@Suite struct CustomFieldTests {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    @Test func `a field is added, set, shown, and removed`() throws {
        #expect(
            try scarybug.run("field", "add", "weight", "number").gave("weight  number  added\n"))
        #expect(
            try scarybug.run("field", "add", "weight", "number").gave(
                "weight  number  there already\n"))
        #expect(try scarybug.run("new", "Ant", "weight=-2.50").gave("1  Ant\n"))
        #expect(try scarybug.run("show", "1").standardOutput.contains("\n  weight      -2.5\n"))
        #expect(try scarybug.run("--json", "list").standardOutput.contains(#","weight":-2.5,"#))
        let table = try scarybug.run("--csv", "list").lines
        #expect(table.first?.contains(",credit,weight,imageType,") == true)
        #expect(table.last?.contains(",-2.5,") == true)
        #expect(
            try scarybug.run("field", "remove", "weight").gave(
                "weight  removed; the values in documents stay\n"))
        #expect(try scarybug.run("show", "1").standardOutput.hasSuffix("\n  weight      -2.5\n"))
        #expect(
            try scarybug.run("--csv", "list").lines.last?.hasSuffix(#""{""weight"":-2.5}""#) == true
        )
    }

    @Test(arguments: [
        (["set", "1", "weigth=3"], "a bug has no field 'weigth'; the nearest is 'weight'"),
        (["set", "1", "weight=heavy"], "weight 'heavy' is not a number such as 4, -2.5 or 1e6"),
        (["set", "1", "weight+=1"], "'weight' is not a list; set it with weight=VALUE"),
        (
            ["field", "ad", "x"],
            "field does not know 'ad'; usage: field [add|remove|rename] [NAME] [TYPE|NEWNAME]"
        ),
        (
            ["field", "add", "x", "txt"],
            "there is no field type 'txt'; there are: text, number, date, boolean, list"
        ),
        (["query", "add", "x"], "query needs QUERY; usage: query [add|remove] [NAME] [QUERY]..."),
        (
            ["query", "add", "x", "'a"],
            "''a' is not a selection: it is empty or has an open quote"
        ),
        (
            ["query", "add", "x", "@y", "ant"],
            "the saved query 'x' names '@y': there is no saved query 'y'; there are none yet"
        ),
        (["query", "add", "x", "ant", "@x"], "a saved query refers to itself: @x"),
    ])
    func `errors suggest a correction, and change nothing`(
        words: [String], expected: String
    ) throws {
        try scarybug.run("-c", "field add weight number\nnew Ant weight=1")
        let before = try scarybug.contents()
        #expect(try scarybug.run(words).gave(error: "scarybug: \(expected)\n", status: 1))
        #expect(try scarybug.contents() == before)
    }

    private static let values = [
        "text": "about 20", "number": "3.5", "boolean": "yes", "date": "2026-05-01", "list": "a, b",
    ]

    @Test(arguments: values.keys.sorted(), values.keys.sorted())
    func `a bundle's value of another type than the field here is shown`(
        other: String, type: String
    ) throws {
        let value = try #require(Self.values[other])
        try scarybug.run(
            "-c", "field add mine \(other)\nnew Ant 'mine=\(value)'\nexport 1 %/a.scarybug")
        try scarybug.run("--user", "bob", "field", "add", "mine", type)
        try scarybug.run("--user", "bob", "import", "%/a.scarybug")
        for words in [
            ["show", "1"], ["list", "--columns", "mine"], ["list", "--json"], ["list", "--csv"],
        ] {
            let shown = try scarybug.run(["--user", "bob"] + words).standardOutput
            let forms = [value, "\"mine\":true", "\"a\",\"b\"", "\"a,b\"", ",true,"]
            #expect(forms.contains(where: shown.contains), "\(shown)")
        }
        for format in ["csv", "json"] {
            let table = try scarybug.run("--user", "bob", "list", "--\(format)")
            try scarybug.directory.write(table.standardOutput, to: "work/t.\(format)")
            let updated = try scarybug.run("--user", "bob", "import", "--update", "%/t.\(format)")
            #expect(updated.standardOutput == "nothing changed\n", "\(updated)")
        }
        try scarybug.run("--user", "bob", "export", "1", "%/b.scarybug")
        try scarybug.run("--user", "carol", "field", "add", "mine", other)
        try scarybug.run("--user", "carol", "import", "%/b.scarybug")
        let lists = try ["alice", "carol"].map {
            try scarybug.run("--user", $0, "list", "--columns", "mine")
        }
        #expect(lists[0].standardOutput == lists[1].standardOutput)
    }

    @Test(arguments: ["count", "at"])
    func `a value of another type is shown in a field that every bug has`(name: String) throws {
        try scarybug.run(
            "-c", "field add \(name) text\nnew Ant '\(name)=about 20'\nexport 1 %/a.scarybug")
        try scarybug.run("--user", "bob", "import", "%/a.scarybug")
        let shown = try scarybug.run("--user", "bob", "show", "1").lines
        #expect(
            shown.contains { $0.hasPrefix("  \(name) ") && $0.hasSuffix(" about 20") }, "\(shown)")
        let json = try scarybug.run("--user", "bob", "list", "--json").standardOutput
        #expect(json.contains("\"\(name)\":\"about 20\""))
    }

    @Test func `the list of fields includes custom fields`() throws {
        try scarybug.run("field", "add", "habitat", "text")
        let lines = try scarybug.run("fields").lines
        #expect(
            lines.contains("rating      number    bug, creature  how scary, 0 to 5; 0 is not rated")
        )
        #expect(lines.last == "habitat     text      all            a custom field: any text")
        #expect(
            try scarybug.run("--json", "fields").lines.last == """
                {"name":"habitat","type":"text","kinds":["bug","creature","book"],"own":true,\
                "editable":true,"meaning":"a custom field: any text"}
                """)
    }

    @Test func `queries are named, listed, replaced, and removed`() throws {
        #expect(
            try scarybug.run("query", "add", "scary", "rating:>=4 sort:-rating").gave(
                "scary  rating:>=4 sort:-rating\n"))
        #expect(try scarybug.run("query", "add", "ants", "kind:bug", "wood ant").status == 0)
        #expect(
            try scarybug.run("queries").gave(
                "scary  rating:>=4 sort:-rating\nants   kind:bug 'wood ant'\n"))
        #expect(
            try scarybug.run("query", "add", "scary", "rating:5").gave(
                "scary  rating:5  instead of rating:>=4 sort:-rating\n"))
        #expect(
            try scarybug.run("--json", "query").gave(
                #"{"name":"scary","query":"rating:5"}"# + "\n"
                    + #"{"name":"ants","query":"kind:bug 'wood ant'"}"# + "\n"))
        #expect(try scarybug.run("query", "remove", "scary").gave("scary  removed\n"))
        #expect(try scarybug.run("--csv", "query").gave("name,query\nants,kind:bug 'wood ant'\n"))
    }

    @Test func `custom fields and saved queries work in queries`() throws {
        let script = """
            field add habitat text
            field add length number
            field add colours list
            field add alive boolean
            field add found date
            new Ant length=-2.5 habitat='Under stones' colours=black,red alive=no
            new Bee length=12 colours=red rating=4 found=2026-05-01
            new Book --kind book habitat=wood length=3
            """
        try scarybug.run(input: script)
        for (query, titles) in [
            ("habitat:stone", ["Ant"]), ("length:<3", ["Ant"]), ("length:3..12", ["Bee", "Book"]),
            ("colours:red sort:-length", ["Bee", "Ant"]), ("alive:no", ["Ant"]),
            ("has:found", ["Bee"]), ("found:>=2026-05-01", ["Bee"]), ("-has:habitat", ["Bee"]),
            ("sort:length", ["Ant", "Book", "Bee"]),
        ] {
            try scarybug.run("query", "add", "mine", query)
            for words in [["@mine"], query.split(separator: " ").map(String.init)] {
                let found = try scarybug.run(["--csv", "list"] + words)
                let shown = found.lines.dropFirst().map { $0.split(separator: ",")[2] }
                #expect(shown.map(String.init) == titles, "\(query)")
            }
        }
        #expect(try scarybug.run("list", "@mine", "length:>0").lines.count == 2)
        #expect(
            try scarybug.run("query", "add", "red", "@mine", "colours:red").gave(
                "red  @mine colours:red\n"))
        #expect(try scarybug.run("set", "@red", "tags=red").gave("1  Ant\n2  Bee\n"))
        #expect(
            try scarybug.run("query", "add", "mine", "@red").gave(
                error: "scarybug: a saved query refers to itself: @mine, @red, @mine\n", status: 1))
        #expect(try scarybug.run("query", "red").gave("red  @mine colours:red\n"))
        #expect(
            try scarybug.run("list", "@rad").gave(
                error: "scarybug: there is no saved query 'rad'; the nearest is 'red'\n", status: 1)
        )
    }

    @Test func `an error in a saved query names the query`() throws {
        try scarybug.run(
            input: """
                field add weight number
                query add big weight:>10
                query add garden tag:garden @big
                field remove weight
                """)
        let reason =
            "scarybug: the saved query 'big': there is no qualifier 'weight'; to search for the words, "
            + "write ':weight:>10'\n"
        #expect(try scarybug.run("list", "@big").gave(error: reason, status: 1))
        #expect(try scarybug.run("list", "@garden").gave(error: reason, status: 1))
        #expect(
            try scarybug.run("query", "add", "new", "weight:>10").standardError
                == reason.replacing("the saved query 'big': ", with: ""))
    }

    @Test(arguments: ["--json", "--csv"])
    func `the output of import has each custom field once`(mode: String) throws {
        try scarybug.run(input: "field add habitat text\nnew Ant habitat=wood\nexport 1 %/\n")
        let taken = try scarybug.run(mode, "import", "%/Ant.scarybug").standardOutput
        #expect(taken.components(separatedBy: "habitat").count == 2)
        #expect(taken.components(separatedBy: "wood").count == 2)
    }
}
